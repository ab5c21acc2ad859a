"""Besley as the site uses it: one weight, digits of one width, and only the characters of its headings.

    python docs/besley.py besley-latin-wght-normal.woff2 besley-latin-ext-wght-normal.woff2 FOLDER

Takes the variable files of npm's @fontsource-variable/besley. Needs fonttools and brotli, of which the site
itself knows nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

WEIGHT = 650
UNITS = 1000
"""To the em: half of what Besley is drawn in, which no screen shows and which weighs a tenth."""
PLAIN = set(
    map(
        ord,
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        " .,:;!?'\"()-/&+%@_#\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2212\u00bd",
    )
)
MARKED = set(range(0xC0, 0x180)) - {0xD7, 0xF7}


def tabular(font: TTFont) -> dict[str, str]:
    """The glyphs that the feature "tnum" puts in place of others."""
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
    }
    return {
        glyph: other
        for index in lookups
        for rule in table.LookupList.Lookup[index].SubTable
        for glyph, other in rule.mapping.items()
    }


def set_like(font: TTFont, glyph: str, model: str) -> None:
    """Give a glyph the width of another, taking as much from either side."""
    widths, outlines = font["hmtx"], font["glyf"]
    width, left = widths[glyph]
    aside = (widths[model][0] - width) // 2
    coordinates, _ends, _flags = outlines[glyph].getCoordinates(outlines)
    coordinates.translate((aside, 0))
    outlines[glyph].coordinates = coordinates
    outlines[glyph].recalcBounds(outlines)
    widths[glyph] = (widths[model][0], left + aside)


def cut(source: str, characters: set[int], target: Path) -> None:
    """Write those characters of a font in one weight, without what a screen does not need."""
    font = instantiateVariableFont(TTFont(source), {"wght": WEIGHT})
    of_one_width = tabular(font)
    of_one_width.pop("zero", None)  # Besley's is of the lightest weight, whatever the others are
    for table in font["cmap"].tables:
        table.cmap.update(
            {character: of_one_width.get(glyph, glyph) for character, glyph in table.cmap.items()}
        )
    if ord("0") in font.getBestCmap():
        set_like(font, "zero", of_one_width["one"])
    options = Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = ["kern"]
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = False
    options.drop_tables += ["DSIG", "STAT", "GDEF"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    scale_upem(font, UNITS)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    latin, extended, folder = sys.argv[1:]
    cut(latin, PLAIN, Path(folder) / "besley.woff2")
    cut(latin, MARKED, Path(folder) / "besley-marked.woff2")
    cut(extended, MARKED, Path(folder) / "besley-extended.woff2")
