"""Templates that are rendered in fewer steps show what Django's own do."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.template import Context, Engine, RequestContext, Template
from django.template.base import NodeList, VariableDoesNotExist
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils import timezone
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import mark_safe

from accounts.templatetags.flat import NotKept, _Alone
from boatzee_site.flattened import Flattened
from boatzee_site.nodes import Flat

Pair = namedtuple("Pair", "first count")


@dataclass
class Thing:
    """What a template may be given."""

    name: str = "O’Neill & <b>"
    items: list[int] = field(default_factory=lambda: [1, 2])
    inner: Any = None
    asked: int = 0

    def called(self) -> str:
        return "<called>"

    def wants(self, more: str) -> str:
        return more

    def erases(self) -> str:
        raise AssertionError("A template must not do this.")

    erases.alters_data = True  # type: ignore[attr-defined]

    @property
    def missing(self) -> str:
        self.asked += 1
        raise ObjectDoesNotExist

    @property
    def fails(self) -> str:
        raise ValueError("as it should")


GIVEN: dict[str, Any] = {
    "thing": Thing(inner=Thing("inside")),
    "lazy": SimpleLazyObject(lambda: Thing("late")),
    "lazy_text": lazystr("<later>"),
    "safe": mark_safe("<i>safe</i>"),
    "text": "<i>",
    "none": None,
    "no": False,
    "zero": 0,
    "many": 1234567,
    "half": 0.5,
    "exact": Decimal("1.50"),
    "at": datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
    "pair": Pair("<one>", 3),
    "words": {"items": "an item", "name": "<word>", "1": "one"},
    "empty": {},
    "two": {1: "by a number", "1": "by a word", 2: "two"},
    "list": ["<a>", "b"],
    "kind": Thing,
    "call": lambda: "<made>",
}
SHOWN = [
    *("thing.name", "thing.inner.name", "thing.items.1", "thing.called", "thing.wants", "thing.erases"),
    *("thing.missing", "thing.inner.inner.name", "thing.nothing", "nothing", "nothing.name", "lazy.name"),
    *("lazy.called", "lazy_text", "safe", "text", "none", "none.name", "no", "zero", "many", "half", "exact"),
    *("at", "at.year", "pair.first", "pair.count", "pair.0", "pair", "words.items", "words.name", "words.1"),
    *(
        "words.keys",
        "empty.items",
        "list.0",
        "list.5",
        "list",
        "kind.name",
        "call",
        "call.name",
        "text.upper",
    ),
    *(
        '"<text>"',
        "'it'",
        "12",
        "1.5",
        '_("Keys")',
        "text|upper",
        'nothing|default:"<none>"',
        "thing.name|lower",
    ),
    *(
        "list.0|lower",
        "list.1|upper",
        "list.5|upper",
        "words.1|upper",
        "pair.0|lower",
        "thing.items.0",
        "text.0",
    ),
    *(
        "pair.5",
        "words.2",
        "lazy.items.1",
        "nothing.0",
        "nothing.0|upper",
        "zero.0",
        "list.0.0",
        "two.1",
        "two.2",
    ),
    *("text|safe", "list|join:thing.inner.name", "True", "request", "template", "autoescape", "request.path"),
    *("safe|lower", "safe|upper", "text|upper|safe", "safe|cut:'s'", "safe|cut:text", "text|safe|lower"),
    *("list|join:'<br>'", "list|join:safe", "list|join:text", "thing.items|join:'<'|safe", "many|add:zero"),
    *("nothing|default:text", "none|default:safe", "none|default:'<'", "text|default:none", "call|lower"),
    *(
        "at|date:'j F H:i'",
        "at|date:text",
        "at|time",
        "lazy.name|lower",
        "lazy_text|lower",
        "thing.missing|upper",
    ),
    *(
        "text|linebreaks",
        "safe|linebreaks",
        "list|unordered_list",
        "safe|last",
        "safe|slice:':2'",
        "none|default:_('<b>')",
        "words.name|truncatechars:4",
    ),
]
ASKED = [
    *("thing", "nothing", "thing.nothing", "none", "zero", "list", "empty", "call", "no", "request"),
    *("thing and nothing", "nothing or thing", "not nothing", "not thing", "thing.name == 'inside'"),
    *("zero < many", "many in list", "text in words", "text > 3", "not thing.missing", "thing.missing or no"),
    *(
        "zero == no",
        "text != text",
        "many >= 1234567",
        "half <= zero",
        "zero > text",
        "half < none",
        "none != nothing",
    ),
    *("text is text", "zero is not no", "text not in list", "zero not in many", "'<a>' in list", "12 > 11.5"),
    *(
        "thing.name == nothing",
        "thing.fails == 1",
        "not thing.fails == 1",
        "list.0 == '<a>'",
        "_('x') == 'x'",
    ),
    *("none is None", "nothing is None", "no or zero or not empty and text", "list|length > 1"),
    *("thing.fails and text", "not thing.fails", "thing.fails or text"),
    *(
        "nothing|length",
        "nothing|length > 1",
        "nothing|default:text",
        "text|upper == '<I>'",
        "none|default:zero",
    ),
    *(
        "thing.missing|default:text",
        "nothing.name|upper",
        "nothing|default_if_none:'it'",
        "text|default:nothing",
    ),
    *("call|lower == '<made>'", "at|date:'H' == '12'"),
]


def both(source: str, context: type[Context] = Context, **options: Any) -> tuple[str, str]:
    """What Django makes of a template, and what comes of the same in fewer steps."""
    engine = Engine(string_if_invalid=options.pop("invalid", ""))
    if context is RequestContext:
        made: Any = [RequestContext(RequestFactory().get("/here"), GIVEN) for _ in range(2)]
    else:
        made = [context(GIVEN, **options) for _ in range(2)]
    kinds = (Template, Flattened)
    return tuple(kind(source, engine=engine).render(one) for kind, one in zip(kinds, made, strict=True))  # type: ignore[return-value]


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("options", [{}, {"autoescape": False}, {"invalid": "no %s!"}])
def test_a_value_is_shown_as_django_shows_it(name: str, options: dict[str, Any]) -> None:
    django, flat = both(f"a {{{{ {name} }}}} b", **options)
    assert flat == django


def test_an_instant_is_of_the_time_zone_of_the_page() -> None:
    with timezone.override("Asia/Tokyo"):
        django, flat = both(
            "{{ at|date:'H:i' }} {{ at|time:'H' }} {% if at|date:'H' == '12' %}noon{% endif %}"
        )
    assert flat == django == "12:04 12 noon"


@pytest.mark.parametrize("source", ["{{ thing.missing }}", "{{ thing.missing|upper }}"])
def test_what_may_cost_a_query_is_asked_for_twice_at_most(source: str) -> None:
    thing = Thing()
    assert Flattened(source, engine=Engine()).render(Context({"thing": thing})) == ""
    assert thing.asked <= 2  # once more by Django, which knows what is passed over


def test_what_a_filter_is_given_must_be_there() -> None:
    for kind in (Template, Flattened):
        with pytest.raises(VariableDoesNotExist):
            kind("{{ text|default:nothing }}", engine=Engine()).render(Context(GIVEN))


@pytest.mark.parametrize("name", ["request", "request.path", "template", "thing.name", "nothing", "user"])
def test_so_it_is_on_a_page(name: str) -> None:
    django, flat = both(f"{{{{ {name} }}}}{{% if {name} %}}yes{{% endif %}}", RequestContext)
    assert django.partition(" at 0x")[0] == flat.partition(" at 0x")[0]


@pytest.mark.parametrize("test", ASKED)
def test_an_if_chooses_as_django_does(test: str) -> None:
    source = f"{{% if {test} %}}<{{{{ text }}}}>{{% elif list %}}list{{% else %}}neither{{% endif %}}"
    django, flat = both(source)
    assert flat == django


def test_blocks_within_blocks_are_as_they_were() -> None:
    source = (
        "{% for one in list %}{{ forloop.counter }}{% if forloop.last %}!{% elif one %}{{ one }}{% endif %}"
        "{% empty %}none{% endfor %}{% with x=thing.inner %}{{ x.name }}{% endwith %}{# no #}"
        "{% for one in nothing %}{{ one }}{% empty %}none of {{ text }}{% endfor %}"
        "{% for one in nothing|slice:':2' %}{{ one }}{% empty %}none{% endfor %}"
        "{% for one in list|slice:':1' %}{{ one }}{% endfor %}"
    )
    django, flat = both(source)
    assert flat == django != ""


@pytest.mark.parametrize(
    "source",
    [
        *("{{ thing.fails }}", "{% if thing.fails %}{% endif %}"),
        *("{{ thing.fails|upper }}", "{% for one in thing.fails|slice:'1' %}{% endfor %}"),
    ],
)
def test_what_fails_fails_here_too(source: str) -> None:
    for kind in (Template, Flattened):
        with pytest.raises(ValueError, match="as it should"):
            kind(source, engine=Engine()).render(Context(GIVEN))


@pytest.mark.parametrize("source", ["{{ other }}", "{% if other %}{% endif %}"])
def test_a_part_that_is_kept_still_refuses_what_it_was_not_given(source: str) -> None:
    alone = _Alone({"text": "given"})
    template = Flattened(source, engine=Engine())
    with pytest.raises(NotKept), alone.bind_template(template):
        template.nodelist.render(alone)


def test_the_site_is_made_of_such_templates_and_what_is_always_the_same_is_text() -> None:
    template: Any = get_template("base.html")
    nodes = template.template.nodelist
    assert isinstance(nodes, Flat)
    assert any(isinstance(part, str) for part in nodes.parts)


def test_in_debug_django_says_where_a_page_failed() -> None:
    template = Flattened("one\n{{ thing.fails }}", engine=Engine(debug=True))
    assert type(template.nodelist) is NodeList
    with pytest.raises(ValueError, match="as it should") as failed:
        template.render(Context(GIVEN))
    assert failed.value.template_debug["line"] == 2  # type: ignore[attr-defined]
