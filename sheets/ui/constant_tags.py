"""Django's `{% extends %}`, `{% include %}` and `{% static %}`, with what is the same each time
worked out once: the blocks of the parent, the template of a name, the name of a file.

They take the place of Django's in all templates, and are written the same way.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import loader_tags
from django.template.base import Node, NodeList, Parser, Template, Token
from django.templatetags import static as django_static
from django.utils.html import conditional_escape

register = template.Library()


class ParentNodes(NodeList):
    """The nodes of a template that others extend."""

    contains_nontext = True

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self._by_type: dict[type[Node], list[Node]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Any]:
        """All nodes of a type at any depth, looked for once: Django asks for the blocks of a parent
        on each page.
        """
        if nodetype not in self._by_type:
            self._by_type[nodetype] = super().get_nodes_by_type(nodetype)
        return self._by_type[nodetype]


class ExtendsNode(loader_tags.ExtendsNode):
    """`{% extends "parent" %}`."""

    _parent: Template | None = None

    def get_parent(self, context: template.Context) -> Template:
        """The parent, which keeps its blocks; found once where it has a constant name."""
        if self._parent is not None:
            return self._parent
        parent = super().get_parent(context)
        if type(parent.nodelist) is NodeList:
            parent.nodelist = ParentNodes(parent.nodelist)
        if _constant(self.parent_name) is not None:
            self._parent = parent
        return parent


class IncludeNode(loader_tags.IncludeNode):
    """`{% include "part" with name=value only %}`."""

    def __init__(self, node: Any) -> None:
        super().__init__(
            node.template,
            extra_context=node.extra_context,
            isolated_context=node.isolated_context,
        )
        self._name = _constant(node.template)
        self._found: Template | None = None
        # Given nothing, a part with a constant name is the same on each page.
        self._is_constant = (
            self._name is not None and self.isolated_context and not self.extra_context
        )
        self._html: str | None = None

    def render(self, context: Any) -> Any:
        """The part, found where it is first shown, since a part may include itself."""
        if self._name is None:
            return super().render(context)
        if self._html is not None:
            return self._html
        if self._found is None:
            self._found = context.template.engine.get_template(self._name)
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        if self.isolated_context:
            html = self._found.render(context.new(values))
            self._html = html if self._is_constant else None
            return html
        with context.push(**values):
            return self._found.render(context)


class StaticNode(django_static.StaticNode):
    """`{% static "file" as variable %}`."""

    def __init__(self, node: django_static.StaticNode) -> None:
        super().__init__(node.varname, node.path)
        self._name = _constant(node.path)

    def render(self, context: template.Context) -> str:
        """The address of the file; "" if it goes into the variable."""
        if self._name is None or self.varname is not None:
            return super().render(context)
        url = staticfiles_storage.url(self._name)
        return _escaped(url) if context.autoescape else url


@lru_cache(maxsize=1024)
def _escaped(url: str) -> str:
    return conditional_escape(url)


def _constant(expression: Any) -> str | None:
    """The text of an expression; None if it depends on the page."""
    is_text = not expression.filters and isinstance(expression.var, str)
    return str(expression.var) if is_text else None


@register.tag
def extends(parser: Parser, token: Token) -> ExtendsNode:
    """`{% extends %}`: finds the blocks of a constant parent once."""
    node: Any = loader_tags.do_extends(parser, token)
    return ExtendsNode(node.nodelist, node.parent_name)


@register.tag
def include(parser: Parser, token: Token) -> IncludeNode:
    """`{% include %}`: finds a part with a constant name once."""
    return IncludeNode(loader_tags.do_include(parser, token))


@register.tag
def static(parser: Parser, token: Token) -> StaticNode:
    """`{% static %}`: reads a constant file name once."""
    return StaticNode(django_static.do_static(parser, token))
