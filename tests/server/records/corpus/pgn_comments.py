"""Comments of engines and clocks in PGN, and time controls: scores, depths and times of moves."""

from tests.server.records.corpus.case import Case


def timed(control: str, *comments: str) -> str:
    """Return a game with a time control, whose moves have comments."""
    moves = [f"{move} {comment}" for move, comment in zip(["e4", "e5", "Nf3", "Nc6"], comments, strict=False)]
    return f'[TimeControl "{control}"]\n\n' + " ".join(moves) + " *"


def long_game(control: str, before: str, clock: str) -> str:
    """Return a game in which White's moves 40 and 41 have clocks."""
    pawns = [move for row in ("36", "45") for column in "abcdegh" for move in (column + row[0], column + row[1])]
    moves = [each for pair in range(14) for each in (*KNIGHTS, *pawns[2 * pair : 2 * pair + 2])][:81]
    moves[78] += f" {{[%clk {before}]}}"
    return f'[TimeControl "{control}"]\n\n' + " ".join(moves) + f" {{[%clk {clock}]}} *"


KNIGHTS = "Nf3", "Nf6", "Ng1", "Ng8"

COMMENTS = [
    Case(
        "cutechess",
        "1. e4 {+0.30/13 0.28s} e5 {-0.17/12 0.13s} 2. Nf3 {+M5/20 1.2s} Nc6 {-M4/8 130ms, White mates} *",
        scores=(30, -17, "#9", "#-8"),
        depths=(13, 12, 20, 8),
        elapsed_s=(0.28, 0.13, 1.2, 0.13),
    ),
    Case("cutechess from a book", "1. e4 {book} e5 {book} *", scores=(None, None), elapsed_s=(0, 0)),
    Case(
        "fastchess",
        "1. e4 {+0.15/9 0.105s, n=20813, sd=11, nps=198219} *",
        scores=(15,),
        depths=(9,),
        elapsed_s=(0.105,),
    ),
    Case("Arena", "1. e4 {(e7e5) +0.25/12 15} e5 (+0.30/13 3s) *", scores=(25, 30), elapsed_s=(15, 3), moves="e4 e5"),
    Case("XBoard", "1. e4 {+0.23/11 1:05} *", scores=(23,), depths=(11,), elapsed_s=(65,)),
    Case("ICC", timed("300", "{0:04:57}", "{0:04:58}"), elapsed_s=(3, 2)),
    Case("FICS", "1. e4 {(0:03.4)} e5 {[%emt 1.5]} *", elapsed_s=(3.4, 1.5)),
    Case(
        "TCEC",
        "1. e4 {d=27, sd=32, mt=15000, tl=5385000, s=1, wv=0.20, R50=50} e5 {d=9, mt=900, wv=-M3} *",
        scores=(20, "#5"),
        depths=(27, 9),
        elapsed_s=(15, 0.9),
    ),
    Case(
        "scores of servers",
        "1. e4 {[%eval 0.3,12]} e5 {[%eval 0.17]} 2. Nf3 {[%eval #-3]} *",
        scores=(30, -17, "#-6"),
        depths=(12, 0, 0),
    ),
    Case("ChessBase", "1. e4 {[%eval 35,20] [%emt 0:00:12]} *", scores=(35,), depths=(20,), elapsed_s=(12,)),
    Case("commands outside comments", "1. e4 [%emt 0:00:02] e5 *", moves="e4 e5", elapsed_s=(2, 0)),
    Case("commands behind a semicolon", "1. e4 ; [%emt 0:00:02]\ne5 *", moves="e4 e5", elapsed_s=(2, 0)),
]
CLOCKS = [
    Case("an increment", timed("300+3", "{[%clk 0:04:58]}", "{[%clk 0:05:00]}"), elapsed_s=(5, 3)),
    Case("tenths", timed("180", "{[%clk 0:02:59.9]}", "{[%clk 0:02:58.5]}"), elapsed_s=(0.1, 1.5)),
    Case("stages", timed("40/7200:3600", "{[%clk 1:59:00]}", "{[%clk 1:58:00]}"), elapsed_s=(60, 120)),
    Case("three stages", timed("40/7200:20/3600:900+30", "{[%clk 1:59:00]}"), elapsed_s=(60,)),
    Case("a stage", long_game("40/7200:3600", "0:01:00", "1:00:40"), elapsed_s=(*[0] * 80, 20)),
    Case("a stage that the clock adds", long_game("40/7200:3600", "1:01:00", "1:00:40"), elapsed_s=(*[0] * 80, 20)),
    Case("days", timed("1/259200", "{[%clk 71:59:00]}", "{[%clk 2d 23:00:00]}"), elapsed_s=(60, 3600)),
    Case("a sandglass", timed("*60", "{[%clk 0:00:50]}", "{[%clk 0:01:05]}"), elapsed_s=(10, 5)),
    Case(
        "no time control", timed("-", "{[%clk 0:04:58]}", "{[%clk 0:04:50]}", "{[%clk 0:04:50]}"), elapsed_s=(0, 0, 8)
    ),
    Case("an unknown time control", timed("?", "{[%clk 0:04:58]}"), elapsed_s=(0,)),
    Case("hours and minutes", timed("7200", "{[%clk 1:59]}", "{[%clk 1:55]}"), elapsed_s=(60, 300)),
    Case("minutes and seconds", timed("300", "{[%clk 4:59]}", "{[%clk 4:50]}"), elapsed_s=(1, 10)),
    Case("minutes without a unit", timed("90+30", "{[%clk 1:30:10]}"), elapsed_s=(20,)),
    Case("minutes with a unit", timed("90 min + 30 s", "{[%clk 1:30:10]}"), elapsed_s=(20,)),
    Case("game in minutes", timed("G/30", "{[%clk 0:29:50]}"), elapsed_s=(10,)),
    Case("minutes and seconds of a server", timed("3|2", "{[%clk 0:03:00]}"), elapsed_s=(2,)),
    Case("an odd time control", timed("soon", "{[%emt 0:00:04]}"), elapsed_s=(4,), notes=("TimeControl is left out",)),
]
CASES = [*COMMENTS, *CLOCKS]
