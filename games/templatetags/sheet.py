"""The rows of a score sheet. Most of a table's cells change with each roll, and a template takes ten times as
long to draw one.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from accounts.figures import figure
from accounts.spoken import kept_by_language
from games.tables.sheet import HIDDEN, Laid, Line
from games.tables.written import ROWS, Cell, Row, Written
from games.templatetags.boatzee import signed

register = template.Library()
ASIDE = '<span class="visually-hidden">%s</span>'
"""What a reader is told that others see."""


@register.filter
def rows(lines: Iterable[Line]) -> SafeString:
    """Rows of boxes: what stands first, and beside it what the others have."""
    return SafeString(
        "".join([f"{_first(line.row, line.how)}{_others(line.others)}</tr>\n" for line in lines])
    )


@kept_by_language(ROWS)
def _first(row: Row, how: str) -> str:
    """The beginning of a row, with the columns that come first."""
    only, label, hint = escape(row.only), escape(row.box.title), escape(row.box.told)
    if not only:
        return f'<tr>\n<th scope="row" title="{hint}">{label}</th>\n{_cells(row, how)}'
    head = f'<label for="box-{only}">{label}</label>'
    return f'<tr class="line--open">\n<th scope="row" title="{hint}">{head}</th>\n{_cells(row, how)}'


@kept_by_language(ROWS)
def _others(others: tuple[Laid, ...]) -> str:
    """The columns of everybody but whoever comes first."""
    return "".join([_cells(row, how) for row, how in others])


def _cells(row: Row, how: str) -> str:
    if how == HIDDEN:
        return f'<td class="cell cell--hidden">{ASIDE % escape(pgettext("box", "hidden"))}</td>\n'
    if not how:
        return "".join([_cell(cell, "") for cell in row.cells])
    fold, last = escape(how), " cell--last" if row.last else ""
    counts = "" if row.counts is None else row.counts
    left = ASIDE % f" ({escape(_left(row.left))})" if row.left else ""
    folded = f'<td class="number cell fold f{fold}{last}">{counts}{left}</td>\n'
    return folded + "".join([_cell(cell, f" w{fold}") for cell in row.cells])


def _left(count: int) -> str:
    return ngettext("%(count)s open", "%(count)s open", count) % {"count": count}


def _cell(cell: Cell, wide: str) -> str:
    """A box: what it would score, which may be chosen, or what stands in it."""
    if cell.offer is None:
        return _filled(cell, wide)
    box, label, points = escape(cell.box), escape(cell.label), cell.offer
    zero = "" if points else " box--zero"
    told = escape(_told(points) % {"box": cell.label, "points": points})
    return (
        f'<td class="cell cell--open"><label class="box{zero}"><input type="radio" name="box" id="box-{box}"'
        f' value="{box}" data-points="{points}" data-label="{label}" autocomplete="off" aria-label="{told}">'
        f"<span>{points}</span></label></td>\n"
    )


def _told(points: int) -> str:
    return ngettext("%(box)s: %(points)s point", "%(box)s: %(points)s points", points)


def _filled(cell: Cell, wide: str) -> str:
    last = " cell--last" if cell.last else ""
    if cell.points is None:
        return f'<td class="number cell{wide}{last}">{ASIDE % escape(pgettext("box", "open"))}</td>\n'
    aside = ASIDE % f", {escape(gettext('filled last'))}" if cell.last else ""
    return f'<td class="number cell{wide}{last}">{cell.points}{aside}</td>\n'


@register.filter
def tops(columns: Iterable[tuple[Written, str]]) -> SafeString:
    """What the top boxes of each card come to, with the bonus, or how far ahead of it they are."""
    return SafeString("".join([_tops(written, how) for written, how in columns]))


@kept_by_language(ROWS)
def _tops(written: Written, how: str) -> str:
    if how == HIDDEN:
        return "<td></td>"
    fold = escape(how)
    if written.total is None:
        folded, wide = (f'<td class="fold f{fold}"></td>', f' class="w{fold}"') if how else ("", "")
        return folded + f"<td{wide}></td>" * len(written.sums)
    folded, wide = (f'<td class="number fold f{fold}">{written.tops}</td>', f" w{fold}") if how else ("", "")
    pace = escape(gettext("Against the pace that earns the bonus"))
    found = [folded]
    for sums in written.sums:
        ahead = f'<small class="ahead" title="{pace}">{signed(sums.ahead)}</small>'
        bonus = f'<small class="earned">+{sums.bonus}</small>' if sums.bonus else ahead
        found.append(f'<td class="number{wide}">{sums.top} {bonus}</td>')
    return "".join(found)


@register.filter
def sums(columns: Iterable[tuple[Written, str]]) -> SafeString:
    """What each column comes to."""
    return SafeString("".join([_sums(written, how) for written, how in columns]))


@kept_by_language(ROWS)
def _sums(written: Written, how: str) -> str:
    if how == HIDDEN:
        return "<td></td>"
    fold = escape(how)
    folded, wide = (f'<td class="fold f{fold}"></td>', f" w{fold}") if how else ("", "")
    told = ["" if written.total is None else figure(one.total) for one in written.sums]
    return folded + "".join([f'<td class="number{wide}">{total}</td>' for total in told])
