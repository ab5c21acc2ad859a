"""The commonest nodes of templates, rendered in few steps and as Django renders them.

What the others are is Django's own. None of these says in which line a page failed: in DEBUG they are not
used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from django.template.base import NodeList, TextNode, VariableDoesNotExist, VariableNode
from django.template.context import Context
from django.template.defaulttags import CommentNode, CsrfTokenNode, ForNode, IfNode, LoadNode, WithNode
from django.template.loader_tags import BLOCK_CONTEXT_KEY, BlockContext, BlockNode, ExtendsNode
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from boatzee_site.expressions import (
    Ask,
    Expression,
    ask_if_any,
    ask_of,
    condition_of,
    shown,
    uncovered,
)

Part: TypeAlias = "str | Ask"
"""A text, or what is called for one."""
FIELD = '<input type="hidden" name="csrfmiddlewaretoken" value="%s">'
NONE = "NOTPROVIDED"
"""What Django takes for no token."""


class Flat(NodeList):
    """Nodes that know beforehand what to call: what is always the same is text already."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self.parts = _merged([_part(node) for node in nodes])
        self.text = _text(self.parts)

    def render(self, context: Context) -> SafeString:
        """As Django does, but that nobody is told in which line it failed."""
        return SafeString(self.text(context))


def _merged(parts: Sequence[Part]) -> list[Part]:
    """The same, with texts that follow each other as one, and without empty ones."""
    found: list[Part] = []
    for part in parts:
        if part and found and isinstance(part, str) and isinstance(found[-1], str):
            found[-1] += part
        elif part:
            found.append(part)
    return found


def _text(parts: Sequence[Part]) -> Ask:
    """What is called for the text of these."""
    if len(parts) > 1:
        return _several(parts)
    whole = parts[0] if parts else ""
    return (lambda _context: whole) if isinstance(whole, str) else whole


def _several(parts: Sequence[Part]) -> Ask:
    """The same of several. It is written out, as `p0` and `p1(context)`: no page looks which are texts."""
    names = {f"p{number}": part for number, part in enumerate(parts)}
    said = (name if isinstance(part, str) else f"{name}(context)" for name, part in names.items())
    written = f"lambda context: join(({', '.join(said)}))"
    several: Ask = eval(written, {"join": "".join, **names})  # noqa: S307  (nothing but numbers is in it)
    return several


def text_of(nodes: Any) -> Ask:
    """What is called for the text of a list of nodes."""
    ask: Ask = nodes.text if isinstance(nodes, Flat) else nodes.render
    return ask


def _part(node: Any) -> Part:
    kind = type(node)
    if kind is TextNode:
        return str(node.s)
    if kind is LoadNode or kind is CommentNode:
        return ""
    if kind is VariableNode and isinstance(node.filter_expression, Expression):
        return shown(node.filter_expression)
    ask: Ask = MADE[kind](node) if kind in MADE else node.render
    return ask


def _chosen(node: IfNode) -> Ask:
    branches = [
        (_always if condition is None else condition_of(condition), text_of(nodes))
        for condition, nodes in node.conditions_nodelists
    ]
    if len(branches) == 1:
        return _one(*branches[0])

    def chosen(context: Context) -> Any:
        for test, text in branches:
            try:
                holds = test(context)
            except VariableDoesNotExist:
                continue
            if holds:
                return text(context)
        return ""

    return chosen


def _one(test: Ask, text: Ask) -> Ask:
    def chosen(context: Context) -> Any:
        try:
            holds = test(context)
        except VariableDoesNotExist:
            return ""
        return text(context) if holds else ""

    return chosen


def _always(_context: Context) -> bool:
    return True


def _looped(node: ForNode) -> Ask:
    names, backwards = node.loopvars, node.is_reversed
    ask, body, otherwise = (
        ask_if_any(node.sequence),
        text_of(node.nodelist_loop),
        text_of(node.nodelist_empty),
    )

    def looped(context: Context) -> Any:
        around, scopes = _of_name("forloop", context, {}), context.dicts
        depth = len(scopes)
        scope: dict[str, Any] = {}
        scopes.append(scope)
        try:
            values = ask(context)
            if values is None:
                values = ()
            if not hasattr(values, "__len__"):
                values = list(values)
            length, shown = len(values), []
            if length < 1:
                return otherwise(context)
            loop = scope["forloop"] = {"parentloop": around}
            for number, item in enumerate(reversed(values) if backwards else values):
                loop["counter0"], loop["counter"] = number, number + 1
                loop["revcounter"], loop["revcounter0"] = length - number, length - number - 1
                loop["first"], loop["last"] = number == 0, number == length - 1
                if len(names) == 1:
                    scope[names[0]] = item
                    shown.append(body(context))
                else:
                    scopes.append(_unpacked(names, item))
                    shown.append(body(context))
                    scopes.pop()
            return "".join(shown)
        finally:
            del scopes[depth:]

    return looped


def _of_name(name: str, context: Context, otherwise: Any) -> Any:
    for scope in reversed(context.dicts):
        if name in scope:
            return scope[name]
    return otherwise


def _unpacked(names: Sequence[str], item: Any) -> dict[str, Any]:
    """Several values by their names. Raises ValueError, as Django does."""
    try:
        length = len(item)
    except TypeError:
        length = 1
    if length != len(names):
        raise ValueError(f"Need {len(names)} values to unpack in for loop; got {length}. ")
    return dict(zip(names, item, strict=True))


def _given(node: WithNode) -> Ask:
    asks = [(name, ask_of(value)) for name, value in node.extra_context.items()]
    body = text_of(node.nodelist)

    def given(context: Context) -> Any:
        scopes = context.dicts
        depth = len(scopes)
        scopes.append({name: ask(context) for name, ask in asks})
        try:
            return body(context)
        finally:
            del scopes[depth:]

    return given


def _token(node: CsrfTokenNode) -> Ask:
    """The field of a form. A token is letters and digits; whatever else comes is Django's to show."""

    def field(context: Context) -> Any:
        token = _of_name("csrf_token", context, None)
        if type(token) is SimpleLazyObject:
            token = uncovered(token)
        if isinstance(token, str) and token.isalnum() and token != NONE:
            return FIELD % token
        return node.render(context)

    return field


def _block(node: BlockNode) -> Ask:
    name, own = node.name, text_of(node.nodelist)

    def block(context: Context) -> Any:
        scopes, blocks = context.dicts, context.render_context.get(BLOCK_CONTEXT_KEY)
        depth = len(scopes)
        if blocks is None:
            scopes.append({"block": node})
        else:
            found = blocks.pop(name)
            made = BlockNode(name, node.nodelist if found is None else found.nodelist)
            made.context = context
            scopes.append({"block": made})
        try:
            if blocks is None:
                return own(context)
            text = text_of(made.nodelist)(context)
            if found is not None:
                blocks.push(name, found)
            return text
        finally:
            del scopes[depth:]

    return block


def _extended(node: ExtendsNode) -> Ask:
    """Django looks the template up anew for each page, and walks through all of it for its blocks."""
    ask = ask_of(node.parent_name)
    known: dict[str, tuple[Any, dict[str, BlockNode]]] = {}

    def extended(context: Context) -> Any:
        name, here = ask(context), context.render_context
        if not isinstance(name, str) or not name:
            return node.render(context)
        passed: Any = here.setdefault(node.context_key, [node.origin])
        if any(origin.template_name == name for origin in passed):  # one of its own name is passed over
            parent: Any = node.find_template(name, context)
            blocks = _blocks_of(parent)
        elif name in known:
            parent, blocks = known[name]
            passed.append(parent.origin)
        else:
            parent = node.find_template(name, context)
            blocks = _blocks_of(parent)
            known[name] = parent, blocks
        if BLOCK_CONTEXT_KEY not in here:
            here[BLOCK_CONTEXT_KEY] = BlockContext()
        here[BLOCK_CONTEXT_KEY].add_blocks(node.blocks)
        if blocks:
            here[BLOCK_CONTEXT_KEY].add_blocks(blocks)
        with here.push_state(parent, isolated_context=False):
            return parent._render(context)

    return extended


def _blocks_of(parent: Any) -> dict[str, BlockNode]:
    """The blocks of a template that extends none; of others Django takes none here."""
    first = next((node for node in parent.nodelist if not isinstance(node, TextNode)), None)
    if first is None or isinstance(first, ExtendsNode):
        return {}
    return {block.name: block for block in parent.nodelist.get_nodes_by_type(BlockNode)}


MADE: dict[type, Callable[[Any], Ask]] = {
    IfNode: _chosen,
    ForNode: _looped,
    WithNode: _given,
    CsrfTokenNode: _token,
    BlockNode: _block,
    ExtendsNode: _extended,
}
