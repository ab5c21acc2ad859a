"""Sessions: Django's own, but that of somebody who is signed in is read together with who that is.

Every request of a player asks for both, one after the other: here it is one prepared statement. Whose session
it is stands in it, signed, and beside it in allauth's list of one's sessions. The list only says whom to read
along; who is signed in the session alone decides, and where the two differ, Django asks anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from statements import Columns, Statement

SESSION, USER = Columns(Session), Columns(User)


def _read(values: Sequence[Any]) -> tuple[Session, User | None]:
    session, owner = SESSION.split(values)
    return session, None if owner[0] is None else USER.make(owner)


READ = Statement(
    "a session and whose it is",
    f"""
    SELECT {SESSION.of("session")}, {USER.of("owner")}
    FROM django_session session
    LEFT JOIN usersessions_usersession listed ON listed.session_key = session.session_key
    LEFT JOIN accounts_user owner ON owner.id = listed.user_id
    WHERE session.session_key = $1 AND session.expire_date > $2
    """,  # noqa: S608  (names of columns are all that is put in)
    _read,
    reads=True,
)


class SessionStore(db.SessionStore):
    """A session, and once it is loaded the user whom the list names with it."""

    listed: User | None = None

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        found = None if "\0" in key else READ.row(key, timezone.now())  # no text of Postgres holds that
        if found is None:
            self._session_key = None
            return None
        session, self.listed = found
        return session


def signed_in(session: Any) -> User | None:
    """Who is signed in by this session, where that was read with it; None where it has to be asked.

    It is held against the session as Django holds it: the same user, active, come in by a way that is still
    open, and by the password of now.
    """
    key = session.get(SESSION_KEY)
    user: User | None = getattr(session, "listed", None)
    if user is None or key != str(user.pk) or not user.is_active:
        return None
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    fits = constant_time_compare(session.get(HASH_SESSION_KEY) or "", user.get_session_auth_hash())
    return user if fits else None
