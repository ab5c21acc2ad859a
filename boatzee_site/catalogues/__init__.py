"""The site's words in other languages: GNU gettext catalogues in `locale/`, and the tools for them.

`make messages` takes the sentences out of the code (taking), says what is wrong with their translations
(checking) and compiles them (compiling). docs/translating.md tells translators how.
"""
