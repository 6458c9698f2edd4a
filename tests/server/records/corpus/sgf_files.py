"""Go in SGF as servers, programs and people write it."""

import codecs
from typing import Any

from tests.server.records.corpus.case import Case

KOMI = ("komi", 6.5)
MOVES = ";B[cc];W[gg]"
PLAYED = "C7 G3"
OPEN: dict[str, Any] = {"result": "*", "reason": "the game has no result"}


def root(properties: str, moves: str = MOVES) -> str:
    """Return a game on nine lines with more properties in its first node."""
    return f"(;GM[1]FF[4]SZ[9]{properties}{moves})"


CASES = [
    # What servers and programs write.
    Case(
        "KGS",
        root(
            "AP[CGoban:3]ST[2]RU[Japanese]KM[6.50]TM[600]OT[5x30 byo-yomi]PW[wagtail]PB[heron]WR[4k]BR[5k]"
            "DT[2020-01-05]PC[The KGS Go Server at http://www.gokgs.com/]C[heron [5k\\]: hi]RE[W+Resign]",
            ";B[cc]BL[590.5];W[gg]WL[600]",
        ),
        PLAYED,
        1,
        "resignation",
        ("heron", "wagtail"),
        (KOMI,),
        elapsed_s=(9.5, 0.0),
    ),
    Case(
        "OGS",
        "(;FF[4]\nCA[UTF-8]\nGM[1]\nDT[2020-01-05]\nPC[OGS: https://online-go.com/game/1]\nPB[a]\nPW[b]\n"
        "BR[7k]\nWR[6k]\nTM[259200]OT[86400 fischer]\nRE[B+T]\nSZ[9]\nKM[5.5]\n;B[cc]\n(;W[gg]\n(;B[gc]\n)))\n",
        "C7 G3 G7",
        0,
        "time",
        ("a", "b"),
        (("komi", 5.5),),
    ),
    Case("Fox", root("RU[Chinese]KM[375]HA[0]TM[60]TC[3]TT[60]AP[foxwq]RL[0]RE[W+R]"), PLAYED, 1, "resignation"),
    Case("Fox, komi in hundredths", root("KM[650]"), PLAYED, options=(KOMI,), **OPEN),
    Case(
        "Tygem", root("KM[6.5]RE[白3.5집승]PB[김]PW[이]"), PLAYED, 1, "3.5 points, counted by the players", ("김", "이")
    ),
    Case("WBaduk", root("KM[6.5]RE[흑 불계승]"), PLAYED, 0, "resignation"),
    Case("MultiGo", root("AP[MultiGo:4.4.4]MULTIGOGM[1]RE[黑中盘胜]KM[3.75]"), PLAYED, 0, options=(("komi", 7.5),)),
    Case(
        "CGoban 1",
        "(;GM[1]FF[3]RU[Japanese]SZ[9]HA[0]KM[5.5]PW[W]PB[B]GN[W (W) vs. B (B)]" + MOVES + "RE[Jigo])",
        PLAYED,
    ),
    Case(
        "Jago",
        root("AP[Jago:Version 4.9]ST[1]N[1]US[Brought to you by x[y]z]"),
        PLAYED,
        notes=("brackets in the value of US",),
    ),
    Case(
        "Go4Go",
        "(;\nEV[1st Cup]\nPB[Ke Jie]\nBR[9p]\nPW[Gu Li]\nKM[7.5]\nRE[B+R]\nDT[2020-01-05]SO[Go4Go.net]\n;B[pd];W[dd])",
        "Q16 D16",
    ),
    Case(
        "GoGoD",
        "(;SZ[19]FF[3]\nPW[Shuwa]WR[8d]\nPB[Shusaku]BR[4d]\nDT[1846-12-20,21]\nRE[B+2]\nKM[0];B[qd];W[dc])",
        "R16 D17",
        0,
    ),
    Case("Leela", root("KM[7.5]RE[W+12.5]RU[Chinese]AP[Leela Zero:0.17]", ";B[cc]LB[aa:1]C[54.3];W[];B[]"), "C7 pass"),
    # Komi.
    Case("komi for Black", root("KM[-5.5]"), PLAYED, options=(("komi", -5.5),)),
    Case("komi with a comma", root("KM[6,5]"), PLAYED, options=(KOMI,)),
    Case("komi with its unit", root("KM[6.5 points]"), PLAYED, options=(KOMI,)),
    Case("komi of Japan", root("KM[コミ6目半]"), PLAYED, options=(KOMI,)),
    Case("komi in stones", root("KM[3 1/4子]"), PLAYED, options=(KOMI,)),
    Case("komi of another fraction", root("KM[6.3]"), PLAYED, options=(KOMI,), notes=("read as a komi of 6.5",)),
    Case("komi in words", root("KM[reverse]"), PLAYED, options=(("komi", 0),), notes=("KM[reverse]",)),
    Case("komi out of range", root("KM[9999999]"), PLAYED, options=(("komi", 0),), notes=("KM[9999999]",)),
    # Handicap.
    Case("handicap with text", root("HA[2 stones]", ";W[ee];B[cc]"), "E5 C7", options=(("handicap", 2),)),
    Case("handicap in Chinese", root("HA[受二子]", ";W[ee]"), "E5", options=(("handicap", 2),)),
    Case("handicap of one", root("HA[1]"), PLAYED, options=(("handicap", 0),)),
    Case(
        "handicap out of range",
        root("HA[40]", ";W[ee]"),
        "E5",
        options=(("handicap", 0),),
        notes=("HA[40] is left out",),
    ),
    Case("handicap in words", root("HA[many]"), PLAYED, notes=("HA[many], the number of handicap stones",)),
    Case("handicap with other stones", root("HA[3]AB[cc][gg]", ";W[ee]"), "E5", start=None),
    # Results.
    Case("result of Japan by resignation", root("RE[黒中押し勝ち]"), PLAYED, 0, "resignation"),
    Case("result of Japan by points", root("RE[白4目勝]"), PLAYED, 1, "4 points, counted by the players"),
    Case("result in a sentence", root("RE[Black wins by 2.5]"), PLAYED, 0, "2.5 points, counted by the players"),
    Case("result of the loser", root("RE[White resigns]"), PLAYED, 0, "resignation"),
    Case("result with its unit", root("RE[W+3.5 (moku)]"), PLAYED, 1, "3.5 points, counted by the players"),
    Case("result void", root("RE[Void]"), PLAYED, "*", "the game is void"),
    Case("result unknown", root("RE[?]"), PLAYED, **OPEN),
    Case(
        "result that says nothing",
        root("RE[see C]"),
        PLAYED,
        notes=("RE[see C], the result, is not understood",),
        **OPEN,
    ),
    # Board and moves.
    Case("size twice", "(;SZ[9:9]" + MOVES + ")", PLAYED, options=(("size", 9),)),
    Case("size in words", "(;SZ[small]" + MOVES + ")", PLAYED, options=(("size", 9),), notes=("SZ[small]",)),
    Case("game in words", "(;GM[Weiqi]SZ[9]" + MOVES + ")", PLAYED),
    Case("points as people write them", root("", ";B[C7];W[G3]"), PLAYED),
    Case("capital letters", root("", ";B[CC];W[GG]"), PLAYED),
    Case("passes", root("", ";B[tt];W[gg];B[];W[cc]"), "pass G3 pass C7"),
    Case(
        "a point off the board", root("RE[B+R]", ";B[cc];W[zz];B[gg]"), "C7", 0, notes=("move 2: 'zz' is not a point",)
    ),
    Case("a taken point", root("", ";B[cc];W[cc];B[gg]"), "C7", notes=("move 2, 'C7', is left out",)),
    Case("suicide", "(;SZ[3]AB[ab][ba];W[aa];B[cc])", "", notes=("A3 would be suicide",), result="*"),
    Case("ko taken at once", "(;SZ[4];B[bb];W[cc];B[dc];W[db];B[cd];W[dd];B[dc])", notes=("(ko)",), result="*"),
    Case("two moves of one side", root("", ";B[cc];B[gg]"), "C7 pass G3", notes=("Black moves twice in a row",)),
    Case("stones in the middle", root("", ";B[cc];AB[ee];W[gg]"), "C7", notes=("after move 1 stones are put",)),
    Case("two moves in a node", "(;SZ[9];B[cc]W[gg])", PLAYED, notes=("a node has a second move",)),
    # The text of the file.
    Case("no node", "(GM[1]SZ[9]" + MOVES + ")", PLAYED, notes=("a node begins without ';'",)),
    Case(
        "no parenthesis at the beginning", ";GM[1]SZ[9]" + MOVES + ")", PLAYED, notes=("the game begins without '('",)
    ),
    Case("no parenthesis at the end", "(;GM[1]SZ[9]" + MOVES, PLAYED, notes=("')' is missing",)),
    Case("text around the game", "Dear friend,\n\nhere it is:\n(;SZ[9]" + MOVES + ")\nBest,\nAnn", PLAYED),
    Case("names of version 1", "(;GaMe[1]SiZe[9]PlayerBlack[Ann];Black[cc];White[gg])", PLAYED, players=("Ann", "?")),
    Case("names in small letters", "(;gm[1]sz[9];b[cc];w[gg])", PLAYED),
    Case(
        "brackets in a comment",
        root("", ";B[cc]C[see [a] (or b); ok];W[gg]"),
        PLAYED,
        notes=("brackets in the value of C",),
    ),
    Case("no end of a value", "(;SZ[9];B[cc]C[nice\n;W[gg])", notes=("a value has no end",), moves=PLAYED),
    Case("variations in variations", "(;SZ[9](;B[cc](;W[gg])(;W[gc](;B[cg])))(;B[ee]))", PLAYED),
    Case("two games", "(;SZ[9];B[aa])(;SZ[9]" + MOVES + ")", PLAYED, number=2),
    Case("two games without an end", "(;GM[1]SZ[9];B[aa]\n(;GM[1]SZ[9]" + MOVES + ")", PLAYED, number=2),
    # Character sets.
    Case("byte order mark", codecs.BOM_UTF8 + root("PB[柯洁]").encode(), PLAYED, players=("柯洁", "?")),
    Case("UTF-16", root("PB[柯洁]").encode("utf-16"), PLAYED, players=("柯洁", "?")),
    Case("named GB2312", root("CA[gb2312]PB[柯洁]").encode("gb2312"), PLAYED, players=("柯洁", "?")),
    Case("no name, UTF-8", root("PB[김지석]"), PLAYED, players=("김지석", "?")),
    Case(
        "no name, GB18030",
        root("PB[柯洁九段]PW[古力九段]").encode("gb18030"),
        PLAYED,
        players=("柯洁九段", "古力九段"),
        notes=("Chinese, GB 18030",),
    ),
    Case(
        "no name, Shift JIS",
        root("PB[井山裕太]PW[山下敬吾]RE[黒中押し勝ち]").encode("cp932"),
        PLAYED,
        0,
        "resignation",
        notes=("Shift JIS",),
    ),
    Case("no name, EUC-KR", root("PB[이세돌 九단]PW[박정환]").encode("cp949"), PLAYED, notes=("EUC-KR",)),
    Case("date of Europe", root("DT[5.1.2020]"), PLAYED),
    Case("time with its unit", root("TM[10 min]", ";B[cc]BL[590];W[gg]WL[595]"), PLAYED, elapsed_s=(10.0, 5.0)),
    *(
        Case(f"unreadable {name}", root(f"{name}[{text}]"), PLAYED, notes=(f"{name}[{text}], {meaning}, is not",))
        for name, text, meaning in (
            ("TM", "soon", "the time"),
            ("TM", "-5", "the time"),
            ("OT", "whatever", "the overtime"),
            ("DT", "yesterday", "the date"),
            ("DT", "2020-13-45", "the date"),
        )
    ),
    Case("no times and no day", root("TM[-]OT[none]DT[2020-05]"), PLAYED),
    Case("Canadian overtime", root("TM[600]OT[25/600 Canadian]DT[2020]"), PLAYED),
    Case("unknown CA", root("CA[nonsense-9]"), PLAYED, notes=("CA[nonsense-9] is not known here: read as UTF-8",)),
    Case(
        "unknown CA in Latin-1",
        root("CA[my own]PB[Jürgen Müller]").encode("latin-1"),
        PLAYED,
        players=("Jürgen Müller", "?"),
        notes=("CA[my own] is not known here: read as Windows-1252",),
    ),
    Case(
        "wrong CA",
        root("CA[UTF-8]PB[Jürgen Müller]").encode("latin-1"),
        PLAYED,
        players=("Jürgen Müller", "?"),
        notes=("not in the character set CA[UTF-8] that it names",),
    ),
]
