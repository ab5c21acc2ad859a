"""Parts of templates that are rendered once and kept: nobody's own gets into them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.template import Context, RequestContext, TemplateSyntaxError, engines
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import User
from accounts.templatetags.flat import NotKept
from games.tables.base import Die


def drawn(text: str, **context: Any) -> str:
    """What a template with this text makes of these names."""
    return str(_template(text).render(Context(context)))


def _template(text: str) -> Any:
    return engines["django"].engine.from_string("{% load flat static %}" + text)  # type: ignore[attr-defined]


def test_a_constant_is_the_same_each_time_and_around_it_everything_changes() -> None:
    whole = _template(
        "{{ name }} {% constant %}<a href='{% url 'games:rules' %}'>&</a>{% endconstant %} {{ name }}"
    )
    for name in ("one", "two"):
        assert whole.render(Context({"name": name})) == f"{name} <a href='/rules/'>&</a> {name}"


@pytest.mark.parametrize(
    "text",
    [
        "{{ user.username }}",
        "{% if user %}you{% endif %}",
        "{% if user == 'alice' or not match %}you{% endif %}",  # Django takes what fails in it for no
        "{% csrf_token %}",
        "{% include 'games/_die.html' %}",
        "{% url 'games:table' match.pk %}",
        "{% for one in many %}{{ one }}{% endfor %}",
    ],
)
def test_a_constant_that_asks_for_anything_of_the_page_fails(text: str, rf: RequestFactory) -> None:
    whole = _template("{% constant %}" + text + "{% endconstant %}")
    known = {"user": "alice", "face": 1, "match": 1, "many": [1], "csrf_token": "secret"}
    with pytest.raises(NotKept):
        whole.render(RequestContext(rf.get("/"), known))


def test_no_block_can_be_constant() -> None:
    with pytest.raises(TemplateSyntaxError):
        _template("{% constant %}{% block title %}{% endblock %}{% endconstant %}")


def test_a_kept_part_shows_its_values_and_is_not_rendered_again_for_the_same() -> None:
    whole = _template("{% for face in faces %}{% kept 'games/_die.html' face=face %}{% endfor %}")
    node = whole.nodelist.get_nodes_by_type(type(whole.nodelist[1].nodelist_loop[0]))[0]
    shown = whole.render(Context({"faces": [1, 3, 1, 1]}))
    assert shown.count("<circle") == 1 + 3 + 1 + 1
    assert node.drawn.cache_info().misses == 2


def test_a_kept_part_sees_nothing_else_of_the_page() -> None:
    with pytest.raises(NotKept, match="face"):
        drawn("{% kept 'games/_die.html' die=face %}", face=1)


def test_a_kept_part_takes_no_row_of_a_table_which_would_show_what_once_stood_in_it() -> None:
    with pytest.raises(NotKept):
        drawn("{% kept 'games/_die.html' face=user %}", user=User(pk=1))


def test_what_is_alike_and_of_another_kind_is_kept_apart() -> None:
    whole = _template("{% kept 'games/tables/_total.html' total=points how='' columns=1 %}")
    assert [whole.render(Context({"points": points})).strip() for points in (1, 1.0)] == [
        f'<td class="number total">{said}</td>' for said in ("1", "1.0")
    ]


def test_what_a_kept_part_shows_is_escaped() -> None:
    part = "{% kept 'games/tables/_total.html' total=points how='' columns=1 %}"
    assert "&lt;b&gt;" in drawn(part, points="<b>")


def test_values_that_can_change_are_refused() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        drawn("{% kept 'games/tables/_tiny.html' dice=dice %}", dice=[1, 2])


@pytest.mark.parametrize("text", ["{% kept name face=1 %}", "{% kept 'games/_die.html' 1 %}"])
def test_a_kept_part_is_named_in_quotes_and_its_values_have_names(text: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        _template(text)


def test_a_die_that_was_kept_is_no_die_that_fell() -> None:
    shown = [
        drawn("{% kept 'games/tables/_seen.html' die=die %}", die=die) for die in (Die(5), Die(5, kept=True))
    ]
    assert "five, kept" not in shown[0]
    assert "five, kept" in shown[1]


@pytest.mark.parametrize("name", ["games:table", "games:move", "games:replay", "games:rematch", "games:join"])
def test_an_address_with_a_number_is_that_of_django(name: str) -> None:
    assert drawn(f"{{% address '{name}' number %}}", number=907) == reverse(name, args=[907])
    assert drawn(f"{{% address '{name}' number %}}", number=1) == reverse(name, args=[1])


def test_what_is_inline_stands_there_as_an_include_would() -> None:
    for name in ("include", "inline"):
        given = "with face=other " if name == "include" else "face=other "
        text = f"{{% {name} 'games/_die.html' {given}%}}{{{{ face }}}}{{% {name} 'games/_die.html' %}}"
        shown = drawn(text, face=2, other=5)
        assert shown == drawn(
            "{% include 'games/_die.html' with face=5 %}2{% include 'games/_die.html' %}", face=2
        )


@pytest.mark.django_db
def test_where_a_visitor_says_that_the_site_lies_gets_into_nobodys_page(rf: RequestFactory) -> None:
    """Gunicorn takes the header SCRIPT_NAME of whoever comes from its own machine, as a proxy there does."""
    asked = rf.get(reverse("games:rules"), SCRIPT_NAME="/elsewhere").environ
    page = b"".join(WSGIHandler()(asked, lambda *_: print))
    assert b"<html" in page
    assert b"/elsewhere" not in page
    assert drawn("{% address 'games:table' 7 %}") == "/matches/7/"
