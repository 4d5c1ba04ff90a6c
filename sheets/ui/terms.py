"""Links into the reference, from its own pages and from wherever a term stands.

`{% load reference %}`, then `{% term_address "a-game" "skills.pilot" as where %}` for the bare
address, or `{% term_link system.slug line.key line.name %}` for a link, which is the plain words
where the reference has nothing to say about them.
"""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.reference.chapters import ChapterPart, Paragraphs, Term
from sheets import catalog
from sheets.ui.components import icon

register = template.Library()


@register.simple_tag
def term_address(slug: str, *names: str) -> str:
    """Where a term is explained: by a figure's key, or by a kind and a name ("Edge", "Luck").

    Of a name, what comes before a colon counts: "Trained: Stealth" leads to Trained.
    """
    return catalog.term_address(slug, ".".join(name.partition(":")[0] for name in names))


@register.simple_tag
def term_text(slug: str, key: str) -> str:
    """The reference's text about a figure; "" for a figure it doesn't have."""
    return catalog.term_text(slug, key)


@register.simple_tag
def term_link(slug: str, key: str, words: str) -> SafeString:
    """The words as a link to where they are explained, or just the words."""
    where, shown = catalog.term_address(slug, key), escape(words)
    if where:
        shown = f'<a class="to-rules" href="{escape(where)}">{shown}</a>'
    return mark_safe(shown)  # noqa: S308 (escaped)


@register.simple_tag
def rules_of(slug: str, key: str, name: str) -> SafeString:
    """A small link to the explanation of a thing, beside its name; "" for a thing without any."""
    where = catalog.term_address(slug, key) if key else ""
    if not where:
        return SafeString()
    words = f"{escape(name)} in the rules"
    return mark_safe(  # noqa: S308 (escaped)
        f'<a class="rules-of" href="{escape(where)}" aria-label="{words}">{icon("book-open")}</a>'
    )


@register.simple_tag
def seen_also(slug: str, term: Term) -> list[tuple[str, str]]:
    """Names and addresses of what a term points to."""
    index = catalog.index(slug)
    return [
        (hit.term.name, catalog.address(slug, hit))
        for id in term.see
        if (hit := index.terms[id]).term
    ]


@register.filter
def figures_of(part: ChapterPart, term: Term) -> list[tuple[object, str]]:
    """The figures of a term, each with its column."""
    return (
        [] if isinstance(part, Paragraphs) else list(zip(part.columns, term.figures, strict=True))
    )


@register.filter
def source_of(part: ChapterPart) -> str:
    """The source that all terms of a part share; "" if they have several."""
    sources = set() if isinstance(part, Paragraphs) else {row.source for row in part.rows}
    return sources.pop() if len(sources) == 1 else ""
