"""What a result would change, in sentences, before anybody decides it: pure reckoning, nothing is stored.

Cards that are hidden stay so: such a match is reckoned as if each of the hidden cards had been the best, and
only what is the same whatever they show is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.alphabets import isolated
from games.models import Match
from ladders import absence, table
from ladders.events import log, queries
from ladders.formats import BRACKETS, base
from ladders.formats.counted import corrected, for_nobody
from ladders.models import Entry, Event, Fixture

OTHERS = 6
"""Entrants beside those of the match, and next matches, that are named; the rest is counted."""
BEST = 1_000_000
"""More than any card makes."""


def deciding(fixture: Fixture, places: Sequence[int]) -> list[str]:
    """What it changes to decide a running match so."""
    match = Match.objects.get(pk=fixture.match_id or 0)
    match.adjudicated = True
    rows = list(match.seats.order_by("index"))
    absent, late = absence.absent_and_late(match, rows)
    totals = match.rules.totals(match.table)
    hidden = match.rules.hidden(match.table, None)
    variants = [
        tuple((BEST if seat == best else 0) if seat in hidden else total for seat, total in enumerate(totals))
        for best in (*hidden, None)
    ]
    now = timezone.now()
    return _told(
        fixture,
        [
            base.Result(
                tuple(places),
                variant,
                now,
                frozenset(fixture.seats[seat] for seat in absent),
                frozenset(fixture.seats[seat] for seat in late),
            )
            for variant in variants
        ],
    )


def correcting(fixture: Fixture, places: Sequence[int], absent: Sequence[int]) -> list[str]:
    """What it changes to give a match that is over these places, with these entries absent."""
    old = table.as_result(fixture.result or {})
    return [*_told(fixture, [corrected(old, places, absent)]), *_of_ratings(fixture)]


def discounting(fixture: Fixture) -> list[str]:
    """What it changes to let a match count for nobody."""
    none = for_nobody(len(fixture.seats), timezone.now())
    over = fixture.result is not None
    return [*_told(fixture, [none]), *(_of_ratings(fixture) if over else [])]


def _of_ratings(fixture: Fixture) -> list[str]:
    if Match.objects.filter(pk=fixture.match_id or 0, rated=True).exists():
        return [_("What the match has made of ratings is taken back; it is not rated again.")]
    return []


def _told(fixture: Fixture, variants: Sequence[base.Result]) -> list[str]:
    """What is the same in all variants, and that there is more where they differ."""
    section, event = fixture.section, fixture.section.event
    places = list(section.places.select_related("entry__team", "entry__player"))
    names = {place.entry_id: place.entry.name for place in places}
    before, key = table.load(section, places), table.as_fixture(section, fixture).key
    told = [
        _changes(event, before, replace(before, results={**before.results, key: result}), names, fixture)
        for result in variants
    ]
    first = told[0]
    same = [line for line in first if all(line in other for other in told)]
    if any(other != first for other in told):
        same.append(_("The rest hangs on cards that stay hidden until the match is over."))
    return same or [_("The table stays as it is.")]


def _changes(
    event: Event, before: base.Event, after: base.Event, names: Mapping[int, str], fixture: Fixture
) -> list[str]:
    form = table.form_of(event)
    return [
        *_lines(form, before, after, names, fixture),
        *_ties(event, before, after, names),
        *_what_comes(form, before, after, names),
    ]


def _lines(
    form: base.Format, before: base.Event, after: base.Event, names: Mapping[int, str], fixture: Fixture
) -> list[str]:
    """The lines of the table that change: those of the match, then a few others."""
    was = {row.entrant: row for row in form.standings(before)}
    own: list[str] = []
    others: list[str] = []
    for row in form.standings(after):
        old = was[row.entrant]
        if (old.rank, old.points) == (row.rank, row.points):
            continue
        facts = {
            "name": names[row.entrant],
            "before": _points(old.points),
            "after": _points(row.points),
            "old": _place(old.rank),
            "new": _place(row.rank),
        }
        if old.rank == row.rank:
            said = _("%(name)s: %(before)s become %(after)s.")
        elif old.points == row.points:
            said = _("%(name)s: %(old)s becomes %(new)s.")
        else:
            said = _("%(name)s: %(before)s become %(after)s; %(old)s becomes %(new)s.")
        (own if row.entrant in fixture.seats else others).append(said % facts)
    more = len(others) - OTHERS
    if more > 0:
        others = others[:OTHERS]
        others.append(
            ngettext("%(more)d more line changes.", "%(more)d more lines change.", more) % {"more": more}
        )
    return own + others


def _points(points: Fraction) -> str:
    number = queries.number(str(points))
    return ngettext("%(number)s point", "%(number)s points", 1 if points == 1 else 2) % {"number": number}


def _place(rank: int | None) -> str:
    return _("no place") if rank is None else _("place %(rank)d") % {"rank": rank}


def _ties(event: Event, before: base.Event, after: base.Event, names: Mapping[int, str]) -> list[str]:
    """The ties that are decided otherwise than before."""
    draw = BRACKETS.get(event.format)
    if draw is None:
        return []
    was = {(tie.round, tie.number): tie for ties in draw(before) for tie in ties}
    said = []
    for tie in (tie for ties in draw(after) for tie in ties):
        old = was[tie.round, tie.number]
        if tie.pair is None or (old.decided, old.winner) == (tie.decided, tie.winner):
            continue
        if tie.winner is not None:
            loser = names[next(one for one in tie.pair if one != tie.winner)]
            facts = {"winner": names[tie.winner], "loser": loser}
            said.append(_("%(winner)s wins the tie against %(loser)s.") % facts)
        else:
            facts = {"one": names[tie.pair[0]], "other": names[tie.pair[1]]}
            said.append(
                _("Nobody goes up from the tie of %(one)s and %(other)s.") % facts
                if tie.decided
                else _("The tie of %(one)s and %(other)s is open again.") % facts
            )
    return said


def _what_comes(
    form: base.Format, before: base.Event, after: base.Event, names: Mapping[int, str]
) -> list[str]:
    """What is played or rolled then, and whether it is the end."""
    rolls = form.roll_offs(after)
    if rolls:
        return [
            _("%(names)s are level then and roll off.")
            % {"names": ", ".join(names[one] for one in roll.entrants)}
            for roll in rolls[:OTHERS]
        ]
    if form.over(after):
        return [] if form.over(before) else [_("Nothing is left to play then: the table is complete.")]
    known = {fixture.key for fixture in form.next_fixtures(before)}
    new = [one for one in form.next_fixtures(after) if one.key not in known and not one.bye]
    said = [
        _("Then %(names)s play.") % {"names": " – ".join(isolated(names[seat]) for seat in one.seats)}
        for one in new[:OTHERS]
    ]
    more = len(new) - OTHERS
    if more > 0:
        said.append(
            ngettext("%(more)d more match begins.", "%(more)d more matches begin.", more) % {"more": more}
        )
    return said


def offence(entry: Entry, *, at_once: bool) -> list[str]:
    """What it changes to record an offence."""
    if not (at_once or entry.warned):
        return [_("%(name)s is warned; a second time disqualifies.") % {"name": entry.name}]
    return [
        _("%(name)s is disqualified: what runs is forfeited, what is over stands.") % {"name": entry.name},
        _("%(name)s has no place, title or medal, and those behind move up.") % {"name": entry.name},
    ]


def clearing(entry: Entry) -> list[str]:
    """What it changes to take a warning or a disqualification back."""
    name = {"name": entry.name}
    if not entry.disqualified:
        return [_("The warning of %(name)s is taken back.") % name]
    said = [_("%(name)s is no longer disqualified, and stands where the results say.") % name]
    if entry.event.status == Event.Status.REVIEW:
        said.append(_("The event does not go on for it: what was not played will not be played."))
    elif entry.put_out and log.can_play(entry):
        said.append(_("%(name)s plays on; what was lost meanwhile stays lost.") % name)
    else:
        said.append(_("%(name)s had left before, or cannot play: that stays so.") % name)
    return said
