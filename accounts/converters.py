"""Parts of addresses."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter

from accounts import alphabets


class Name(StringConverter):
    """`<name:…>`: a player's name as somebody typed it; what no text in the database can hold is none."""

    regex = r"[^/\x00]+"

    def to_python(self, value: str) -> str:
        """As names are kept, however a browser composes letters."""
        return value if value.isascii() else alphabets.tidy(value)


register_converter(Name, "name")
