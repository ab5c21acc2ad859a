"""What templates ask for: values by their names, and what an `{% if %}` makes of them, in few steps.

A value that is as plain as most are is taken directly, with its filters, and it is known what stands for one
whose name is nowhere; whatever is not so plain (a call, something missing of something) goes Django's own
way. Each expression has its way worked out when its template is read.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from html import escape
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.template.base import (
    FilterExpression,
    Parser,
    Variable,
    render_value_in_context,
)
from django.template.context import Context, RequestContext
from django.template.defaulttags import TemplateLiteral
from django.utils.functional import SimpleLazyObject, empty
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]

MISSING: Any = object()
"""Not so plain: Django is asked."""
_inner = object.__getattribute__
SHORT = 40
_escaped = lru_cache(4096)(escape)
"""Of names and numbers: they come again and again."""
OWN = {Context, RequestContext}
NUMBERED = {list, tuple}
"""What has items by numbers alone."""
Ask = Callable[[Any], Any]
"""What is called with a context."""
COMPARED: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "==": operator.eq,
        "!=": operator.ne,
        ">": operator.gt,
        ">=": operator.ge,
        "<": operator.lt,
        "<=": operator.le,
        "is": operator.is_,
        "is not": operator.is_not,
        "in": lambda one, many: one in many,
        "not in": lambda one, many: one not in many,
    }
)


@lru_cache(1024)
def _has_items(kind: type) -> bool:
    """Whether something of this kind may have an item by a word. Those with numbered ones have none."""
    items = getattr(kind, "__getitem__", None)
    return items not in {None, tuple.__getitem__, list.__getitem__, str.__getitem__}


def _item(value: Any, name: str) -> Any:
    """What Django tries first."""
    try:
        return value[name]
    except (TypeError, AttributeError, KeyError, ValueError, IndexError):
        return getattr(value, name)


def uncovered(value: Any) -> Any:
    """What a lazy value stands for; each look through it costs as much again."""
    inner = _inner(value, "_wrapped")
    if inner is empty:
        value._setup()
        inner = _inner(value, "_wrapped")
    return inner


def _by_name(name: str, missed: Ask) -> Ask:
    """What looks for this name, and asks the other where it is not plainly there."""

    def ask(context: Context) -> Any:
        for scope in reversed(context.dicts):
            if name in scope:
                value = scope[name]
                return missed(context) if callable(value) else value
        return missed(context)

    return ask


def _by_names(first: str, rest: Iterable[str], missed: Ask) -> Ask:
    """What looks for something of something, and asks the other where it is not plainly there."""
    names: tuple[str | int, ...] = tuple(int(name) if name.isdecimal() else name for name in rest)

    def ask(context: Context) -> Any:
        for scope in reversed(context.dicts):
            if first in scope:
                value = scope[first]
                break
        else:
            return missed(context)
        try:
            for name in names:
                if callable(value):
                    return missed(context)
                kind: Any = type(value)
                if kind is SimpleLazyObject:
                    value = uncovered(value)
                    kind = type(value)
                if isinstance(name, int):
                    if kind not in NUMBERED:
                        return missed(context)
                    value = value[name]
                else:
                    value = _item(value, name) if _has_items(kind) else getattr(value, name)
        except Exception:  # noqa: BLE001  (Django meets it again, and knows which are passed over)
            return missed(context)
        return missed(context) if callable(value) else value

    return ask


def _looks_for(lookups: Iterable[str], missed: Ask) -> Ask:
    first, *rest = lookups
    return _by_names(first, rest, missed) if rest else _by_name(first, missed)


class Expression(FilterExpression):
    """What stands between two braces."""

    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        looked_up = isinstance(self.var, Variable) and not self.var.translate
        self.lookups: tuple[str, ...] | None = self.var.lookups if looked_up else None
        self.ask, self.ask_if_any = (self._asked(if_any=if_any) for if_any in (False, True))

    def resolve(self, context: Context, ignore_failures: bool = False) -> Any:
        """As Django does; what `translate` asks for is said in the page's language."""
        return (self.ask_if_any if ignore_failures else self.ask)(context)

    def _asked(self, *, if_any: bool) -> Ask:
        """What is called for its value; one that may be missing is None."""
        djangos = partial(super().resolve, ignore_failures=if_any)
        if self.lookups is None:
            changes = self.filters or getattr(self.var, "translate", False)
            return djangos if changes else partial(_same, getattr(self.var, "literal", self.var))
        absent = partial(self.absent, if_any=if_any)
        if self.filters:
            return _filtered(_looks_for(self.lookups, absent), self.filters, djangos)
        return _looks_for(self.lookups, _or(absent, djangos))

    def absent(self, context: Context, *, if_any: bool) -> Any:
        """What stands for a value whose name is nowhere; MISSING where Django has to look, for a context has
        names of its own.
        """
        assert self.lookups
        first = self.lookups[0]
        if type(context) not in OWN or hasattr(context, first):
            return MISSING
        if any(first in scope for scope in context.dicts):
            return MISSING
        if if_any:
            return None
        said: str = context.template.engine.string_if_invalid  # type: ignore[union-attr]
        return MISSING if said else said


def _or(one: Ask, other: Ask) -> Ask:
    """The first, and where that is MISSING the other."""

    def ask(context: Context) -> Any:
        value = one(context)
        return other(context) if value is MISSING else value

    return ask


def _filtered(plainly: Ask, filters: Sequence[tuple[Any, Sequence[tuple[bool, Any]]]], missed: Ask) -> Ask:
    """What makes of a plain value what these filters do, as FilterExpression.resolve, which looks anew each
    time at what each of them expects.
    """
    steps = [
        (
            make,
            [one.resolve if looked_up else partial(_same, mark_safe(one)) for looked_up, one in given],  # noqa: S308
            getattr(make, "expects_localtime", False),
            getattr(make, "needs_autoescape", False),
            getattr(make, "is_safe", False),
        )
        for make, given in filters
    ]

    def ask(context: Context) -> Any:
        value = plainly(context)
        if value is MISSING:
            return missed(context)
        for make, given, is_local, escapes, is_safe in steps:
            values = [one(context) for one in given]
            before = template_localtime(value, context.use_tz) if is_local else value
            value = make(before, *values, autoescape=context.autoescape) if escapes else make(before, *values)
            if is_safe and isinstance(before, SafeData):
                value = mark_safe(value)  # noqa: S308  (what the filter says of itself)
        return value

    return ask


def _same(value: Any, _context: Context) -> Any:
    return value


def ask_of(expression: Any) -> Ask:
    """What is called for the value of an expression."""
    ask: Ask = expression.ask if isinstance(expression, Expression) else expression.resolve
    return ask


def ask_if_any(expression: Any) -> Ask:
    """The same, but for a tag that takes None for a value that is missing."""
    if not isinstance(expression, Expression):
        return partial(expression.resolve, ignore_failures=True)
    return expression.ask_if_any


def shown(expression: Any) -> Ask:
    """What is called for the text that a value is shown as."""
    ask = ask_of(expression)

    def text(context: Context) -> Any:
        try:
            value = ask(context)
        except UnicodeDecodeError:
            return ""
        kind = type(value)
        if kind is SafeString:
            return value
        if kind is str and context.autoescape:
            return _escaped(value) if len(value) < SHORT else escape(value)
        if kind is int and not settings.USE_THOUSAND_SEPARATOR:
            return str(value)
        return render_value_in_context(value, context)

    return text


def condition_of(condition: Any) -> Ask:
    """What an `{% if %}` asks. In one with an operator Django takes whatever fails for no."""
    if isinstance(condition, TemplateLiteral):
        return ask_if_any(condition.value)
    if condition.id == "not":
        return partial(_not, condition_of(condition.first))
    if condition.id in {"and", "or"}:
        two = _both if condition.id == "and" else _either
        return partial(two, condition_of(condition.first), condition_of(condition.second))
    if condition.id in COMPARED:
        compare = COMPARED[condition.id]
        return partial(_compared, compare, condition_of(condition.first), condition_of(condition.second))
    ask: Ask = condition.eval
    return ask


def _compared(compare: Callable[[Any, Any], Any], first: Ask, second: Ask, context: Context) -> Any:
    try:
        return compare(first(context), second(context))
    except Exception:  # noqa: BLE001  (as Django does)
        return False


def _both(first: Ask, second: Ask, context: Context) -> Any:
    try:
        return first(context) and second(context)
    except Exception:  # noqa: BLE001  (as Django does)
        return False


def _either(first: Ask, second: Ask, context: Context) -> Any:
    try:
        return first(context) or second(context)
    except Exception:  # noqa: BLE001  (as Django does)
        return False


def _not(first: Ask, context: Context) -> bool:
    try:
        return not first(context)
    except Exception:  # noqa: BLE001  (as Django does)
        return False
