"""Sentences that templates look up once: they read as Django's own tags have them, the second time, too."""

from __future__ import annotations

import pytest
from django.template import Context, Engine, TemplateSyntaxError
from django.urls import NoReverseMatch, reverse
from django.utils import translation

from accounts import addresses

OURS, DJANGOS = (
    Engine(libraries={"i18n": place}) for place in ("accounts.templatetags.said", "django.templatetags.i18n")
)
ALICE, BOB = {"name": "<alice>", "n": 1, "words": "Sign in"}, {"name": "bob", "n": 1200, "words": "Back"}
SENTENCES = [
    '{% translate "Sign in" %}',
    '{% translate "Sign in & out, 100 %" %}',
    '{% translate "Sign in"|upper %}',
    '{% translate "Sign in" noop %}',
    "{% translate words %}",
    '{% translate "Sign in" as said %}<{{ said }}>',
    '{% trans "May" context "a month" %}',
    "{% blocktranslate %}100 % of <b>it</b>{% endblocktranslate %}",
    "{% blocktranslate trimmed %}\n  one\n  line\n{% endblocktranslate %}",
    "{% blocktranslate %}Hello {{ name }}, 100 %{% endblocktranslate %}",
    "{% blocktranslate with who=name|upper %}{{ who }} and {{ name }}{% endblocktranslate %}{{ who }}",
    "{% blocktranslate with unused=name %}Nobody{% endblocktranslate %}",
    "{% blocktranslate %}{{ nobody }} is not known{% endblocktranslate %}",
    "{% autoescape off %}{% blocktranslate %}It's {{ name }}{% endblocktranslate %}{% endautoescape %}",
    "{% blocktranslate %}{{ n }} points{% endblocktranslate %}",
    "{% blocktranslate count n=n %}{{ n }} die{% plural %}{{ n }} dice of {{ name }}{% endblocktranslate %}",
    "{% blocktranslate count k=n with who=name %}{{ k }} % {{ who }}{% plural %}{{ who }} {{ k }} %"
    "{% endblocktranslate %}{{ k }}{{ who }}",
    "{% blocktranslate with m=n count k=m %}{{ k }}{% plural %}{{ m }}{{ nobody }}{% endblocktranslate %}",
    "{% blocktranslate asvar said %}Hello {{ name }}{% endblocktranslate %}<{{ said }}>",
    '{% blocktranslate context "a month" %}May{% endblocktranslate %}',
    '{% blocktranslate context "a month" %}May of {{ name }}{% endblocktranslate %}',
    '{% translate "May" context words %}',
    "{% blocktranslate context words %}May{% endblocktranslate %}",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_reads_as_django_has_it_for_each_reader(sentence: str) -> None:
    ours, djangos = (engine.from_string("{% load i18n %}" + sentence) for engine in (OURS, DJANGOS))
    for reader in (ALICE, BOB, ALICE):
        assert ours.render(Context(reader)) == djangos.render(Context(reader))


@pytest.mark.parametrize("code", ["en-gb", "nl", "he"])
def test_a_word_that_means_several_things_is_said_by_its_context_in_each_language(code: str) -> None:
    source = '{% translate "Take back" context "a token" %}{% translate "Take back" context about %}'
    ours, djangos = (engine.from_string("{% load i18n %}" + source) for engine in (OURS, DJANGOS))
    for about in ("a sanction", "a token"):
        with translation.override("nl"):
            ours.render(Context({"about": about}))
        with translation.override(code):
            assert ours.render(Context({"about": about})) == djangos.render(Context({"about": about}))


def test_what_is_counted_is_a_number() -> None:
    source = "{% load i18n %}{% blocktranslate count k=name %}a{% plural %}b{% endblocktranslate %}"
    for engine in (OURS, DJANGOS):
        with pytest.raises(TemplateSyntaxError, match="must be a number"):
            engine.from_string(source).render(Context(ALICE))


def test_an_address_is_that_which_django_finds() -> None:
    for name, number in (("games:table", 7), ("games:table", 2**63), ("games:chat", 1), ("games:table", 8)):
        assert addresses.of(name, number) == reverse(name, args=[number])
    with pytest.raises(NoReverseMatch):
        addresses.of("games:nowhere", 7)
