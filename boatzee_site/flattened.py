"""Templates as Django has them, but rendered in fewer steps.

Most of what a page costs are the steps between its parts: each text, each value and each `{% if %}` is a node
that is asked through several others, and a value is looked up by trying one way after the other. Here a list
of nodes knows beforehand what to call, and a value that is as plain as most are is taken directly. Whatever
is not so plain (a call, a value that is missing, a filter) goes Django's own way, so that every page is the
same, byte for byte. In DEBUG all of it does, for Django then says in which line a page failed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache, partial
from html import escape
from typing import Any

from django.template.base import (
    FilterExpression,
    Lexer,
    NodeList,
    Origin,
    Parser,
    Template,
    TextNode,
    Variable,
    VariableDoesNotExist,
    VariableNode,
    render_value_in_context,
)
from django.template.context import Context, RequestContext
from django.template.defaulttags import IfNode, TemplateLiteral
from django.template.exceptions import TemplateDoesNotExist
from django.template.loaders import cached
from django.template.loaders.base import Loader as BaseLoader
from django.utils.functional import SimpleLazyObject, empty
from django.utils.safestring import SafeString

MISSING: Any = object()
"""Not so plain: Django is asked."""
_inner = object.__getattribute__
OWN = {Context, RequestContext}
Ask = Callable[[Any], Any]


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


def looked_up(context: Context, first: str, rest: Iterable[str]) -> Any:
    """The value of these names where it is plainly there; else MISSING."""
    for scope in reversed(context.dicts):
        if first in scope:
            value = scope[first]
            break
    else:
        return MISSING
    try:
        for name in rest:
            if callable(value):
                return MISSING
            kind: Any = type(value)
            if kind is SimpleLazyObject:  # what it stands for, for each look through it costs as much again
                inner = _inner(value, "_wrapped")
                if inner is empty:
                    value._setup()
                    inner = _inner(value, "_wrapped")
                value, kind = inner, type(inner)
            value = _item(value, name) if _has_items(kind) else getattr(value, name)
    except Exception:  # noqa: BLE001  (Django meets it again, and knows which are passed over)
        return MISSING
    return MISSING if callable(value) else value


class Looked(Variable):
    """A variable that is looked up directly where it is plainly there."""

    def resolve(self, context: Any) -> Any:
        """As Django does. Raises VariableDoesNotExist."""
        if self.lookups is not None and isinstance(context, Context):
            value = looked_up(context, self.lookups[0], self.lookups[1:])
            if value is not MISSING:
                return value
        return super().resolve(context)


class Expression(FilterExpression):
    """What stands between two braces; without a filter in most places."""

    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        self.first, self.rest = "", ()
        if isinstance(self.var, Variable):
            self.var = Looked(str(self.var.var))
            if self.var.lookups is not None and not self.filters:
                self.first, *rest = self.var.lookups
                self.rest = tuple(rest)

    def resolve(self, context: Context, ignore_failures: bool = False) -> Any:
        """As Django does."""
        if self.first:
            value = looked_up(context, self.first, self.rest)
            if value is not MISSING:
                return value
            if ignore_failures and self._is_nowhere(context):
                return None
        return super().resolve(context, ignore_failures)

    def _is_nowhere(self, context: Context) -> bool:
        """Whether nothing has this name; a context has names of its own, which Django finds, too."""
        if type(context) not in OWN or hasattr(context, self.first):
            return False
        return not any(self.first in scope for scope in context.dicts)


class Flat(NodeList):
    """Nodes that know beforehand what to call: what is always the same is text already."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self.parts = [_part(node) for node in nodes]

    def render(self, context: Context) -> SafeString:
        """As Django does, but that nobody is told in which line it failed."""
        return SafeString("".join([part if part.__class__ is str else part(context) for part in self.parts]))


def _part(node: Any) -> Any:
    """A text, or what is called for one."""
    kind = type(node)
    if kind is TextNode:
        return str(node.s)
    if kind is VariableNode and isinstance(node.filter_expression, Expression):
        return _shown(node)
    if kind is IfNode:
        return _chosen(node)
    return node.render


def _shown(node: VariableNode) -> Ask:
    expression = node.filter_expression

    def shown(context: Context) -> Any:
        try:
            value = expression.resolve(context)
        except UnicodeDecodeError:
            return ""
        kind = type(value)
        if kind is SafeString:
            return value
        if kind is str and context.autoescape:
            return escape(value)
        return render_value_in_context(value, context)

    return shown


def _chosen(node: IfNode) -> Ask:
    branches = [
        (_always if condition is None else _test(condition), nodes.render)
        for condition, nodes in node.conditions_nodelists
    ]

    def chosen(context: Context) -> str:
        for test, render in branches:
            try:
                holds = test(context)
            except VariableDoesNotExist:
                continue
            if holds:
                return render(context)
        return ""

    return chosen


def _always(_context: Context) -> bool:
    return True


def _test(condition: Any) -> Ask:
    """What an `{% if %}` asks. In one with an operator Django takes whatever fails for no."""
    if isinstance(condition, TemplateLiteral):
        expression: Any = condition.value
        return partial(expression.resolve, ignore_failures=True)
    if condition.id not in {"and", "or", "not"}:
        ask: Ask = condition.eval
        return ask
    first, second = _test(condition.first), condition.second and _test(condition.second)
    if condition.id == "not":
        return partial(_not, first)
    return partial(_both if condition.id == "and" else _either, first, second)


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


class _Parser(Parser):
    def compile_filter(self, token: str) -> Expression:
        return Expression(token, self)

    def parse(self, parse_until: Iterable[str] | None = None) -> NodeList:
        return Flat(super().parse(parse_until))


class Flattened(Template):
    """A template whose nodes are Flat."""

    def compile_nodelist(self) -> NodeList:
        """As Django does where it is not in DEBUG."""
        if self.engine.debug:
            return super().compile_nodelist()
        tokens = Lexer(self.source).tokenize()
        libraries, builtins = self.engine.template_libraries, self.engine.template_builtins
        parser = _Parser(tokens, libraries, builtins, self.origin)
        nodes = parser.parse()
        self.extra_data = parser.extra_data
        return nodes


class _Reader(BaseLoader):
    get_contents: Any  # Django's cached loader has it, which stands before this one

    def get_template(self, template_name: str, skip: Collection[Origin] | None = None) -> Template:
        tried = []
        for origin in self.get_template_sources(template_name):
            if skip is not None and origin in skip:
                tried.append((origin, "Skipped to avoid recursion"))
                continue
            try:
                contents = self.get_contents(origin)
            except TemplateDoesNotExist:
                tried.append((origin, "Source does not exist"))
                continue
            return Flattened(str(contents), origin, template_name, self.engine)
        raise TemplateDoesNotExist(template_name, tried=tried)


class Loader(cached.Loader, _Reader):
    """Django's loader that keeps what it has read, but for what it reads a template as."""
