"""Games of SGF as records: played again by the rules of Go here, and verified."""

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.match.record import read_record_text
from kibitz_protocol.formats.sgf.reader import decode_sgf, read_game
from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.formats.text import BadGame
from kibitz_server.records.sgf import record_lines
from kibitz_server.records.verifier import verify
from tests.server.programs.json_lines.helpers import run

SAMPLES = Path(__file__).parent / "samples"
"""Files in the manner of servers and programs for Go."""


def lines_of(text: str, number: int = 1) -> list[str]:
    """Return the record of a game of a text, which must verify."""
    lines = list(record_lines(read_game(text, number)))
    assert verify(f"{line}\n" for line in lines).over
    return lines


def messages_of(text: str, number: int = 1) -> list[Any]:
    """Return the messages of that record, without its header."""
    return [json.loads(line) for line in lines_of(text, number)[1:]]


def sample(name: str) -> str:
    """Return the text of a sample."""
    return decode_sgf((SAMPLES / name).read_bytes()).text


def moves_of(messages: list[Any]) -> list[dict[str, Any]]:
    """Return the moves of a record."""
    return [message["event"]["move"] for message in messages if message.get("event", {}).get("kind") == "moved"]


def texts_of(messages: list[Any]) -> str:
    """Return the moves of a record as one text."""
    return " ".join(move["move"] for move in moves_of(messages))


def end_of(messages: list[Any]) -> tuple[str, int | None, str]:
    """Return the kind of the end, the winner and the reason."""
    told = messages[-1]["event"]
    result = told.get("result", {})
    return told["kind"], result.get("winner"), told.get("reason") or result["reason"]


def test_a_game_of_kgs() -> None:
    """It has clocks with byo-yomi, and was counted by Japanese rules, which give another result than the area."""
    messages = messages_of(sample("kgs.sgf"))
    snapshot, moves = messages[0], moves_of(messages)
    assert snapshot["options"] == {"size": 9, "komi": 6.5, "handicap": 0}
    assert [seat["name"] for seat in snapshot["seats"]] == ["wagtail", "heron"]
    assert (snapshot["created_at"], snapshot["start"]) == (1_336_262_400.0, None)
    assert [move["move"] for move in moves[:3]] == ["E5", "E3", "G5"]
    assert [move["elapsed_ms"] for move in moves[:7]] == [2750, 10_000, 5000, 0, 0, 0, 0]
    told = "2.5 points, counted by the players (the area of the stones on the board is B+16.5)"
    assert end_of(messages) == ("finished", 1, told)
    assert (len(moves), moves[-1]["move"]) == (25, "pass")


def test_a_game_of_ogs() -> None:
    """Each move is a tree in that of the move before it, and the third stone of a handicap is in another corner."""
    messages = messages_of(sample("ogs.sgf"))
    snapshot = messages[0]
    assert snapshot["options"] == {"size": 9, "komi": 0.5, "handicap": 0}
    empty = "---------"
    rows = [empty, empty, "------B--", empty, empty, empty, "--B---B--", empty, empty]
    assert snapshot["start"] == f"{'/'.join(rows)} W"
    assert texts_of(messages) == "E5 E7 C7 pass C6 G5"
    assert end_of(messages) == ("finished", 0, "time")


def test_a_game_of_sabaki() -> None:
    """Variations and marks are left out; a game without a result has none."""
    messages = messages_of(sample("sabaki.sgf"))
    assert texts_of(messages) == "E5 E7 G7 G6 H6 F7"
    assert messages[0]["created_at"] == 1_609_804_800.0
    assert end_of(messages) == ("aborted", None, "the game has no result")


@pytest.mark.parametrize("charset", ["utf-8", "gbk"])
def test_a_game_of_fox(charset: str) -> None:
    """The komi counts stones; the character set is guessed where the file does not name it."""
    data = (SAMPLES / "fox.sgf").read_text().encode(charset)
    messages = messages_of(decode_sgf(data).text)
    assert messages[0]["options"] == {"size": 19, "komi": 7.5, "handicap": 0}
    assert texts_of(messages) == "Q16 D16 Q3 D3 F17 C14"
    assert messages[0]["seats"][0]["name"] == "黑棋"
    assert end_of(messages) == ("finished", 0, "resignation")


def test_old_games_in_one_file() -> None:
    """A file of version 3 has long names; a game of another kind among others is refused by its name."""
    messages = messages_of(sample("old.sgf"))
    assert [seat["name"] for seat in messages[0]["seats"]] == ["Honinbo Dosaku", "Chitetsu"]
    assert messages[0]["start"].split()[1] == "W"
    assert texts_of(messages) == "R16 D4 Q6"
    assert end_of(messages) == ("finished", 1, "1 point, counted by the players")
    with pytest.raises(BadGame, match=r"it is a game of Othello \(GM\[2\]\); SGF is read for Go only here"):
        lines_of(sample("old.sgf"), 2)
    messages = messages_of(sample("old.sgf"), 3)
    assert messages[0]["start"] == "-----/-WB--/--B--/-----/----- W"


@pytest.mark.parametrize(
    ("text", "options", "start", "moves"),
    [
        ("(;SZ[5];B[aa])", {"komi": 0, "handicap": 0}, None, "A5"),
        ("(;SZ[5]KM[7.5];W[aa])", {"komi": 7.5, "handicap": 0}, "-----/-----/-----/-----/----- W", "A5"),
        ("(;SZ[5]PL[W])", {"komi": 0, "handicap": 0}, "-----/-----/-----/-----/----- W", ""),
        ("(;SZ[5]PL[W];B[aa])", {"komi": 0, "handicap": 0}, None, "A5"),
        ("(;SZ[5]AB[aa:cb]AE[bb];AW[ee];W[bb])", {"handicap": 0}, "BBB--/B-B--/-----/-----/----W W", "B4"),
        ("(;SZ[9]HA[2];W[ee])", {"handicap": 2}, None, "E5"),
        ("(;SZ[9]HA[2]AB[cg][gc];W[ee])", {"handicap": 2}, None, "E5"),
        ("(;SZ[9]AB[cg][gc]PL[W])", {"handicap": 2}, None, ""),
        ("(;SZ[9]HA[2]AB[cg][gc];B[ee])", {"handicap": 0}, "7 G7 C3 B", "E5"),
        ("(;SZ[9]HA[2]AB[cg][gg];W[ee])", {"handicap": 0}, "7 C3 G3 W", "E5"),
        ("(;SZ[9]HA[2];B[cg];B[gg];W[ee])", {"handicap": 0}, "7 C3 G3 W", "E5"),
        ("(;SZ[9]HA[2];B[gc];B[cg];W[ee])", {"handicap": 2}, None, "E5"),
        ("(;SZ[9]HA[2];B[gc];W[ee])", {"handicap": 0}, None, "G7 E5"),
        ("(;SZ[9]HA[1]KM[0.5];B[gc])", {"handicap": 0, "komi": 0.5}, None, "G7"),
    ],
)
def test_how_games_begin(text: str, options: dict[str, Any], start: str | None, moves: str) -> None:
    """The side to move is that of the first move. Stones on the places of a handicap are one."""
    messages = messages_of(text)
    assert options.items() <= messages[0]["options"].items()
    if start is not None and start.startswith("7 "):
        _, *stones, side = start.split()
        rows = messages[0]["start"].split()[0].split("/")
        placed = {f"{'ABCDEFGHJ'[x]}{9 - y}" for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "B"}
        assert (placed, messages[0]["start"].split()[1]) == (set(stones), side)
    else:
        assert messages[0]["start"] == start
    assert texts_of(messages) == moves


@pytest.mark.parametrize(
    ("nodes", "moves"),
    [
        (";B[aa];B[bb];W[cc]", "A5 pass B4 C3"),
        (";B[aa];W[];W[bb]", "A5 B4"),
        (";B[aa];W[];B[];W[bb];B[cc]", "A5 B4 C3"),
        (";B[aa];W[tt];B[];W[];B[cc]", "A5 pass C3"),
        (";B[aa];W[];B[];W[];B[]", "A5 pass pass"),
        (";B[];W[bb]", "pass B4"),
        (";B[aa];W[bb];AE[cc]TB[aa]", "A5 B4"),
        (";MN[40]B[aa]KO[];W[bb]PL[B]", "A5 B4"),
    ],
)
def test_sides_take_turns(nodes: str, moves: str) -> None:
    """A side that moves twice had a pass of the other in between; a pair of passes in the middle changes nothing."""
    assert texts_of(messages_of(f"(;SZ[5]{nodes})")) == moves


@pytest.mark.parametrize(
    ("result", "passes", "end"),
    [
        ("B+24", 2, ("finished", 0, "area")),
        ("B+", 2, ("finished", 0, "area")),
        ("?", 2, ("finished", 0, "area")),
        ("B+23", 1, ("finished", 0, "23 points, counted by the players (the area of the stones on the board is B+24)")),
        ("W+1", 1, ("finished", 1, "1 point, counted by the players (the area of the stones on the board is B+24)")),
        ("0", 1, ("finished", None, "counted by the players (the area of the stones on the board is B+24)")),
        ("B+R", 1, ("finished", 0, "resignation")),
        ("Void", 1, ("aborted", None, "the game is void")),
    ],
)
def test_the_players_count_is_kept(result: str, passes: int, end: tuple[str, int | None, str]) -> None:
    """If it differs from the area of the stones, the last pass is left out, so that the rules do not end the game."""
    messages = messages_of(f"(;SZ[5]KM[1]RE[{result}];B[cc];W[];B[])")
    assert (end_of(messages), texts_of(messages).split().count("pass")) == (end, passes)


@pytest.mark.parametrize(
    ("result", "end"),
    [
        ("B+R", ("finished", 0, "resignation")),
        ("W+3.5", ("finished", 1, "3.5 points, counted by the players")),
        ("0", ("finished", None, "counted by the players")),
        ("W+F", ("finished", 1, "forfeit")),
        ("B+", ("finished", 0, "unknown reason")),
        ("B+T", ("finished", 0, "time forfeit")),
        ("W+T", ("finished", 1, "time")),
        ("", ("aborted", None, "the game has no result")),
    ],
)
def test_the_players_end_a_game(result: str, end: tuple[str, int | None, str]) -> None:
    """Where the rules do not end it, the result of the file does; only the side to move can lose on time."""
    assert end_of(messages_of(f"(;SZ[5]RE[{result}];B[cc];W[bb])")) == end


def test_moves_have_their_times_and_scores() -> None:
    """A time comes from its comment, or from the clocks; a score is for the side that moved."""
    text = r"""(;SZ[5]TM[60]OT[2 fischer];B[cc]BL[59.5]C[[%eval 0.30\]]
        ;W[bb]WL[50]C[[%eval 0.20\] [%emt 0:00:01.5\]];B[dd]BL[55]OB[3]C[[%eval #2\]];W[aa]C[fine])"""
    moves = moves_of(messages_of(text))
    assert [move["elapsed_ms"] for move in moves] == [2500, 1500, 0, 0]
    found = [move["search"] and (move["search"]["score"], move["search"]["wins_in"]) for move in moves]
    assert found == [(30, None), (-20, None), (0, 3), None]


def test_a_match_of_kibitz_has_its_code() -> None:
    """Its place is its code, and names are cut and shown in one line."""
    snapshot = messages_of("(;SZ[5]PC[Kibitz 7KQ2XF]PB[a\x1b\n b]PW[" + "w" * 50 + "])")[0]
    assert snapshot["code"] == "7KQ2XF"
    assert [seat["name"] for seat in snapshot["seats"]] == ["a\ufffd b", "w" * 32]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;GM[7])", "it is a game of Chinese chess (GM[7]); SGF is read for Go only here"),
        ("(;GM[40])", "it is not a game of Go (GM[40])"),
        ("(;SZ[19:13])", "the board has 19 columns and 13 rows"),
    ],
)
def test_a_bad_game_has_a_reason(text: str, sentence: str) -> None:
    """Games that have no place here are refused, with what they are."""
    with pytest.raises(BadGame) as error:
        lines_of(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "moves", "note"),
    [
        (
            "(;SZ[5];B[cc];W[ff];B[aa])",
            "C3",
            "move 2: 'ff' is not a point of a board of 5x5; the game is read up to there",
        ),
        (
            "(;SZ[5];B[aa];W[aa])",
            "A5",
            "move 2, 'A5', is left out: A5 is taken by Black",
        ),
        ("(;SZ[5]AB[ab][ba];W[aa])", "", "move 1, 'A5', is left out: a stone there would have no liberties"),
        ("(;SZ[5]AB[ab][ba]AW[aa];W[cc])", "C3", "the stones of A5 have no liberties in the first position"),
        ("(;SZ[5];B[aa]W[bb])", "A5 B4", "line 1: a node has a second move, which is read as a node of its own"),
        ("(;SZ[5];B[aa][bb])", "A5", "move 1: a node has several points for B, and the first one is read"),
        ("(;SZ[5];B[aa];AB[cc];W[bb])", "A5", "after move 1 stones are put on the board or taken from it"),
        ("(;SZ[5];B[aa];AB[cc]W[bb])", "A5", "after move 1 stones are put on the board or taken from it"),
        ("(;SZ[5]HA[2];W[aa])", "A5", "HA[2] is left out: a board of 5x5 has places for 0 stones"),
        ("(;SZ[9]HA[12];W[aa])", "A9", "HA[12] is left out: a board of 9x9 has places for 9 stones"),
        ("(;SZ[9]HA[two];B[aa])", "A9", "HA[two], the number of handicap stones, cannot be read, and is left out"),
        ("(;SZ[5]AB[aa:zz][cc];W[aa])", "A5", "AB: 'zz' is not a point of a board of 5x5; it is left out"),
        (
            "(;SZ[5]KM[many];B[aa])",
            "A5",
            "KM[many], the komi, which is -100 to 100 points, cannot be read, and is left",
        ),
        ("(;SZ[5]KM[6.3];B[aa])", "A5", "KM[6.3] is read as a komi of 6.5"),
        ("(;SZ[5]PL[?];B[aa])", "A5", "PL[?], the side to move, cannot be read, and is left out"),
        ("(;SZ[nine];B[ii];W[aa])", "J1 A9", "SZ[nine], the size of the board, cannot be read; the board is 9x9"),
        ("(;SZ[5]GM[Chess?];B[aa])", "A5", "GM[Chess?] is no game of SGF; the game is read as Go"),
        ("(;SZ[5]RE[maybe];B[aa])", "A5", "RE[maybe], the result, is not understood, and is left out"),
        ("(;SZ[5];B[aa]BL[soon])", "A5", "move 1: BL[soon] is no time, and is left out"),
        ("(;SZ[5];B[aa];B[bb])", "A5 pass B4", "move 2: Black moves twice in a row, as if the other side had passed"),
    ],
)
def test_one_odd_value_is_left_out(text: str, moves: str, note: str) -> None:
    """The rest of the game is read, and a note says what is missing."""
    messages = messages_of(text)
    assert texts_of(messages) == moves
    (found,) = messages[0]["notes"]
    assert note in found


@pytest.mark.parametrize("name", ["", "1", "01", "Go", "weiqi", "围棋"])
def test_names_of_the_game(name: str) -> None:
    """Some programs write the name of the game in place of its number."""
    messages = messages_of(f"(;GM[{name}]SZ[5];B[aa])")
    assert texts_of(messages) == "A5"
    assert not messages[0].get("notes")
    with pytest.raises(BadGame, match=r"it is a game of Othello \(GM\[othello\]\)"):
        messages_of("(;GM[othello]SZ[8];B[aa])")


def test_a_komi_may_be_for_black() -> None:
    """A negative komi is points for Black."""
    messages = messages_of("(;SZ[5]KM[-5.5]RE[B+30.5];B[cc];W[];B[])")
    assert messages[0]["options"]["komi"] == -5.5
    assert messages[-1]["event"]["result"]["points"] == [25, -5.5]


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        ("bb cc dc db cd dd dc", "ko"),
        ("ad bb ab ba db cd bc cb dc dd aa ac ab", "superko"),
    ],
)
def test_other_rules_of_repetition(moves: str, kind: str) -> None:
    """A game by rules that allow a position to come again is read up to where that happens, with its result."""
    places = moves.split()
    nodes = [f";{'BW'[ply % 2]}[{place}]" for ply, place in enumerate(places)]
    messages = messages_of(f"(;SZ[4]RE[W+R]{''.join(nodes)})")
    assert texts_of(messages) == texts_of(messages_of(f"(;SZ[4]{''.join(nodes[:-1])})"))
    assert f"move {len(places)}, " in messages[0]["notes"][0]
    assert f"({kind})" in messages[0]["notes"][0]
    assert end_of(messages) == ("finished", 1, "resignation")


@pytest.mark.parametrize("name", ["kgs.sgf", "ogs.sgf", "sabaki.sgf", "fox.sgf", "old.sgf"])
def test_samples_come_back(name: str) -> None:
    """What the client writes of a game is read as the same game."""
    messages = [message for message, _ in read_record_text("\n".join(lines_of(sample(name))), name)]
    text = sgf_text(messages, comments=True)
    again = [message for message, _ in read_record_text("\n".join(lines_of(text)), name)]
    assert sgf_text(again, comments=True) == text


@pytest.mark.io
def test_the_command_writes_a_record() -> None:
    """It reads a file or its input, and a game by its number."""
    done = run("sgf", str(SAMPLES / "old.sgf"), "--game", "3")
    assert done.stdout.decode().splitlines() == lines_of(sample("old.sgf"), 3)
    kgs = (SAMPLES / "kgs.sgf").read_bytes()
    assert run("sgf", "-", lines=kgs).stdout.decode().splitlines() == lines_of(sample("kgs.sgf"))


@pytest.mark.io
def test_the_command_refuses_a_bad_file(tmp_path: Path) -> None:
    """It names what is wrong, with exit code 2."""
    file = SAMPLES / "old.sgf"
    for arguments, sentence in (
        ((str(file), "--game", "2"), b"old.sgf cannot be read as SGF: it is a game of Othello"),
        ((str(file), "--game", "4"), b"it has no game 4"),
        ((str(tmp_path / "none.sgf"),), b"cannot be read: No such file"),
    ):
        refused = run("sgf", *arguments)
        assert (refused.returncode, sentence in refused.stderr) == (2, True)
