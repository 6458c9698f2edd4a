"""Draughts in PDN as programs and people write it."""

from tests.server.records.corpus.case import Case

ENGLISH, INTERNATIONAL, RUSSIAN = '[GameType "21"]\n\n', '[GameType "20"]\n\n', '[GameType "25"]\n\n'
ENGLISH_BY_MOVES, INTERNATIONAL_BY_MOVES, RUSSIAN_BY_MOVES = (
    f"the tag GameType is missing; the game is read as {name}" for name in ("English", "International", "Russian")
)
WRONG = "'{}' is "

CASES = [
    Case(
        "type by the moves, English",
        "1. 11-15 22-18 2. 15x22 25x18 *",
        "11-15 22-18 15x22 25x18",
        notes=(ENGLISH_BY_MOVES,),
    ),
    Case(
        "type by the moves, international",
        "1. 32-28 19-23 2. 28x19 *",
        "32-28 19-23 28x19",
        notes=(INTERNATIONAL_BY_MOVES,),
    ),
    Case("type by the moves, Russian", "1. c3-d4 f6-e5 2. d4:f6 *", "c3-d4 f6-e5 d4:f6", notes=(RUSSIAN_BY_MOVES,)),
    Case(
        "type by the moves, Russian numbers",
        "1. 22-18 11-15 2. 18x11 *",
        "c3-d4 f6-e5 d4:f6",
        notes=(RUSSIAN_BY_MOVES,),
    ),
    Case("type with details", '[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 *', "c3-d4"),
    Case("type with zeros", '[GameType "025"]\n\n1. c3-d4 *', "c3-d4"),
    Case("type in words", '[GameType "Russian draughts"]\n\n1. c3-d4 *', "c3-d4"),
    Case(
        "type that is none",
        '[GameType "draughts!"]\n\n1. 32-28 *',
        "32-28",
        notes=("is not understood; the game is read",),
    ),
    Case("Russian by numbers", RUSSIAN + "1. 22-18 11-15 2. 18x11 7x16 *", "c3-d4 f6-e5 d4:f6 e7:g5"),
    Case("Russian without dashes", RUSSIAN + "1. c3d4 f6e5 2. d4f6 e7g5 *", "c3-d4 f6-e5 d4:f6 e7:g5"),
    Case("Russian by crosses", RUSSIAN + "1. c3-d4 f6-e5 2. d4xf6 *", "c3-d4 f6-e5 d4:f6"),
    Case("position by numbers", '[GameType "25"]\n[FEN "W:W22:B10"]\n\n1. 22-18 *', "c3-d4", start="W:W22:B10"),
    Case("position with counts", '[GameType "20"]\n[FEN "W:W32:B1:H0:F1"]\n\n1. 32-28 *', "32-28"),
    Case("position with a full stop", '[GameType "20"]\n[FEN "w:wk32,41-43:bk1,2."]\n\n1. 43-38 *', "43-38"),
    Case(
        "position that cannot be read",
        '[GameType "20"]\n[FEN "W:Wa1:Bh8"]\n\n1. 32-28 *',
        "32-28",
        notes=("the tag FEN is left out, so the game begins as usual: cannot start international",),
    ),
    Case("position that is missing", '[GameType "20"]\n[FEN "?"]\n\n1. 32-28 *', "32-28"),
    Case("position without type", '[FEN "B:W21-32:B1-12"]\n\n1. 11-15 *', "11-15", notes=(ENGLISH_BY_MOVES,)),
    Case("signs of a capture", INTERNATIONAL + "1. 32–28 19—23 2. 28×19 14:23 *", "32-28 19-23 28x19 14x23"),
    Case("stars for captures", ENGLISH + "1. 11-15 22-18 2. 15*22 25*18 *", "11-15 22-18 15x22 25x18"),
    Case("a capture as a move", ENGLISH + "1. 11-15 22-18 2. 15-22 *", "11-15 22-18 15x22"),
    Case("results of two points", INTERNATIONAL + "1. 32-28 19-23 2-0", "32-28 19-23", 0, "resignation"),
    Case("results with a dash", INTERNATIONAL + "1. 32-28 19-23 1–1", "32-28 19-23", None, "agreement"),
    Case("lost with a dash", INTERNATIONAL + "1. 32-28 19-23 0—2", "32-28 19-23", 1, "resignation"),
    Case("no result", INTERNATIONAL + "1. 32-28 19-23 0-0", "32-28 19-23", "*"),
    Case(
        "comments and marks", INTERNATIONAL + "1. 32-28! {good} 19-23? (1... 18-23) 2. 28x19 $1 *", "32-28 19-23 28x19"
    ),
    Case("no blanks after numbers", INTERNATIONAL + "1.32-28 19-23 2.28x19 *", "32-28 19-23 28x19"),
    Case("no numbers", ENGLISH + "11-15 22-18 15x22 *", "11-15 22-18 15x22"),
    Case(
        "Windows-1252",
        b'[White "Ton Sijbrands \x96 Andr\xe9"]\n' + INTERNATIONAL.encode() + b"1. 32-28 *",
        players=("Ton Sijbrands – André", "?"),
        notes=("Windows-1252",),
    ),
    Case(
        "an illegal move", INTERNATIONAL + "1. 32-28 19-24 2. 28-39 0-2", "32-28 19-24", 1, notes=("move 3, '28-39',",)
    ),
    Case("all squares of a capture", '[GameType "20"]\n[FEN "W:W48:B42,32"]\n\n1. 48x37x28 *', "48x28", 0),
    Case("the end in words, English", ENGLISH + "1. 11-15 22-18 White resigns", "11-15 22-18", 0, "resignation"),
    Case("the end in a comment, English", ENGLISH + "1. 11-15 {White resigns} 1-0", "11-15", 0, "resignation"),
    Case(
        "clocks of both sides",
        INTERNATIONAL.replace("\n\n", '\n[TimeControl "180+0"]\n\n')
        + "1. 32-28 { [%clock w0:02:58 B0:03:00] } 19-23 { [%clock W0:02:58 b0:02:55] } "
        + "2. 28x19 {%clock w0:02:50 B0:02:55} *",
        "32-28 19-23 28x19",
        elapsed_s=(2, 5, 8),
    ),
    Case(
        "clocks of both sides in some comments",
        INTERNATIONAL.replace("\n\n", '\n[TimeControl "180"]\n\n') + "1. 32-28 19-23 { [%clock W0:02:58 b0:02:55] } *",
        "32-28 19-23",
        elapsed_s=(2, 5),
    ),
    Case("wrong type, English", ENGLISH + "1. 32-28 19-23 2. 28x19 *", "32-28 19-23 28x19", notes=(WRONG.format(21),)),
    Case("wrong type, international", INTERNATIONAL + "1. c3-d4 f6-e5 *", "c3-d4 f6-e5", notes=(WRONG.format(20),)),
    Case("wrong type, Russian", RUSSIAN + "1. 11-15 22-18 *", "11-15 22-18", notes=(WRONG.format(25),)),
    Case(
        "wrong type in words",
        '[GameType "Russian draughts"]\n\n1. 32-28 19-23 *',
        "32-28 19-23",
        notes=(WRONG.format("Russian draughts"),),
    ),
    Case(
        "wrong type with a position",
        '[GameType "21"]\n[FEN "W:W31-50:B1-20"]\n\n1. 32-28 19-24 2. 28-39 *',
        "32-28 19-24",
        notes=(WRONG.format(21), "move 3, '28-39'"),
    ),
    Case(
        "right type with an illegal move",
        INTERNATIONAL + "1. 32-28 19-23 2. 28x19 37-32 *",
        "32-28 19-23 28x19",
        notes=("move 4, '37-32'",),
    ),
]
