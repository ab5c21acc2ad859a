"""A mutant put into modules that are imported already: the code of its functions is exchanged.

It fits where only what is inside functions has changed. What is done as a module is imported (constants,
decorators, defaults, classes) has been done by then, and what a function made of itself at that time stays:
so who finds nothing wrong after a swap has not seen the mutant yet, and imports it from its file.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType


class CannotSwap(Exception):
    """More than the inside of functions has changed, or nothing of it is imported."""


def swap(file: Path, before: str) -> None:
    """Give the functions of what was imported from `file`, when it read `before`, the code they have now.

    Raises CannotSwap, and has changed nothing then.
    """
    name = str(file)
    old, new = (compile(text, name, "exec", dont_inherit=True) for text in (before, file.read_text()))
    changes = {(one.co_qualname, one.co_firstlineno): other for one, other in _changed(old, new)}
    live = [thing for thing in gc.get_objects() if type(thing) is FunctionType]
    found = [(one, _place(one)) for one in live if one.__code__.co_filename == name]
    if not changes or not changes.keys() & {place for _function, place in found}:
        raise CannotSwap(name)
    for function, place in found:
        if place in changes:
            function.__code__ = changes[place]


def _place(function: FunctionType) -> tuple[str, int]:
    return function.__code__.co_qualname, function.__code__.co_firstlineno


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that are other than they were, outermost first. Raises CannotSwap."""
    inside = list(zip(_parts(old), _parts(new), strict=False))
    if _own(old) != _own(new):
        if not old.co_flags & CO_OPTIMIZED or old.co_freevars != new.co_freevars:
            raise CannotSwap(old.co_qualname)
        yield old, new
        return
    within = [pair for one, other in inside for pair in _changed(one, other)]
    if within and old.co_flags & CO_OPTIMIZED:
        yield old, new
    yield from within


def _parts(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """All that one code is but for its lines, and for the codes inside it."""
    constants = [(type(one), "" if isinstance(one, CodeType) else repr(one)) for one in code.co_consts]
    shape = (code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    names = (code.co_name, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    return (code.co_code, code.co_exceptiontable, constants, shape, names)
