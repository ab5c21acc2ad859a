"""The rows of the sheet are what a template makes of the same values, and no word gets out of its place."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from django.template import Context, Template

from games.rules.base import Kind, Pace
from games.rules.cards.card import Box, Section, Sums
from games.tables.sheet import HIDDEN, Line, Sheet
from games.tables.written import Cell, Row, Written
from games.templatetags.sheet import rows, sums, tops
from tests.games.test_sheets import game, laid, started
from tests.long import sample

CELLS = """
{% if how == "hidden" %}<td class="cell cell--hidden">
<span class="visually-hidden">{% translate "hidden" %}</span></td>
{% else %}{% if how %}<td class="number cell fold f{{ how }}{% if row.last %} cell--last{% endif %}">
{{ row.counts|default_if_none:"" }}{% if row.left %}<span class="visually-hidden"> ({{ row.left }}
 {% translate "open" %})</span>{% endif %}</td>
{% endif %}{% for cell in row.cells %}{% if cell.offer is not None %}<td class="cell cell--open">
<label class="box{% if cell.offer == 0 %} box--zero{% endif %}">
<input type="radio" name="box" id="box-{{ cell.box }}"
 value="{{ cell.box }}" data-points="{{ cell.offer }}" data-label="{{ cell.label }}" autocomplete="off"
 aria-label="{{ cell.label }}: {{ cell.offer }} point{{ cell.offer|pluralize }}">
<span>{{ cell.offer }}</span></label></td>
{% else %}<td class="number cell{% if how %} w{{ how }}{% endif %}{% if cell.last %} cell--last{% endif %}">
{% if cell.points is None %}<span class="visually-hidden">{% translate "open" %}</span>
{% else %}{{ cell.points }}{% if cell.last %}
<span class="visually-hidden">, {% translate "filled last" %}</span>{% endif %}
{% endif %}</td>{% endif %}{% endfor %}{% endif %}"""
ROWS = (
    """{% load i18n boatzee humanize %}{% for line in lines %}{% with row=line.row how=line.how %}
<tr{% if row.only %} class="line--open"{% endif %}><th scope="row" title="{{ row.box.hint }}">
{% if row.only %}<label for="box-{{ row.only }}">{{ row.box.label }}</label>
{% else %}{{ row.box.label }}{% endif %}</th>
"""
    + CELLS
    + "{% endwith %}{% for row, how in line.others %}"
    + CELLS
    + "{% endfor %}</tr>{% endfor %}"
)
TOPS = """{% load i18n boatzee %}{% for written, how in columns %}
{% if how == "hidden" %}<td></td>
{% elif written.total is None %}{% if how %}<td class="fold f{{ how }}"></td>{% endif %}
{% for sums in written.sums %}<td{% if how %} class="w{{ how }}"{% endif %}></td>{% endfor %}
{% else %}{% if how %}<td class="number fold f{{ how }}">{{ written.tops }}</td>{% endif %}
{% for sums in written.sums %}<td class="number{% if how %} w{{ how }}{% endif %}">
{{ sums.top }}{% if sums.bonus %}
 <small class="earned">+{{ sums.bonus }}</small>{% else %}
 <small class="ahead" title="{% translate "Against the pace that earns the bonus" %}">
{{ sums.ahead|signed }}</small>
{% endif %}</td>{% endfor %}{% endif %}{% endfor %}"""
SUMS = """{% load humanize %}{% for written, how in columns %}
{% if how == "hidden" %}<td></td>{% else %}{% if how %}<td class="fold f{{ how }}"></td>{% endif %}
{% for sums in written.sums %}<td class="number{% if how %} w{{ how }}{% endif %}">
{% if written.total is not None %}{{ sums.total|intcomma }}{% endif %}
</td>{% endfor %}{% endif %}{% endfor %}"""


def plain(html: str) -> str:
    """Without what stands between tags for the eye alone."""
    return re.sub(r"\s+", " ", re.sub(r"\s*(<[^>]*>)\s*", r"\1", html))


def by_template(source: str, **values: Any) -> str:
    return plain(Template(source).render(Context(values)))


def compare(one: Sheet) -> None:
    """All rows of it are as the reference has them."""
    for lines in (one.top, one.bottom):
        assert plain(rows(lines)) == by_template(ROWS, lines=lines)
    assert plain(tops(one.columns)) == by_template(TOPS, columns=one.columns)
    assert plain(sums(one.columns)) == by_template(SUMS, columns=one.columns)


@pytest.mark.parametrize("pace", [Pace.TURNS, Pace.SPLIT])
@pytest.mark.parametrize("code", sample(["BZ", "BD", "BT", "DG", "BX", "BO"], "BX", "BD"))
def test_whole_matches_are_shown_as_the_reference_shows_them(code: str, pace: Pace) -> None:
    rules, state, choose = game(code), started(code, pace=pace), random.Random(code)
    number = 0
    while rules.result(state) is None:
        seat = choose.choice(rules.to_act(state))
        moves = rules.moves(state, seat)
        wanted = choose.choice([move for move in moves if move.kind is Kind.SCORE] or moves)
        count = rules.dice_wanted(state, seat, wanted)
        if count or number % 9 == 0:
            for viewer in (seat, (seat + 1) % 3, None):
                compare(laid(code, state, viewer))
        state = rules.play(state, seat, wanted, tuple(choose.choices(range(1, 7), k=count)))
        number += 1
    compare(laid(code, state, None))


HOSTILE = """<b onclick='x("&amp;")'>"""
BOX = Box(HOSTILE, HOSTILE, Section.TOP, HOSTILE, 5, lambda _dice: 0)


def hostile(**changed: Any) -> Row:
    """A row in which no word is to be trusted."""
    cell = Cell(HOSTILE, BOX, 0, None, 1, last=False)
    return replace(Row(BOX, (cell,), None, 1), **changed)


@pytest.mark.parametrize("how", ["", HIDDEN, "1", HOSTILE])
def test_no_word_of_a_row_gets_out_of_its_place(how: str) -> None:
    cells = (
        Cell(HOSTILE, BOX, 0, 7, None, last=True),
        Cell(HOSTILE, BOX, 0, 0, None, last=False),
        Cell(HOSTILE, BOX, 0, None, 0, last=False),
        Cell(HOSTILE, BOX, 0, None, None, last=False),
    )
    for row in (hostile(), hostile(cells=cells, counts=-3, left=0), hostile(cells=cells[:1], counts=0)):
        lines = (Line(row, how, ((row, how), (row, ""))),)
        made = rows(lines)
        assert "<b" not in made
        assert HOSTILE not in made
        assert plain(made) == by_template(ROWS, lines=lines)
    written = Written(
        (1,), (), (), (Sums(1200, 0, 3, 4500, -2), Sums(0, 35, 3, -4, 2)), 5, 0, None, 1, 2, offered=False
    )
    for one in (written, replace(written, total=12_345)):
        columns = ((one, how),)
        assert "<b" not in tops(columns) + sums(columns)
        assert plain(tops(columns)) == by_template(TOPS, columns=columns)
        assert plain(sums(columns)) == by_template(SUMS, columns=columns)
