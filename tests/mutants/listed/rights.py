"""Who gives rights, who decides about whom in the admin, and decisions that outlive accounts."""

from __future__ import annotations

from tests.mutants import in_file

AUTHORITY = "tests/accounts/test_authority.py"
APPEALS = "tests/accounts/test_appeals.py"
MODERATION = "tests/accounts/test_moderation.py"
MUTED = "tests/accounts/test_muted.py"
REMEMBERED = "tests/accounts/test_remembered.py"
DEADLINES = "tests/games/views/test_deadlines.py"

RIGHTS = (
    *in_file(
        "accounts/admins.py",
        AUTHORITY,
        ("(let_in, is_superuser=True", "(is_superuser=True"),
        ("is_staff=True, is_active=True", "is_active=True"),
        ("is_staff=True, is_active=True", "is_staff=True"),
    ),
    *in_file(
        "accounts/admins.py",
        f"{AUTHORITY}::test_who_is_suspended_or_stopped_is_nobody_to_leave_the_site_to",
        ("Q(suspended_until=None) | Q(suspended_until__lte=timezone.now())", "Q(suspended_until=None)"),
    ),
    *in_file(
        "accounts/admin.py",
        AUTHORITY,
        (
            '("email", "is_staff", "is_superuser", "groups", "user_permissions")\n    """What',
            '("is_staff", "is_superuser", "groups", "user_permissions")\n    """What',
        ),
        (
            '("email", "is_staff", "is_superuser", "groups", "user_permissions")\n    """What',
            '("email", "is_superuser", "groups", "user_permissions")\n    """What',
        ),
        (
            '("email", "is_staff", "is_superuser", "groups", "user_permissions")\n    """What',
            '("email", "is_staff", "groups", "user_permissions")\n    """What',
        ),
        (
            '("email", "is_staff", "is_superuser", "groups", "user_permissions")\n    """What',
            '("email", "is_staff", "is_superuser", "user_permissions")\n    """What',
        ),
        (
            '("email", "is_staff", "is_superuser", "groups", "user_permissions")\n    """What',
            '("email", "is_staff", "is_superuser", "groups")\n    """What',
        ),
        ("allowed and (_administers(request) or not colleague)", "allowed"),
        ("obj is not None and (obj.is_staff or obj.is_superuser)", "obj is not None and obj.is_superuser"),
        ("        if not _administers(request):\n            raise PermissionDenied\n", ""),
        ("if self.user.is_superuser and not self.cleaned_data", "if not True and not self.cleaned_data"),
    ),
    *in_file(
        "accounts/admin.py",
        f"{AUTHORITY}::test_the_last_administrator_stays_one",
        ("kept = all(self.cleaned_data", "kept = any(self.cleaned_data"),
    ),
    *in_file(
        "accounts/admin.py",
        f"{AUTHORITY}::test_an_administrator_changes_addresses_and_passwords_and_the_player_is_told",
        (', "", to=old)', ', "")'),
        (
            ('            letters.warn(player, subject, said, devices.browser_of(request), "")\n'),
            "",
        ),
    ),
    *in_file(
        "accounts/admin.py",
        f"{AUTHORITY}::test_administrators_see_no_secret_and_can_take_a_lost_factor_away",
        ('    exclude = ("data",)\n', ""),
        ('    exclude = ("session_key", "data")\n', ""),
    ),
    *in_file(
        "accounts/admin.py",
        f"{AUTHORITY}::test_staff_see_none_of_the_other_keys",
        ("class AddressAdmin(_ForAdministrators, ", "class AddressAdmin("),
        ("class FactorAdmin(_ForAdministrators, ", "class FactorAdmin("),
        ("class SessionAdmin(_ForAdministrators, ", "class SessionAdmin("),
        ("class RightsAdmin(_ForAdministrators, ", "class RightsAdmin("),
    ),
    *in_file(
        "accounts/admin.py",
        f"{REMEMBERED}::test_the_admin_gives_neither_the_name_nor_the_address_away",
        (
            '        return _free_name(super().clean_username() or "")\n',
            '        return super().clean_username() or ""\n',
        ),
        ("            return _free_name(name)\n", "            return name\n"),
        (('remembered.why_not_address(address) if "email" in self.changed_data and address else ""'), '""'),
    ),
)

DECIDED = (
    *in_file(
        "accounts/moderation/staff.py",
        f"{MODERATION}::test_players_do_not_decide",
        (
            "            raise PermissionDenied\n        sanction =",
            "            pass\n        sanction =",
        ),
        (
            "            raise PermissionDenied\n        report =",
            "            pass\n        report =",
        ),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        (f"{AUTHORITY}::test_no_decision_is_taken_about_administrators_about_colleagues_or_about_oneself"),
        ("    if player.pk == staff.pk:\n", "    if False:\n"),
        ("    if on.about_id == staff.pk:\n", "    if False:\n"),
        ("    if found.player_id == staff.pk:\n", "    if False:\n"),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        f"{MODERATION}::test_one_appeal_for_each_decision_by_its_player",
        ("    if found.appealed_at is not None:\n", "    if False:\n"),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        APPEALS,
        ("    if found.waits and not appeals.may_answer(found, staff):\n", "    if False:\n"),
        ("    if found.player.is_staff and not staff.is_superuser:\n", "    if False:\n"),
        ("    if found.upheld_at is not None or found.lifted_at is not None:\n", "    if False:\n"),
    ),
    *in_file("accounts/appeals.py", APPEALS, (".filter(let_in, is_staff=True)", ".filter()")),
    *in_file(
        "accounts/middleware.py",
        f"{MODERATION}::test_whoever_is_suspended_reads_why_and_does_nothing_else",
        ("if request.user.is_authenticated and request.user.suspended:", "if False:"),
    ),
    *in_file(
        "games/views/deadlines.py",
        f"{DEADLINES} {REMEMBERED}::test_no_other_way_leads_around_it",
        (".exclude(player__suspended_until__gt=timezone.now())", ""),
        (", player__is_active=True)", ")"),
        ("calendar=secret, ", ""),
    ),
)

HUSHED = (
    *in_file(
        "accounts/people/forms.py",
        f"{MUTED}::test_the_profile",
        ("            _must_not_be_muted(self.instance.player)\n", "            pass\n"),
    ),
    *in_file(
        "accounts/people/forms.py",
        f"{MUTED}::test_what_players_say_of_the_site",
        ("        _must_not_be_muted(self.player)\n", ""),
    ),
    *in_file(
        "ladders/events/teams.py",
        f"{MUTED}::test_remarks_in_a_team_and_its_name",
        ("    if captain.muted:\n", "    if False:\n"),
    ),
)
