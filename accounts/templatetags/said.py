"""Django's i18n, but that a sentence without a value in it is looked up once for each language.

Templates load this one in place of Django's, by the same name (settings.TEMPLATES).
"""

from __future__ import annotations

from django import template
from django.template.base import Node, Parser, Token, TokenType, Variable, render_value_in_context
from django.templatetags import i18n
from django.utils.translation import get_language, gettext

register = template.Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


class Said(Node):
    """A sentence that is the same wherever it stands, and whoever reads it."""

    child_nodelists = ()

    def __init__(self, sentence: Node) -> None:
        self.sentence = sentence
        self.found: dict[str | None, str] = {}

    def render(self, context: template.Context) -> str:
        """As it was rendered first in this language."""
        language = get_language()
        if language not in self.found:
            self.found[language] = self.sentence.render(context)
        return self.found[language]


class Filled(Node):
    """A sentence with values in it, without a plural: it is looked up once, and filled anew each time."""

    child_nodelists = ()

    def __init__(self, sentence: i18n.BlockTranslateNode) -> None:
        self.sentence = sentence
        self.found: dict[str | None, tuple[str, list[str]]] = {}

    def render(self, context: template.Context) -> str:
        """As Django does."""
        language = get_language()
        if language not in self.found:
            said, names = self.sentence.render_token_list(self.sentence.singular)
            self.found[language] = gettext(said), names
        said, names = self.found[language]
        given = {name: value.resolve(context) for name, value in self.sentence.extra_context.items()}
        values = {
            name: render_value_in_context(given[name] if name in given else context.get(name, ""), context)
            for name in names
        }
        return said % values


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Django's, of a text that stands in the template without a filter."""
    node = i18n.do_translate(parser, token)
    said = node.filter_expression
    plain = isinstance(said.var, Variable) and said.var.literal is not None and not said.filters
    return Said(node) if plain and not node.asvar and node.message_context is None else node


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's, of a sentence that stands for itself: without a plural, and not kept for later."""
    node = i18n.do_block_translate(parser, token)
    if node.plural or node.asvar or node.message_context:
        return node
    plain = all(one.token_type == TokenType.TEXT for one in node.singular) and not node.extra_context
    return Said(node) if plain else Filled(node)
