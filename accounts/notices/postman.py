"""Who carries mails to the mail server, by one line for a whole pass, opened when there is something."""

from __future__ import annotations

import logging
import smtplib
from types import TracebackType
from typing import Any, Self

from django.core.mail import EmailMultiAlternatives, get_connection

from accounts.models.delivery import Delivery
from accounts.notices import mail

logger = logging.getLogger(__name__)
Lost = tuple[Delivery, Exception]


class Postman:
    """A line to the mail server, as long as it is `with` us. `refused`: none can be had now."""

    def __init__(self) -> None:
        self.line: Any = None
        self.refused = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def open(self) -> bool:
        """Whether there is a line. A server that is down is nobody's failure: it is asked again next time."""
        if self.line is None and not self.refused:
            line = get_connection()
            try:
                line.open()
            except (smtplib.SMTPException, OSError) as error:
                logger.warning("The mail server cannot be reached: %s", error)
                self.refused = True
            else:
                self.line = line
        return self.line is not None

    def send(self, deliveries: list[Delivery]) -> list[Lost]:
        """Mail these as one, by an open line. Returns those that were not sent, each with what went wrong."""
        letter, good, lost = _compose(deliveries)
        if letter is None:
            return lost
        try:
            self.line.send_messages([letter])
        except Exception as error:  # noqa: BLE001  (whatever it is, it is this mail's alone)
            self._close()  # nobody knows in what state it was left
            why = mail.judged(error) if isinstance(error, smtplib.SMTPException) else error
            return [*lost, *((one, why) for one in good)]
        return lost

    def _close(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            try:
                line.close()
            except Exception:
                logger.warning("The line to the mail server broke.", exc_info=True)


def _compose(
    deliveries: list[Delivery],
) -> tuple[EmailMultiAlternatives | None, list[Delivery], list[Lost]]:
    """The mail, what is in it, and what cannot be written: one bad notice does not spoil a day's mail."""
    try:
        return mail.compose(deliveries), deliveries, []
    except Exception as error:  # noqa: BLE001  (as above, and below)
        if len(deliveries) == 1:
            return None, [], [(deliveries[0], error)]
    good: list[Delivery] = []
    lost: list[Lost] = []
    for one in deliveries:
        try:
            mail.compose([one])
            good.append(one)
        except Exception as error:  # noqa: BLE001
            lost.append((one, error))
    if not good:
        return None, [], lost
    try:
        return mail.compose(good), good, lost
    except Exception as error:  # noqa: BLE001
        return None, [], [*lost, *((one, error) for one in good)]
