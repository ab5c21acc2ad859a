"""Numbers and dates as each language writes them, and drawings the same in all."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import formats, translation
from django.utils.timezone import localtime

from accounts.figures import figure, written
from accounts.models import User
from boatzee_site.catalogues.languages import OFFERED
from games.options import unusual
from tests.games.tables import begin, play_out

MOMENT = datetime(2026, 3, 5, 18, 0, tzinfo=UTC)
DRAWN = re.compile(r'\b(?:x|y|x1|x2|y1|y2|cx|cy|width|height)="[^"]*,[^"]*"')
"""A number in a drawing that is written as in a text: browsers cannot read it."""


@pytest.mark.parametrize(
    ("code", "number", "day"),
    [
        ("en-gb", "1,234.5", "5 March 2026, 18:00"),
        ("nl", "1.234,5", "5 maart 2026, 18:00"),
        ("de", "1.234,5", "5. März 2026, 18:00"),
        ("fr", "1\xa0234,5", "5 mars 2026, 18:00"),
        ("es", "1\xa0234,5", "5 de marzo de 2026, 18:00"),
        ("pt", "1.234,5", "5 de março de 2026, 18:00"),
        ("it", "1.234,5", "5 marzo 2026, 18:00"),
        ("pl", "1\xa0234,5", "5 marca 2026, 18:00"),
        ("he", "1,234.5", "5 במרץ 2026, 18:00"),
    ],
)
def test_each_language_has_its_own_way(code: str, number: str, day: str) -> None:
    with translation.override(code):
        assert figure(1234.5, 1) == number
        assert written(MOMENT, "j F Y, H:i") == day
        assert Template('{{ at|date:"j F Y, H:i" }}').render(Context({"at": MOMENT})) == day


@pytest.mark.parametrize("number", [0, 7, 999, 1000, -7, -999, -1000, 12345, 7.0, 999.5, True])
def test_a_number_without_groups_is_written_as_any_other(number: float) -> None:
    for code in ("en-gb", "de", "he"):
        with translation.override(code):
            assert figure(number) == figure(float(number))


def test_what_programs_read_is_the_same_in_all() -> None:
    for code in ("en-gb", *OFFERED):
        with translation.override(code):
            assert (
                Template('{{ at|date:"c" }}').render(Context({"at": MOMENT})) == "2026-03-05T18:00:00+00:00"
            )
            assert Template("[{{ nothing|date:'j M' }}]").render(Context()) == "[]"


def test_months_are_written_small_where_a_language_does_so() -> None:
    for code, said in (
        ("en-gb", "5 Mar"),
        ("nl", "5 mrt"),
        ("de", "5. Mär"),
        ("fr", "5 mar"),
        ("it", "5 mar"),
    ):
        with translation.override(code):
            assert written(MOMENT, "j M") == said
    for code, said in (("pt", "qui 5 mar, UTC"), ("pl", "czw 5 mar, UTC")):
        with translation.override(code):
            assert written(MOMENT, "D j M, T") == said
    with translation.override("pl"):
        assert written(MOMENT, "F Y") == "marzec 2026"


@pytest.mark.parametrize("code", ["en-gb", *OFFERED])
def test_a_form_that_has_a_name_is_that_of_the_language(code: str) -> None:
    with translation.override(code):
        for name in ("DATE_FORMAT", "DATETIME_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT"):
            said = formats.date_format(MOMENT, name).lower()
            assert written(MOMENT, name).lower() == said
            shown = Template("{{ at|date:name }}").render(Context({"at": MOMENT, "name": name}))
            assert shown.lower() == said


@pytest.mark.django_db
@pytest.mark.parametrize("code", OFFERED)
def test_staff_read_when_something_was_changed(code: str, alice: User) -> None:
    judge = User.objects.create_superuser("judge", "judge@example.org", "correct horse 1")
    [entry] = LogEntry.objects.log_actions(judge.pk, [alice], CHANGE, "looked through", single_object=False)
    client = Client(headers={"accept-language": code})
    client.force_login(judge)
    html = client.get(reverse("admin:accounts_user_history", args=[alice.pk])).content.decode()
    with translation.override(code):
        when = formats.date_format(localtime(entry.action_time, judge.zone), "DATETIME_FORMAT")
    assert when.lower() in html.lower()


def test_options_are_named_as_the_language_writes_nouns() -> None:
    with translation.override("de"):
        assert unusual("DK", {"scoring": "alternative", "target": 5000})[1].endswith(": 5.000")
        assert unusual("DK", {"scoring": "alternative"})[0].startswith("Zählung: ")


@pytest.mark.django_db
@pytest.mark.usefixtures("pool")
@pytest.mark.parametrize("code", OFFERED)
def test_drawings_keep_the_numbers_that_browsers_read(code: str, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    client = Client(headers={"accept-language": code})
    client.force_login(alice)
    for page in (f"/matches/{match.pk}/replay/?step=5", f"/people/{alice.username}/", "/dice/observatory/"):
        html = client.get(page, follow=True).content.decode()
        assert f'<html lang="{code}"' in html
        assert DRAWN.findall(html) == []
    assert "<polyline" in client.get(f"/matches/{match.pk}/replay/?step=5").content.decode()
