"""Finding people: by name, and who is here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.contrib.postgres.search import TrigramSimilarity
from django.db.models import Case, Q, QuerySet, Value, When
from django.db.models.functions import Collate, Lower
from django.utils import timezone

from accounts import alphabets
from accounts.models import User
from accounts.models.profile import Picture, Profile

FOUND = 20
LEAST = 5
"""Letters from which on names that are only alike are looked for: fewer are alike to a tenth of all."""
AFTER_ALL = "\U0010ffff"
"""Comes after every letter of a name."""
HERE = timedelta(minutes=5)
SHOWN = 60


def search(words: str) -> list[User]:
    """Players whose names begin so, then those whose names are alike. Two queries at most."""
    words = alphabets.tidy(words).strip().lower()
    if not (words and words.isprintable()):  # nobody is called so
        return []
    named = User.objects.filter(is_active=True).annotate(lower=Collate(Lower("username"), "C"))
    begins = named.filter(lower__gte=words, lower__lt=words + AFTER_ALL)
    found: list[User] = list(begins.order_by("lower")[:FOUND])
    if len(found) < FOUND and len(words) >= LEAST:
        alike = (
            named.filter(username__trigram_similar=words)
            .exclude(pk__in=[one.pk for one in found])
            .annotate(alike=TrigramSimilarity("username", words))
            .order_by("-alike", "lower")
        )
        found += alike[: FOUND - len(found)]
    return found


def called(name: str, among: QuerySet[User]) -> User | None:
    """Whoever of these has the name, in any case and however it is composed. One query."""
    return among.filter(username__iexact=name.strip()).first()


def all_called(names: Sequence[str], among: QuerySet[User]) -> Iterator[User | None]:
    """The same of each name. One query, and one for each that nobody has, or that is there twice.

    The database alone says who is called so: its capitals of İ and ς are not Python's.
    """
    cases = [When(username__iexact=name.strip(), then=Value(at)) for at, name in enumerate(names)]
    anybody = Q(*(("username__iexact", name.strip()) for name in names), _connector=Q.OR)
    found = among.filter(anybody).annotate(at=Case(*cases)) if names else ()
    by_place: dict[int, User] = {one.at: one for one in found}
    for at, name in enumerate(names):
        yield by_place.get(at) or called(name, among)


def here() -> QuerySet[User]:
    """Who was on the site in the last minutes and shows it, the latest first."""
    shown = Q(profile=None) | Q(profile__show_last_seen=True)
    recent = User.objects.filter(shown, last_seen__gte=timezone.now() - HERE, is_active=True, robot="")
    return recent.order_by("-last_seen")[:SHOWN]


def profile_of(player: User) -> Profile:
    """What the player shows; what is usual where nothing was chosen."""
    try:
        return player.profile
    except Profile.DoesNotExist:
        return Profile(player=player)


def has_picture(player: User) -> bool:
    """Whether there is one. One query."""
    return Picture.objects.filter(player=player).exists()
