"""Every address that the site's resolver knows, and how a row's words make one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RoutePattern

from tests.site.walk.row import Row
from tests.site.walk.world import World


@dataclass(frozen=True)
class Address:
    """A pattern by its name, with its whole route, and the names of its arguments."""

    name: str
    route: str
    arguments: tuple[str, ...]


def _walk(
    resolver: URLResolver, spaces: tuple[str, ...] = (), before: str = "", known: tuple[str, ...] = ()
) -> Iterator[Address]:
    for found in resolver.url_patterns:
        route, arguments = before + str(found.pattern), known + _arguments(found)
        if isinstance(found, URLResolver):
            below = (*spaces, found.namespace) if found.namespace else spaces
            yield from _walk(found, below, route, arguments)
        else:
            name = ":".join((*spaces, found.name)) if found.name else route
            yield Address(name, route, arguments)


def _arguments(pattern: URLPattern | URLResolver) -> tuple[str, ...]:
    if isinstance(pattern.pattern, RoutePattern):
        return tuple(pattern.pattern.converters)
    return tuple(pattern.pattern.regex.groupindex)


@cache
def addresses() -> dict[str, Address]:
    """All patterns by name; one without a name is called by its route."""
    return {address.name: address for address in _walk(get_resolver())}


def address_of(world: World, row: Row) -> str:
    """The path that a row is about. A pattern without a name has no arguments but `<path:object_id>`."""
    words = [world.key(word) for word in row.at.split()]
    address = addresses()[row.name]
    if address.name == address.route:
        path = address.route.replace("<path:object_id>", str(words[0])) if words else address.route
        return "/" + path.replace("(?P<url>.*)$", "nothing")
    return reverse(row.name, kwargs=dict(zip(address.arguments, words, strict=True)))
