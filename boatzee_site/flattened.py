"""Templates as Django has them, but rendered in fewer steps.

Most of what a page costs are the steps between its parts: each text, each value and each `{% if %}` is a node
that is asked through several others, and a value is looked up by trying one way after the other. Here a list
of nodes knows beforehand what to call, and a value that is as plain as most are is taken directly. Whatever
is not so plain (a call, something missing of something) goes Django's own way, so that every page is the
same, byte for byte. In DEBUG all of it does, for Django then says in which line a page failed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.template.base import Lexer, NodeList, Origin, Parser, Template
from django.template.exceptions import TemplateDoesNotExist
from django.template.loaders import cached
from django.template.loaders.base import Loader as BaseLoader

from boatzee_site.expressions import Expression
from boatzee_site.nodes import Flat


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
