"""Django's i18n, but that a sentence without a value in it is looked up once: the site speaks one language.

Templates load this one in place of Django's, by the same name (settings.TEMPLATES).
"""

from __future__ import annotations

from django import template
from django.template.base import Node, Parser, Token, TokenType, Variable
from django.templatetags import i18n

register = template.Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


class Said(Node):
    """A sentence that is the same wherever it stands, and whoever reads it."""

    child_nodelists = ()

    def __init__(self, sentence: Node) -> None:
        self.sentence = sentence
        self.found: str | None = None

    def render(self, context: template.Context) -> str:
        """As it was rendered first."""
        if self.found is None:
            self.found = self.sentence.render(context)
        return self.found


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
    """Django's, of a text without a value or a plural."""
    node = i18n.do_block_translate(parser, token)
    plain = all(one.token_type == TokenType.TEXT for one in node.singular) and not node.extra_context
    return Said(node) if plain and not (node.plural or node.asvar or node.message_context) else node
