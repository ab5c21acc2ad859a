"""The daily: one game a day, alone, on the same dice for everybody (docs/daily.md).

`schedule` says which game a day has; `ranking` reckons places of counts, `streaks` days in a row and
`sharing` what a result looks like as text: all three pure, as is `perfect`, which plays perfectly on given
dice. `days` begins days and ends them, `trying` seats who plays, `counting` counts what they made, `handing`
is what becomes of it when a guest signs up or an account is closed, `queries` is what pages read, and
`checking` counts everything again from the matches themselves.
"""
