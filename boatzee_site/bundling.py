"""Modules and styles that always come together, laid into one file each: a browser asks once for them.

The sources stay as they are, modules that import one another by `./name.js` and styles by `@import "x.css"`,
and are served so where no static files are collected. Nothing is renamed, and nothing is guessed: a module
becomes a function that gives what it exports, and what is written otherwise than ours are is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

IMPORT = re.compile(r'^import (?:\{ (?P<names>[^}]*) \} from )?"\./(?P<name>\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?P<said>(?:async )?function |const |class )(?P<name>\w+)"
    r"|^export \{ (?P<names>[^}]*) \};\n",
    re.MULTILINE,
)
LEFT = re.compile(r"^(?:import|export)\b.*|^await\b.*", re.MULTILINE)
STYLE_IMPORT = re.compile(r'^@import "(?P<name>[\w-]+)\.css";\n', re.MULTILINE)


class CannotBundle(Exception):
    """A source is not written as ours are. The message says where, and what to do."""


@dataclass(frozen=True)
class Module:
    """A script: its text, the modules that it imports in their order, and the names that it exports."""

    name: str
    text: str
    imports: tuple[str, ...]
    exports: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str) -> Module:
        """Read a source. Raises CannotBundle."""
        found = [
            one for match in EXPORT.finditer(text) for one in (match["name"] or match["names"]).split(", ")
        ]
        imports = tuple(match["name"] for match in IMPORT.finditer(text))
        left = LEFT.search(_plain(IMPORT.sub("", text)))
        if left:
            raise CannotBundle(
                f"{name}.js says “{left[0]}”, in a way that boatzee_site/bundling.py cannot read."
            )
        return cls(name, text, imports, tuple(found))

    def function(self) -> str:
        """The module as a function that is called at once, `$name` for what it gives."""
        body = IMPORT.sub(lambda match: _taken(match["names"], match["name"]), self.text)
        gives = f"return {{ {', '.join(self.exports)} }};\n" if self.exports else ""
        return f"const ${self.name} = (() => {{\n{_plain(body)}{gives}}})();\n"


@dataclass
class Bundle:
    """A file as it is served: the module that it is named for, after those that it brings along."""

    entry: Module
    members: list[Module] = field(default_factory=list)

    def text(self, home: Mapping[str, str]) -> str:
        """What stands in the file; `home` tells of each module in whose file it lies."""
        inside = {member.name for member in self.members}
        outside: dict[str, list[str]] = {}
        for name in dict.fromkeys(name for member in self.members for name in member.imports):
            if name not in inside:
                outside.setdefault(home[name], []).append(f"${name}")
        lines = [f'import {{ {", ".join(names)} }} from "./{file}.js";\n' for file, names in outside.items()]
        lines += [member.function() for member in self.members]
        lines.append(f"export {{ {', '.join(f'${member.name}' for member in self.members)} }};\n")
        if self.entry.exports:
            lines.append(f"export const {{ {', '.join(self.entry.exports)} }} = ${self.entry.name};\n")
        return "".join(lines)


def scripts(sources: Mapping[str, str], entries: Sequence[str], shared: Sequence[str]) -> dict[str, str]:
    """The files that are served, by name, of modules by name; both without `.js`.

    `entries` take what they import, and what that imports, each what none before it has taken; what nobody
    takes is a file of its own. `shared` are those of them that others may lean on for what they bring along;
    to import that from any other would run all of its page's script, and is refused.
    Raises CannotBundle, also where modules import one another in a circle.
    """
    modules = {name: Module.read(name, text) for name, text in sources.items()}
    home: dict[str, str] = {}
    bundles: dict[str, Bundle] = {}
    imported = {name for module in modules.values() for name in module.imports}
    others = [name for name in sorted(modules) if name not in imported and name not in entries]
    for entry in (*entries, *others, *sorted(imported)):
        if entry in home or entry not in modules:
            continue
        bundle = bundles[entry] = Bundle(modules[entry])
        for member in _reached(entry, modules, ()):
            if home.setdefault(member.name, entry) == entry and member not in bundle.members:
                bundle.members.append(member)
    for name, module in modules.items():
        for other in module.imports:
            if home[other] not in {home[name], other, *shared}:
                raise CannotBundle(
                    f"{name}.js and {home[other]}.js both import {other}.js: let one of"
                    f" {', '.join(f'{one}.js' for one in shared)} bring it along."
                )
    return {name: bundle.text(home) for name, bundle in bundles.items()}


def style(text: str, others: Mapping[str, str]) -> str:
    """A style with those that it imports in their places. Raises KeyError for one that is unknown."""
    return STYLE_IMPORT.sub(lambda match: style(others[match["name"]], others), text)


def _reached(name: str, modules: Mapping[str, Module], above: tuple[str, ...]) -> Iterator[Module]:
    """The module after all that it imports, as a browser runs them; some more than once."""
    if name in above:
        raise CannotBundle(f"These import one another in a circle: {', '.join((*above, name))}.")
    for other in modules[name].imports:
        yield from _reached(other, modules, (*above, name))
    yield modules[name]


def _taken(names: str | None, module: str) -> str:
    return f"const {{ {names.replace(' as ', ': ')} }} = ${module};\n" if names else ""


def _plain(text: str) -> str:
    """Without `export`, which a function does not know."""
    return EXPORT.sub(lambda match: f"{match['said']}{match['name']}" if match["said"] else "", text)
