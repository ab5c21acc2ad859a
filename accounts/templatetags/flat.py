"""What a template says again and again is rendered once in each language, and kept in the process.

Nobody's own may get into it: a part that is kept sees no request, no player and nothing of the page around
it, and one that asks for any of these fails at once, wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.db.models import Model
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.loader_tags import BlockNode
from django.utils.safestring import SafeString

from accounts import addresses
from accounts.templatetags.said import language_of

register = template.Library()
MOST = 1024
"""Renderings that are kept of each part, the latest used."""


class NotKept(Exception):
    """A part that is kept asked for something of the page around it."""


class _Alone(template.Context):
    """Knows what it was given, and refuses everything else instead of showing nothing for it."""

    refused: str = ""
    """What was asked for last: an `{% if %}` with an operator takes no notice of what is raised."""

    def __getitem__(self, key: Any) -> Any:
        for known in reversed(self.dicts):
            if key in known:
                return known[key]
        self.refused = f"“{key}” is not known to a part that is kept."
        raise NotKept(self.refused)

    def get(self, key: Any, otherwise: Any = None) -> Any:
        """For tags that look by themselves."""
        return self[key]


def _render(nodes: NodeList, around: template.Template, given: Mapping[str, object]) -> SafeString:
    alone = _Alone(dict(given))
    with alone.render_context.push_state(around), alone.bind_template(around):
        shown = nodes.render(alone)
    if alone.refused:
        raise NotKept(alone.refused)
    return shown


def _ask_of(value: FilterExpression) -> Callable[[template.Context], Any]:
    """What is called for a value: of an expression that is rendered in few steps, its own way."""
    ask: Callable[[template.Context], Any] = getattr(value, "ask", value.resolve)
    return ask


class Constant(template.Node):
    """What stands between `{% constant %}` and `{% endconstant %}` is the same on every page of the site."""

    child_nodelists = ()  # there is no block in it: who looks for them need not walk through it

    def __init__(self, nodes: NodeList) -> None:
        self.nodes = nodes
        self.found: dict[str | None, SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        """As it was rendered first; two threads that are first together render the same."""
        language = language_of(context)
        if language not in self.found:
            assert context.template
            self.found[language] = _render(self.nodes, context.template, {})
        return self.found[language]


@register.tag
def constant(parser: Parser, token: Token) -> Constant:
    """Render what stands up to `{% endconstant %}` once: addresses without a number, words, files."""
    nodes = parser.parse(("endconstant",))
    parser.delete_first_token()
    if nodes.get_nodes_by_type(BlockNode):
        raise template.TemplateSyntaxError("A block may be another on each page.")
    return Constant(nodes)


class Kept(template.Node):
    """`{% kept "games/_die.html" face=die.face %}`: an include that sees these values alone."""

    def __init__(self, name: str, given: Mapping[str, FilterExpression]) -> None:
        self.name, self.names, self.asks = name, tuple(given), [_ask_of(value) for value in given.values()]
        self.part: template.Template | None = None
        self.drawn = lru_cache(MOST, typed=True)(self.draw)

    def render(self, context: template.Context) -> SafeString:
        """As it was rendered for the same values before. They must be hashable, and never change."""
        if self.part is None:
            assert context.template
            self.part = context.template.engine.get_template(self.name)
        return self.drawn(language_of(context), *[ask(context) for ask in self.asks])

    def draw(self, _language: str | None, *values: object) -> SafeString:
        """Render it for these values, in the language of the page."""
        assert self.part is not None
        if any(isinstance(value, Model) for value in values):
            raise NotKept("Rows of a table are alike by their keys, whatever stands in them.")
        return _render(self.part.nodelist, self.part, dict(zip(self.names, values, strict=True)))


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Include a template that sees the named values and nothing else, and keep what came of them.

    It must show neither an instant, which each player reads in a time zone of their own, nor whoever looks.
    """
    return Kept(*_named(parser, token))


def _named(parser: Parser, token: Token) -> tuple[str, dict[str, FilterExpression]]:
    """The name of a template, and the values it is given. Raises TemplateSyntaxError."""
    tag, name, *bits = token.split_contents()
    given = token_kwargs(bits, parser)
    if bits or name[0] not in "\"'" or name[-1] != name[0]:
        raise template.TemplateSyntaxError(f"“{tag}” takes a name in quotes, and values by their names.")
    return name[1:-1], given


class Piece(template.Node):
    """`{% piece who %}…{% endpiece %}`: what stands between is not shown here, but known by that name."""

    def __init__(self, name: str, nodes: NodeList) -> None:
        self.name, self.nodelist = name, nodes

    def render(self, context: template.Context) -> SafeString:
        """Nothing: a sentence further down has it where its language wants it."""
        context[self.name] = SafeString(self.nodelist.render(context).strip())
        return SafeString("")


@register.tag
def piece(parser: Parser, token: Token) -> Piece:
    """Make a part of a sentence, dice or a time, that a whole sentence marked for translation then names."""
    _tag, name = token.split_contents()
    nodes = parser.parse(("endpiece",))
    parser.delete_first_token()
    return Piece(name, nodes)


class Inline(template.Node):
    """`{% inline "games/tables/_status.html" %}`: an include whose template is looked up once."""

    child_nodelists = ()

    def __init__(self, name: str, given: Mapping[str, FilterExpression]) -> None:
        self.name, self.asks = name, [(one, _ask_of(value)) for one, value in given.items()]
        self.nodes: NodeList | None = None

    def render(self, context: template.Context) -> SafeString:
        """As if it stood here, with these values beside those of the page."""
        if self.nodes is None:
            assert context.template
            self.nodes = context.template.engine.get_template(self.name).nodelist
        if not self.asks:
            return self.nodes.render(context)
        with context.push(**{name: ask(context) for name, ask in self.asks}):
            return self.nodes.render(context)


@register.tag
def inline(parser: Parser, token: Token) -> Inline:
    """Include a template as Django does, which looks it up anew in every page: for what each page has."""
    return Inline(*_named(parser, token))


class Address(template.Node):
    """`{% address "games:table" match.pk %}`: the address of a page that has one number in it."""

    def __init__(self, name: str, number: FilterExpression) -> None:
        self.name, self.ask = name, _ask_of(number)

    def render(self, context: template.Context) -> str:
        """As `{% url %}` would have it."""
        return addresses.of(self.name, int(self.ask(context)))


@register.tag
def address(parser: Parser, token: Token) -> Address:
    """The address of the page with this name and this number."""
    _tag, name, number = token.split_contents()
    return Address(name[1:-1], parser.compile_filter(number))
