"""The forum: boards where everybody reads, and whoever plays here writes.

`marking` makes HTML of what is written, `reading` finds it page by page, `writing` is what players do,
`following` who hears of it, `staffing` what staff decide.
"""
