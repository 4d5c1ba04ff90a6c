"""Addresses of pages. Django works an address out anew each time it is asked, and a page has forty:
here each kind of address is worked out once, and gets its ids put in.

Its `{% url %}` takes the place of Django's in all templates, and is written the same way.
"""

import uuid
from typing import Any

from django import template
from django.conf import settings
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parsed_url
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape

from rules.text_cache import text_cache

register = template.Library()

# An id of nobody: it stands for an id while a kind of address is worked out.
_STAND_IN = uuid.UUID(int=0, version=4)


def address(name: str, *args: object) -> str:
    """The address of a page by its URL name, as `reverse` returns it; NoReverseMatch as there."""
    kind = [uuid.UUID if type(arg) is uuid.UUID else arg for arg in args]
    first, *others = _pieces(settings.ROOT_URLCONF, get_script_prefix(), name, *kind)
    if not others:
        return first
    ids = (arg for arg in args if type(arg) is uuid.UUID)
    return first + "".join([f"{id}{piece}" for id, piece in zip(ids, others, strict=True)])


@text_cache(4096, typed=True)
def _pieces(urlconf: str, _prefix: str, name: str, *kind: object) -> list[str]:
    """The text before, between and behind the ids of a kind of address."""
    args = [_STAND_IN if part is uuid.UUID else part for part in kind]
    return reverse(name, urlconf, args).split(str(_STAND_IN))


class AddressNode(URLNode):
    """`{% url "name" argument … as variable %}`."""

    def render(self, context: template.Context) -> str:
        """The address; "" if it goes into the variable."""
        if self.kwargs:
            return super().render(context)
        args = [arg.resolve(context) for arg in self.args]
        try:
            found = address(self.view_name.resolve(context), *args)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Django's tag, kept in mind."""
    node: Any = parsed_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
