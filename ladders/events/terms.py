"""What players agree to when they enter an event, in words: it stands on its page from first to last.

Nothing here is typed twice: each line says what the event's own settings are, as the formats, the clocks and
the engine read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import dates, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.figures import figure, written
from games import options
from games.rules import RULES
from games.rules.base import Pace
from ladders import table
from ladders.events import boards, rounds
from ladders.formats import BETWEEN_CLUBS, LIVE, SAME_DICE, round_robin, team, ties
from ladders.models import Event


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is agreed: what it is about, what was chosen, and the page that explains it, if any."""

    about: str
    says: str
    topic: str = ""


def terms(event: Event, entrants: int) -> list[Term]:
    """All that is agreed to, in the order in which one asks; `entrants` are in so far. No query."""
    field = max(entrants, event.fewest, table.form_of(event).FEWEST)
    found = [
        Term(_("Format"), str(event.get_format_display()), event.format),
        Term(_("Game"), _game(event)),
        Term(_("Matches"), _matches(event, field), event.format),
        *_divisions(event),
        Term(_("Pace"), _pace(event), "clocks"),
        _length(event),
        *_clock(event),
        Term(_("Rating"), _rating(event), "ratings"),
        Term(_("Who may enter"), " ".join(_who(event))),
        Term(_("Size"), _size(event)),
        *_robots(event),
        Term(_("Begins"), _begins(event)),
        Term(_("Ends"), _ends(event, field)),
    ]
    if event.recurring:
        found.append(Term(_("Again"), _("When it begins, the next of its kind opens for entries.")))
    return found


def _game(event: Event) -> str:
    return ". ".join([RULES[event.code].name, *options.spelled_out(event.code, event.options)]) + "."


def _matches(event: Event, field: int) -> str:
    """How much there is to play, as far as anybody can know it."""
    form = table.form_of(event)
    number = form.rounds(field, table.settings_of(event))
    if event.format in LIVE:
        return _(
            "As many matches of two as fit into the time: whoever is free is paired anew as soon as somebody"
            " else is. You can enter while it runs, rest, and come back."
        )
    if event.format in {"league", "champions"}:
        return ngettext(
            "%(count)d match, in which everybody in a division plays at one table.",
            "%(count)d matches, in each of which everybody in a division plays at one table.",
            event.matches,
        ) % {"count": event.matches}
    if number is None:
        return _race(event)
    if event.format in SAME_DICE:
        return boards.said(event)
    if event.format in BETWEEN_CLUBS:
        return boards.said_of_clubs(event)
    if event.format == "round-robin":
        return _sections(event)
    if event.format == "swiss":
        said = ngettext(
            "%(count)d round of one match each with %(field)d players.",
            "%(count)d rounds of one match each with %(field)d players.",
            number,
        )
    else:
        said = ngettext(
            "At most %(count)d round with %(field)d players; a tie is %(legs)d matches, more on a full tie.",
            "At most %(count)d rounds with %(field)d players; a tie is %(legs)d matches, more on a full tie.",
            number,
        )
    return said % {"count": number, "field": field, "legs": ties.FIRST}


def _race(event: Event) -> str:
    number = {"target": figure(event.target), "singles": team.SINGLES}
    if event.format == "team":
        said = _(
            "Rounds of %(singles)d single matches each, until a team has %(target)s points:"
            " that round is the last, and the highest grand total wins."
        )
    else:
        said = _(
            "Rounds in which all play one match together, until somebody has %(target)s points:"
            " that round is the last, and the highest grand total wins."
        )
    return said % number


def _sections(event: Event) -> str:
    said = _(
        "Two matches against everybody in your section, which has %(least)d to %(most)d players;"
        " the winners of the sections go on."
    ) % {"least": round_robin.SMALLEST, "most": round_robin.LARGEST}
    if not event.at_once:
        return said + " " + _("All of a stage begin together.")
    at_once = ngettext(
        "You get %(count)d match at a time.",
        "You get at most %(count)d matches at once.",
        event.at_once,
    )
    return said + " " + at_once % {"count": event.at_once}


def _divisions(event: Event) -> list[Term]:
    if event.format != "league":
        return []
    agreed = table.settings_of(event)
    said = ngettext(
        "At most %(count)d player in each.", "At most %(count)d players in each.", agreed.division
    ) % {"count": agreed.division}
    if agreed.moving:
        moves = ngettext(
            "For the next season %(count)d goes up and %(count)d goes down between neighbours.",
            "For the next season %(count)d go up and %(count)d go down between neighbours.",
            agreed.moving,
        )
        said += " " + moves % {"count": agreed.moving}
    return [Term(_("Divisions"), said, "league")]


def _pace(event: Event) -> str:
    if event.pace == Pace.DUPLICATE:
        return _(
            "Duplicate: everybody plays their own card when it suits, unseen by the others, and all get the"
            " same dice in every turn."
        )
    if event.apart:
        return _("Split: everybody plays their own card when it suits, unseen by the others.")
    return _("Turn by turn, in the order of the seats.")


def _length(event: Event) -> Term:
    if event.format in LIVE:
        return Term(_("Lasts"), _minutes(event), "arena")
    return Term(_("Length of a round"), _days(event), "clocks")


def _minutes(event: Event) -> str:
    last = table.time_for(event.code)
    said = _(
        "%(minutes)d minutes. In the last %(last)d no new pairs are made; what runs when they are over is"
        " decided by the totals, or by absence."
    )
    return said % {"minutes": event.minutes, "last": round(last / timedelta(minutes=1))}


def _days(event: Event) -> str:
    days = rounds.days_of(event)
    if event.apart:
        said = ngettext(
            "%(count)d day, and no other deadline. Anybody with an open box then is absent.",
            "%(count)d days, and no other deadline. Anybody with an open box then is absent.",
            days,
        )
    else:
        said = ngettext(
            "%(count)d day. What still runs then is decided by the totals, or by absence.",
            "%(count)d days. What still runs then is decided by the totals, or by absence.",
            days,
        )
    return said % {"count": days}


def _clock(event: Event) -> list[Term]:
    """Of matches by turns alone: a split card has no clock but its round's, and takes no standing orders."""
    if event.apart:
        return []
    return [
        Term(_("Clock"), f"{event.get_clock_display()}.", "clocks"),
        Term(_("Days off"), _days_off(event), "clocks"),
        Term(_("Standing orders"), _orders(event)),
    ]


def _orders(event: Event) -> str:
    if event.no_orders:
        return _("Not allowed: every roll is made by its player.")
    return _("Allowed: the site may roll first, and bank, for a player who is away.")


def _days_off(event: Event) -> str:
    if event.weekend is None:
        return _("Everybody’s own: up to two days a week.")
    if not event.weekend:
        return _("None: the clocks run every day.")
    days = [str(dates.WEEKDAYS[day]) for day in sorted(event.weekend) if day in dates.WEEKDAYS]
    return _("The same for all: %(days)s.") % {"days": ", ".join(days)}


def _who(event: Event) -> list[str]:
    said = [_("By invitation.") if event.way == Event.Way.INVITED else _("Everybody.")]
    if event.bots:
        said = [_("Bots alone: programs that players have declared.")]
    if event.club is not None:
        said.append(_("Members of %(club)s only.") % {"club": event.club})
    if event.lowest and event.highest:
        bounds = {"low": event.lowest, "high": event.highest}
        said.append(_("With a rating from %(low)d to %(high)d.") % bounds)
    elif event.lowest:
        said.append(_("With a rating of %(low)d or more.") % {"low": event.lowest})
    elif event.highest:
        said.append(_("With a rating of %(high)d or less.") % {"high": event.highest})
    if event.most_time_outs is not None:
        late = {"percent": event.most_time_outs}
        said.append(_("With time-outs in at most %(percent)d of every 100 recent matches.") % late)
    return said


def _rating(event: Event) -> str:
    if event.bots:
        return _("Every match is rated, among bots, but for those of two bots of one player.")
    if event.robots_after is None:
        return _("Every match is rated.")
    return _("Every match is rated in which no robot plays.")


def _robots(event: Event) -> list[Term]:
    """Who takes the places that nobody wanted, where somebody does."""
    if event.robots_after is None:
        return []
    if event.begins_at is not None and event.started_at is None:
        said = _("They take the places that are free when it begins, and are marked as robots.")
    else:
        said = ngettext(
            "They take the places that are still free %(count)d hour after the first player has entered, and"
            " are marked as robots.",
            "They take the places that are still free %(count)d hours after the first player has entered, and"
            " are marked as robots.",
            event.robots_after,
        ) % {"count": event.robots_after}
    return [Term(_("Robots"), said)]


def _size(event: Event) -> str:
    fewest = max(event.fewest, table.form_of(event).FEWEST)
    numbers = {"least": fewest, "most": event.most}
    if table.form_of(event).TEAMS:
        numbers |= {"members": team.MEMBERS[0], "all": team.MEMBERS[-1]}
        if event.most is None:
            return _("%(least)d teams or more, of %(members)d to %(all)d players.") % numbers
        return _("%(least)d to %(most)d teams, of %(members)d to %(all)d players.") % numbers
    if event.most is None:
        return _("%(least)d players or more.") % numbers
    return _("%(least)d to %(most)d players.") % numbers


def _begins(event: Event) -> str:
    if event.started_at is not None:
        return _("It began on %(when)s.") % {"when": _moment(event.started_at)}
    if event.begins_at is not None:
        said = _("On %(when)s; everybody is asked to confirm in the days before.")
        if event.bots:
            said = _("On %(when)s, or on a later hour, as soon as two bots have entered.")
        return said % {"when": _moment(event.begins_at)}
    if event.most is not None:
        return _("As soon as it is full.")
    return _("When the director starts it.")


def _ends(event: Event, field: int) -> str:
    if event.ended_at is not None:
        return _("It ended on %(when)s.") % {"when": _moment(event.ended_at)}
    if event.format in LIVE:
        return _("When its time is over.")
    latest = _projected_end(event, field)
    if latest is None:
        return _("It lasts as long as the play lasts.")
    if event.started_at is None and event.begins_at is None:
        if event.status != Event.Status.OPEN:
            return _("It did not begin.")
        days = round((latest - timezone.now()) / timedelta(days=1))
        return ngettext(
            "At the latest %(count)d day after it begins.",
            "At the latest %(count)d days after it begins.",
            days,
        ) % {"count": days}
    return _("By %(when)s at the latest, unless a round is extended.") % {
        "when": written(timezone.localtime(latest), "j F Y")
    }


def _projected_end(event: Event, entrants: int) -> datetime | None:
    """When the event will be over at the latest; None where nobody can tell."""
    count = table.form_of(event).rounds(max(entrants, event.fewest, 2), table.settings_of(event))
    if count is None:
        return None
    days = rounds.days_of(event)
    begin = event.started_at or event.begins_at or timezone.now()
    return begin + count * timedelta(days=days)


def _moment(at: datetime) -> str:
    return str(written(timezone.localtime(at), "j F Y, H:i"))
