"""Random matches as text: read again as they were written, and refused where they were spoilt."""

from dataclasses import replace
from datetime import date
from itertools import count
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.record import BadRecord, Ending, Entry, Match, Throw, opening, read, still_in, write
from games.rules import RULES
from games.rules.base import Kind, Move, Pace


def played(seed: int, code: str, names: tuple[str, ...], pace: Pace, moves: int) -> Match:
    """A match of so many random legal moves at most, now and then somebody leaving."""
    random, rules, serials = Random(seed), RULES[code], count(seed % 1000 + 1)
    options = rules.clean_options(
        {"scoring": random.choice(["standard", "alternative"])} if code == "DK" else {}
    )
    match = Match(code, rules.version, options, pace, names)
    rounds: list[tuple[Throw, ...]] = []
    if match.has_starter and random.random() < 0.7:
        while len(seats := still_in(rounds, len(names))) > 1:
            rounds.append(tuple(Throw(seat, next(serials), random.randint(1, 6)) for seat in seats))
        match = replace(match, starter=seats[0], roll_off=tuple(rounds))
    elif match.has_starter:
        match = replace(match, starter=random.randrange(len(names)))
    state = opening(match)
    entries: list[Entry] = []
    while (acting := rules.to_act(state)) and len(entries) < moves:
        seat = random.choice(acting)
        move = random.choice(rules.moves(state, seat))
        if random.random() < 0.02:
            move = Move(random.choice([Kind.RESIGN, Kind.TIMEOUT]))
        wanted = rules.dice_wanted(state, seat, move)
        dice = tuple(random.randint(1, 6) for _ in range(wanted))
        state = rules.play(state, seat, move, dice)
        sets = tuple(next(serials) for _ in range(0, wanted, 5))
        numbers = tuple(random.choice(["", random.randbytes(16).hex()]) for _ in sets)
        entries.append(Entry(seat, move, dice, sets, numbers if any(numbers) else ()))
    return replace(match, entries=tuple(entries), seed=random.choice(["", random.randbytes(32).hex()]))


odd_names = st.one_of(
    st.sampled_from(
        ["former player", 'say "hi"', "back\\slash", "two\nlines", "a\r\u2028b\x85", "[Code]", ""]
    ),
    st.text(max_size=12),
)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    code=st.sampled_from(list(RULES)),
    names=st.lists(odd_names, min_size=2, max_size=4).map(tuple),
    pace=st.sampled_from([Pace.TURNS, Pace.SPLIT]),
    moves=st.sampled_from([0, 1, 10, 60]),
    places=st.one_of(st.none(), st.just(0), st.integers(1, 2)),
    reason=odd_names,
    number=st.one_of(st.none(), st.integers(1, 10**12)),
    day=st.one_of(st.none(), st.dates()),
)
def test_reading_what_was_written_gives_the_same_match(
    seed: int,
    code: str,
    names: tuple[str, ...],
    pace: Pace,
    moves: int,
    places: int | None,
    reason: str,
    number: int | None,
    day: date | None,
) -> None:
    if pace not in RULES[code].paces:
        pace = Pace.TURNS
    ending = None if places is None else Ending(reason, (places,) * len(names) if places else ())
    match = replace(played(seed, code, names, pace, moves), ending=ending, number=number, day=day)
    text = write(match)
    assert read(text) == match
    assert write(read(text)) == text


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    where=st.floats(0, 1),
    patch=st.sampled_from(["", " ", "1", "6", '"', "\n", "#", "x"]),
)
def test_a_spoilt_record_is_refused_or_says_what_it_says(seed: int, where: float, patch: str) -> None:
    text = write(played(seed, "BO", ("alice", "bob"), Pace.TURNS, 12))
    at = int(where * (len(text) - 1))
    spoilt = text[:at] + patch + text[at + 1 :]
    refused = None
    try:
        match = read(spoilt)
    except BadRecord as bad:
        refused = bad
    if refused is None:
        assert write(match).split() == spoilt.split()
    else:
        assert refused.line in range(1, spoilt.count("\n") + 2)
