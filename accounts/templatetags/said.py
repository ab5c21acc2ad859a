"""Django's i18n, but that a sentence without a value in it is looked up once for each language.

Templates load this one in place of Django's, by the same name (settings.TEMPLATES).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.base import Node, Parser, Token, TokenType, Variable, render_value_in_context
from django.templatetags import i18n
from django.utils.html import format_html
from django.utils.translation import get_language, gettext, ngettext

from accounts import alphabets, spoken

register = template.Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


@register.filter
def isolated(name: str) -> str:
    """A name among others and numbers: one that is read otherwise than the page turns nothing around it."""
    return format_html("<bdi>{}</bdi>", name) if alphabets.turns(name) != spoken.turned() else name


LANGUAGE = "language of the page"


def language_of(context: template.Context) -> str | None:
    """The language in which all of a page is shown: asked once, for Django looks for it in ten steps."""
    kept = context.render_context.dicts[0]
    if LANGUAGE not in kept:
        kept[LANGUAGE] = get_language()
    found: str | None = kept[LANGUAGE]
    return found


@lru_cache(1024)
def _counted(_language: str | None, singular: str, plural: str, count: float) -> str:
    return ngettext(singular, plural, count)


class Said(Node):
    """A sentence that is the same wherever it stands, and whoever reads it."""

    child_nodelists = ()

    def __init__(self, sentence: Node) -> None:
        self.sentence = sentence
        self.found: dict[str | None, str] = {}

    def render(self, context: template.Context) -> str:
        """As it was rendered first in this language."""
        language = language_of(context)
        if language not in self.found:
            self.found[language] = self.sentence.render(context)
        return self.found[language]


class Filled(Node):
    """A sentence with values in it: it is looked up once, for each number that it counts, and filled anew
    each time.
    """

    child_nodelists = ()

    def __init__(self, sentence: i18n.BlockTranslateNode) -> None:
        self.sentence = sentence
        self.asks = {
            name: getattr(value, "ask", value.resolve) for name, value in sentence.extra_context.items()
        }
        self.singular, self.names = sentence.render_token_list(sentence.singular)
        self.plural = ""
        self.counted: str = sentence.countervar or ""
        self.counter: Any = sentence.counter
        if sentence.plural:
            self.plural, names = sentence.render_token_list(sentence.plural)
            self.names = [*self.names, *names]
        self.found: dict[str | None, str] = {}

    def render(self, context: template.Context) -> str:
        """As Django does."""
        given = {name: ask(context) for name, ask in self.asks.items()}
        language = language_of(context)
        if self.plural:
            with context.push(**given):  # what is counted may be one of them
                count = given[self.counted] = self.counter.resolve(context)
            if not isinstance(count, int | float):
                return str(self.sentence.render(context))
            said = _counted(language, self.singular, self.plural, count)
        elif language in self.found:
            said = self.found[language]
        else:
            said = self.found[language] = gettext(self.singular)
        return said % {name: _shown(name, given, context) for name in self.names}


def _shown(name: str, given: dict[str, Any], context: template.Context) -> str:
    value = given[name] if name in given else context.get(name, "")
    if type(value) is int and not settings.USE_THOUSAND_SEPARATOR:  # as Django shows it after all
        return str(value)
    return render_value_in_context(value, context)


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Django's, of a text that stands in the template without a filter."""
    node = i18n.do_translate(parser, token)
    said = node.filter_expression
    plain = isinstance(said.var, Variable) and said.var.literal is not None and not said.filters
    return Said(node) if plain and not node.asvar and _plain_context(node) else node


@register.tag("blocktranslate")
@register.tag("blocktrans")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's, of a sentence that stands for itself, not kept for later."""
    node = i18n.do_block_translate(parser, token)
    if node.asvar:
        return node
    plain = not node.extra_context and not node.plural and _plain_context(node)
    if plain and all(one.token_type == TokenType.TEXT for one in node.singular):
        return Said(node)
    return node if node.message_context else Filled(node)


def _plain_context(node: i18n.TranslateNode | i18n.BlockTranslateNode) -> bool:
    """Whether the context of a sentence is the same everywhere: none, or one in quotes."""
    context = node.message_context
    return context is None or (isinstance(context.var, str) and not context.filters)
