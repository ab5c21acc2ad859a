"""The commonest nodes, rendered in few steps, show what Django's own do, and leave no name behind."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Engine, Template
from django.template.exceptions import TemplateDoesNotExist, TemplateSyntaxError
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe

from boatzee_site.flattened import Flattened
from tests.site.test_flattened import GIVEN, both

LOOPS = [
    "{% for key, value in pairs %}{{ key }}={{ value }}{{ forloop.counter }}{% endfor %}",
    "{% for one in list %}{{ forloop.revcounter }}{{ forloop.first }}{% endfor %}",
    "{% for one in list reversed %}{{ forloop.counter0 }}{{ one }}{{ forloop.revcounter0 }}{% endfor %}",
    "{% for a in list %}{% for b in a %}{{ forloop.parentloop.counter }}{{ b }}{% endfor %}{% endfor %}",
    "{% for one in made %}{{ one }}{{ forloop.last }}{% endfor %}{{ one }}{{ forloop }}",
    "{% for a, b in pairs %}{{ b }}{{ a }}{{ c }}{% endfor %}{{ a }}",
    "{% for one in zero_long %}x{% empty %}none{% endfor %}",
    "{% for one in none %}x{% empty %}{{ text }}{% endfor %}",
    "{% for letter in text %}[{{ letter }}]{% endfor %}",
    "{% with a=text b=12 %}{{ a }}{{ b }}{% with a=nothing %}{{ a }}{% endwith %}{{ a }}{% endwith %}{{ a }}",
    "{% autoescape off %}{% for one in list %}{{ one }}{% endfor %}{{ text }}{% endautoescape %}{{ text }}",
    "{% comment %}{{ thing.fails }}{% endcomment %}{{ text }}",
    "{% cycle 'a' 'b' as c %}{% for one in list %}{% cycle c %}{{ one }}{% endfor %}",
]


@pytest.mark.parametrize("source", LOOPS)
def test_loops_and_names_go_as_far_as_they_did(source: str) -> None:
    engine = Engine()
    made = [
        Context(GIVEN | {"made": iter("ab"), "pairs": [("<", 1), (2, ">")], "zero_long": ()}) for _ in "12"
    ]
    django, flat = (
        kind(source, engine=engine).render(one) for kind, one in zip((Template, Flattened), made, strict=True)
    )
    assert flat == django
    assert [len(one.dicts) for one in made] == [2, 2]


@pytest.mark.parametrize(
    "source",
    [
        "{% for a, b in list %}{% endfor %}",
        "{% for a, b, c in pairs %}{% endfor %}",
        "{% for a, b in pairs %}{% with x=a %}{{ thing.fails }}{% endwith %}{% endfor %}",
    ],
)
def test_a_loop_that_fails_leaves_no_name_behind(source: str) -> None:
    context = Context(GIVEN | {"pairs": [(1, 2)], "list": ["abc"]})
    with pytest.raises(ValueError, match=r"Need|as it should"):
        Flattened(source, engine=Engine()).render(context)
    assert len(context.dicts) == 2


TOKENS = [
    "abcXYZ019",
    '"><script>alert(1)</script>',
    "NOTPROVIDED",
    "",
    None,
    lazystr("<late>"),
    mark_safe("<safe>"),
]


@pytest.mark.filterwarnings("ignore:Calling format_html")  # which Django itself does where there is no token
@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("lazy", [False, True])
def test_a_form_has_the_field_that_django_gives_it(token: Any, lazy: bool) -> None:
    source, given = "{% csrf_token %}", {"csrf_token": SimpleLazyObject(lambda: token) if lazy else token}
    django, flat = (kind(source, engine=Engine()).render(Context(given)) for kind in (Template, Flattened))
    assert flat == django
    assert Flattened(source, engine=Engine()).render(Context({})) == ""


def test_numbers_are_parted_where_the_site_parts_them(settings: Any) -> None:
    settings.USE_THOUSAND_SEPARATOR = True
    django, flat = both("{{ many }}{{ zero }}{{ half }}")
    assert flat == django != "123456700.5"


PARENTS = {
    "base": "<{% block title %}base{% endblock %}|{% block body %}{{ text }}{% block inner %}in{% endblock %}"
    "{% endblock %}>",
    "middle": "{% extends 'base' %}{% block title %}{{ name }} {{ block.super }}{% endblock %}",
    "leaf": "{# first #}{% extends middle|default:'middle' %}"
    "{% block inner %}{{ block.super }}{{ block.name }}{% endblock %}",
    "direct": "{% extends parent %}{% block body %}{% with x=text %}{{ x }}{% endwith %}{% endblock %}",
    "used": "{% block title %}{{ name }}{% endblock %}{{ block }}",
    "many": "{% for one in list %}{% include 'leaf' with name=one %}{% endfor %}",
    "rows": "{% for one in list %}{% block row %}{{ one }} {% endblock %}{% endfor %}",
    "told": "{% extends 'rows' %}{% block row %}({{ one }}: {{ block.super }}){% endblock %}",
    "again": "{% extends 'again' %}",
}


def family(loader: str) -> Engine:
    """Templates that extend each other, read by this loader."""
    return Engine(loaders=[(loader, [("django.template.loaders.locmem.Loader", PARENTS)])])


@pytest.mark.parametrize("name", [name for name in PARENTS if name != "again"])
def test_who_extends_another_is_shown_as_django_shows_it_each_time(name: str) -> None:
    django, flat = (
        family(loader)
        for loader in ("django.template.loaders.cached.Loader", "boatzee_site.flattened.Loader")
    )
    for given in ({"name": "<a>", "parent": "base"}, {"name": "b", "parent": "middle", "middle": "base"}) * 2:
        shown = [
            engine.get_template(name).render(Context(GIVEN | given | {"text": "<t>"}))
            for engine in (django, flat)
        ]
        assert shown[0] == shown[1] != ""
    parent = flat.from_string("{% block title %}{% endblock %}made{% block body %}{% endblock %}")
    assert "made" in flat.get_template("direct").render(Context(GIVEN | {"parent": parent}))


@pytest.mark.parametrize("loader", ["django.template.loaders.cached.Loader", "boatzee_site.flattened.Loader"])
def test_who_extends_one_of_the_name_that_is_being_shown_gets_the_next_of_it(loader: str) -> None:
    first = {"page": "{% extends other %}", "frame": "{% extends 'page' %}", "base": "base"}
    locmem = "django.template.loaders.locmem.Loader"
    engine = Engine(loaders=[(loader, [(locmem, first), (locmem, {"page": "the second"})])])
    for _ in range(2):
        assert engine.get_template("frame").render(Context({"other": "base"})) == "base"
        assert engine.get_template("page").render(Context({"other": "frame"})) == "the second"


def test_none_extends_itself_nor_what_is_not_there() -> None:
    engine = family("boatzee_site.flattened.Loader")
    for name, given in (("again", {}), ("direct", {"parent": "nowhere"}), ("direct", {})):
        with pytest.raises((TemplateDoesNotExist, TemplateSyntaxError)):
            engine.get_template(name).render(Context(given))
