"""How a match of named players comes about: invitations, answers, and playing again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import holding, limits, spending
from accounts.models import User
from accounts.people import relations
from games.clock import DEFAULT_PRESET, PRESETS
from games.match import notices, play, seating
from games.models import Match, Seat
from games.rules import RULES
from games.rules.base import BadOptions, Pace
from games.seats import bots, queries


class TooManyMatches(Exception):
    """The player has as many unfinished matches as one may have."""


class KeptApart(Exception):
    """One of the players ignores another."""


class PlayerGone(Exception):
    """One of the players has closed the account, or is suspended. The sentence says which."""


class AlreadyAnswered(Exception):
    """The invitation is no longer open."""


@transaction.atomic
def invite(
    maker: User,
    others: Sequence[User],
    code: str,
    options: Mapping[str, Any],
    pace: Pace,
    clock: str,
    *,
    rated: bool | None = None,
    rematch_of: Match | None = None,
) -> Match:
    """Make a match and ask the others to it; alone or against robots only, it begins at once.

    The maker sits first, the others in the order given. `rated` as for `lay`.
    Raises TooManyMatches, BadOptions, KeptApart, PlayerGone, spending.TooOften, and for a solo match what
    `play.start` raises.
    """
    must_have_room(maker, others=others)
    rules = RULES[code]
    players = [maker, *others]
    if len({player.pk for player in players}) != len(players):
        raise BadOptions(_("Everybody can sit at a table only once."))
    cleaned = rules.clean_options(options)
    rules.start(len(players), cleaned, pace, 0)  # refuses what does not fit before anybody is asked
    bots.must_be_taken(maker, others, code)
    ready = [player for player in players if player == maker or player.level]
    if others and relations.any_apart(players):
        raise KeptApart(_("One of these players does not want to be invited with another of them."))
    must_be_free(others)
    asked = [player for player in others if not player.level]
    if asked:
        _may_ask(maker, asked)
    match = lay(players, code, cleaned, pace, clock, accepted=ready, rated=rated, rematch_of=rematch_of)
    if len(ready) == len(players):
        return play.start(match.pk, maker)
    notices.note(match, "invited")
    return match


def _may_ask(maker: User, asked: Sequence[User]) -> None:
    """Count invitations, each of which is mailed at once: nobody is flooded by one player, nor by many.

    Whoever has played with the maker or has it as a buddy is asked more often than a stranger. Bots are told
    of nothing, and asked as often as they answer; they may ask one another without end.
    Raises TooManyMatches, spending.TooOften.
    """
    if not maker.is_bot:
        spending.spend("invite", maker)
    waiting, known = queries.unanswered(maker, asked), queries.known_to(maker, asked)
    for other in sorted(asked, key=lambda one: one.pk):  # in order: two who invite the same wait in a row
        if waiting[other.pk] >= limits.OPEN_BETWEEN:
            raise TooManyMatches(
                _("%(name)s has not answered %(count)d of your invitations. Wait for an answer first.")
                % {"name": other.get_username(), "count": waiting[other.pk]}
            )
        pair = f"{maker.pk}-{other.pk}"
        if other.is_bot:
            continue
        if other.pk in known:
            spending.spend("invite opponent", pair)
        else:
            spending.spend("invite stranger", pair)
            spending.spend("invited by strangers", other)


def lay(
    players: Sequence[User],
    code: str,
    options: Mapping[str, Any],
    pace: Pace,
    clock: str,
    accepted: Collection[User],
    *,
    rated: bool | None = None,
    rematch_of: Match | None = None,
    event: int | None = None,
    ladder: int | None = None,
    weekend: Sequence[int] | None = None,
    starter: int | None = None,
    may_order: bool = True,
    link: str = "",
) -> Match:
    """Lay a table: the match that has not begun, and its seats in this order.

    `event` or `ladder` is what it is played in; `weekend` (days off for all), `starter` (a seat) and
    `may_order` (whether players may give standing orders) are what that has fixed; `link` is the private link
    by which the players met. Without a word on it a match is rated unless a robot plays; a solo match never
    is, nor one with a bot in it that may not be (games.seats.bots). Raises PlayerGone.
    """
    if len(holding.hold(player.pk for player in players)) < len(players):
        raise PlayerGone(_("One of the players has just closed the account."))
    if rated is None:
        rated = not any(player.level for player in players)
    match = Match(
        code=code,
        rules_version=RULES[code].version,
        options=dict(options),
        # Alone there is nobody to hide a card from, and no deadline at which it would be shown.
        pace=pace if len(players) > 1 else Pace.TURNS,
        clock=clock,
        rated=rated and len(players) > 1 and bots.may_count(players),
        rematch_of=rematch_of,
        event=event,
        ladder=ladder,
        weekend=None if weekend is None else list(weekend),
        starter=starter,
        may_order=may_order,
        link=link,
    )
    seating.lay(match, players, accepted)
    return match


def must_have_room(player: User, wanted: int = 1, *, others: Sequence[User] | None = None) -> None:
    """Raise TooManyMatches unless so many more fit, with these others or with people; two tabs are counted
    one after the other.

    Matches alone and with robots take no room from those with people, and are counted by themselves. Of bots
    with bots there are as many as they like.

    Whoever seats this player elsewhere needs no more than the row to be there, and does not wait.
    """
    User.objects.select_for_update(no_key=True).get(pk=player.pk)
    people = others is None or any(not other.robot for other in others)
    if player.is_bot and others and not people and any(other.is_bot for other in others):
        return
    with_people = queries.with_people()
    unfinished = Seat.objects.filter(
        with_people if people else ~with_people,
        player=player,
        accepted=True,
        match__status__in=[Match.Status.INVITING, Match.Status.RUNNING],
    )
    if player.is_bot and not people:
        unfinished = unfinished.exclude(queries.with_bots())
    if not people:
        most = limits.at_once(player, "matches without people")
        if unfinished.count() + wanted > most:
            raise TooManyMatches(
                _("You may have %(count)d matches alone or with robots at once. Finish one first.")
                % {"count": most}
            )
        return
    most = limits.at_once(player, "matches")
    if unfinished.count() + player.joinings.count() + wanted > most:
        raise TooManyMatches(
            _("You may have %(count)d matches with others at once. Finish one before you start another.")
            % {"count": most}
        )


def must_be_free(players: Iterable[User]) -> None:
    """Raise PlayerGone where one of the players is suspended, and could not even sit down."""
    for player in players:
        if player.suspended:
            raise PlayerGone(_("%(name)s cannot play at the moment.") % {"name": player.get_username()})


@transaction.atomic
def answer(match_id: int, player: User, *, accept: bool) -> Match:
    """Accept or decline an invitation; the last to accept begins the match, anybody's no ends it.

    The maker may decline too, which takes the invitation back. Raises play.NotSeated, AlreadyAnswered,
    TooManyMatches, PlayerGone, and what `play.start` raises.
    """
    locked = play.lock(match_id)
    match, seats = locked.match, locked.seats
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    if mine is None:
        raise play.NotSeated(_("This invitation is for somebody else."))
    if match.status != Match.Status.INVITING or (accept and mine.accepted):
        raise AlreadyAnswered(_("This invitation has been answered already."))
    if not accept:
        seating.decline(locked, player)
        return match
    must_be_free(seat.player for seat in seats if seat.player is not None)
    others = [seat.player for seat in seats if seat.player and seat is not mine]
    must_have_room(player, others=others)
    seating.accept(locked, mine)
    return play.start(match_id, player) if all(seat.accepted for seat in seats) else match


@transaction.atomic
def rematch(match_id: int, player: User) -> Match:
    """Play again: the same game, options, pace and clock with the same players; after a live one by days.

    Whoever asks first invites the others; whoever asks after that accepts. Raises play.NotSeated,
    AlreadyAnswered while the match runs, and what `invite` and `answer` raise.
    """
    locked = play.lock(match_id)
    match, seats = locked.match, locked.seats
    locked.seat_of(player)
    if match.status not in {Match.Status.FINISHED, Match.Status.VOID}:
        raise AlreadyAnswered(_("This match is not over yet."))
    again = Match.objects.filter(rematch_of=match).first()
    if again is not None and again.status == Match.Status.DECLINED:  # it may be asked once more
        seating.give_up_rematch(again)
    elif again is not None:
        mine = again.seats.get(player=player)
        waits = again.status == Match.Status.INVITING and not mine.accepted
        return answer(again.pk, player, accept=True) if waits else again
    others = [seat.player for seat in seats if seat.player and seat.player != player]
    rated = match.rated if others else None
    return invite(
        player,
        others,
        match.code,
        match.options,
        Pace(match.pace),
        match.clock if match.clock in PRESETS else DEFAULT_PRESET,
        rated=rated,
        rematch_of=match,
    )
