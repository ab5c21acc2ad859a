"""Parts of addresses."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class Name(StringConverter):
    """`<name:…>`: a player's name as somebody typed it; what no text in the database can hold is none."""

    regex = r"[^/\x00]+"


register_converter(Name, "name")
