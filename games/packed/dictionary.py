"""What the head of a packed log is likely to hold, for zlib.

A part of the format, as if it were spelt out: it never changes, whatever becomes of the games. What stands
last costs least.
"""

from __future__ import annotations

from collections.abc import Iterable

BOXES = (
    *(
        "boatzee",
        "chance",
        "fives",
        "four-of-a-kind",
        "fours",
        "full-house",
        "large-straight",
        "ones",
        "sixes",
    ),
    *("small-straight", "three-of-a-kind", "threes", "twos"),
)
OF_BOAT = ("boat", "chance", "fives", "fours", "high", "low", "ones", "sixes", "straight", "threes", "twos")
NO_HAND = '{"dice":[],"kept":0,"rolls":0}'


def _rolls(shapes: Iterable[tuple[int, int]]) -> str:
    return "".join(f"roll  {kept} {dice} {'1 n' if dice < 6 else '2 nn'}\n" for kept, dice in shapes)


def _bare(dice: int) -> str:
    return "".join(f"roll  {kept} {dice - kept} 1 -\n" for kept in range(dice))


def _scores(boxes: Iterable[str]) -> str:
    return "".join(f"score {box} 0 0 0 \n" for box in boxes)


ROLL_OFF = "roll-off  0 1 1 \n"
TEN_THOUSAND = (
    "".join(f"bank  {kept} 0 0 \n" for kept in range(1, 5))
    + "".join(f"pick-up  0 {dice} 1 n\n" for dice in range(1, 6))
    + "roll  0 6 2 --\n"
    + _rolls([(0, 6), *((1, dice) for dice in range(1, 7)), *((2, dice) for dice in (1, 2, 3, 4, 6))])
    + _rolls([(3, 1), (3, 2), (3, 3), (3, 6), (4, 1), (4, 2), (4, 6), (5, 1)])
    + ROLL_OFF
    + '\0{"banked":[10000,9500],"hand":[],"hand_points":0,"last":{"end":"bank","left":5,"points":100,'
    '"roll":[1,2,3,4,5,6],"seat":0},"late":[false,false],"on_table":[true,true],"opener":1,"over":true,'
    '"pick_up":true,"points":0,"resigned":[],"roll":[],"scoring":"standard","seat":0,"six_alike":null,'
    '"target":10000}\0'
)
PIG = (
    "bank  0 0 0 \nresign  0 0 0 \nroll  0 1 1 -\nroll  0 2 1 n\nroll  0 1 1 n\n"
    + ROLL_OFF
    + '\0{"banked":[94,100],"dice":1,"equal_turns":false,"last":{"end":"bank","points":10,"roll":[2],"seat":'
    '1},"late":[false,false],"over":true,"points":0,"resigned":[],"roll":[],"seat":1,"starter":0,"target":100,'
    '"turns":[19,19]}\0'
)
CARDS = (
    _scores(f"{box}-{column}" for box in BOXES for column in (1, 2, 3))
    + _scores(f"{box}-{column}" for box in BOXES for column in (1, 2))
    + _bare(3)
    + _rolls((kept, 3 - kept) for kept in range(3))
    + ROLL_OFF
    + _scores(OF_BOAT)
    + "resign  0 0 0 \n"
    + _bare(5)
    + _rolls((kept, 5 - kept) for kept in range(5))
    + ROLL_OFF
    + _scores(BOXES)
    + "timeout  0 0 0 \n\0"
    + '{"cards":[{"columns":[[null,null,0,25,30,40,50,35,100,1,2,3,4,5,6,8,9,10,12,15,16,18,20,24]],"extras":'
    + '0},{"columns":[[0,0,0,0,0,0,0],[0,0]],"extras":0}],'
    + f'"hands":[{NO_HAND},{NO_HAND}],"hidden":[],"pace":"split","pace":"turns","resigned":[],'
    + '"timeouts":[0,0],"turn":0}\0'
)
DICTIONARY = (TEN_THOUSAND + PIG + CARDS).encode()
"""Of versions 1 to 3."""


def _marked(dice: int) -> str:
    return "".join(f"roll  {kept} {dice - kept} 1 {mark}\n" for kept in range(dice) for mark in "1n")


def _columns(rows: int, columns: int) -> str:
    column = "[" + ",".join("#" * rows) + "]"
    return f'{{"columns":[{",".join([column] * columns)}],"extras":#}}'


BARE_HAND = '{"dice":[],"kept":#,"rolls":#}'
TEN_THOUSAND_BARE = (
    "".join(f"bank  {kept} 0 0 \n" for kept in range(1, 6))
    + "".join(f"pick-up  0 {dice} 1 {mark}\n" for dice in range(1, 6) for mark in "1n")
    + "roll  0 6 2 --\n"
    + "".join(f"roll  0 6 2 {marks}\n" for marks in ("11", "1n", "nn"))
    + "".join(
        f"roll  {kept} {dice} {1 + dice // 6} {mark * (1 + dice // 6)}\n"
        for kept in range(1, 6)
        for dice in (*range(1, 6), 6)
        for mark in "1n"
    )
    + ROLL_OFF
    + '\0{"banked":[#,#],"hand":[],"hand_points":#,"last":{"end":"bank","left":#,"points":#,"roll":[#,#,#,#,#'
    '],"seat":#},"late":[false,false],"on_table":[true,true],"opener":#,"over":true,"pick_up":true,"points":#'
    ',"resigned":[],"roll":[],"scoring":"standard","seat":#,"six_alike":null,"target":#}'
)
PIG_BARE = (
    "bank  0 0 0 \nresign  0 0 0 \nroll  0 1 1 -\nroll  0 1 1 1\nroll  0 1 1 n\n"
    + ROLL_OFF
    + '\0{"banked":[#,#],"dice":#,"equal_turns":false,"last":{"end":"bank","points":#,"roll":[#],"seat":#},'
    '"late":[false,false],"over":true,"points":#,"resigned":[],"roll":[],"seat":#,"starter":#,"target":#,'
    '"turns":[#,#]}'
)
CARDS_BARE = (
    _columns(13, 3)
    + _columns(13, 2)
    + f'{{"cards":[{_columns(11, 1)},{_columns(11, 1)}'
    + f'{{"cards":[{_columns(13, 1)},{_columns(13, 1)}],'
    + f'"hands":[{BARE_HAND},{BARE_HAND}],"hidden":[],"pace":"turns","resigned":[],'
    + '"timeouts":[#,#],"turn":#}'
)
CARDS_OF_CHAINS = (
    _marked(3)
    + ROLL_OFF
    + _scores(OF_BOAT)
    + "resign  0 0 0 \ntimeout  0 0 0 \n"
    + _bare(5)
    + _marked(5)
    + ROLL_OFF
    + _scores(f"{box}-{column}" for box in BOXES for column in (1, 2))
    + _bare(5)
    + _marked(5)
    + ROLL_OFF
    + _scores(f"{box}-{column}" for box in BOXES for column in (1, 2, 3))
    + _bare(5)
    + _marked(5)
    + ROLL_OFF
    + _scores(BOXES)
    + "\0"
)
OF_FOURTH = (TEN_THOUSAND_BARE + PIG_BARE + CARDS_OF_CHAINS + CARDS_BARE).encode()
"""Of versions 4 and 5, in which browsers make numbers in chains and figures stand apart."""
