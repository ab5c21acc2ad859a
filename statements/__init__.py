"""Statements that are asked so often that each connection keeps them prepared, with plain tuples for answers.

The ORM builds the same SQL anew for each request; what every request or every move needs is written out once
instead, next to what reads it, as a `Statement`. All else is as with Django's own cursor.
"""

from statements.alone import alone
from statements.columns import Columns
from statements.statement import Statement
from statements.together import Asked, together
from statements.values import Json

__all__ = ["Asked", "Columns", "Json", "Statement", "alone", "together"]
