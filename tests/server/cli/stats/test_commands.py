"""The commands of `kibitz-server stats`."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kibitz_server.__main__ import app
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded
from kibitz_server.store.event_json import dump
from tests.server.cli.stats.test_games import ONE, TWO, text_of
from tests.server.core.tournament.play import DRAWN, LOST, WON, Play, engines


def stats(*words: str, stdin: str = "") -> Result:
    """Run a command in the main thread: it takes over signals, which come back afterwards."""
    signals = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGPIPE)}
    try:
        return CliRunner().invoke(app, ["stats", *words], input=stdin)
    finally:
        for number, handler in signals.items():
            signal.signal(number, handler)


def data(*words: str, code: int = 0) -> dict[str, Any]:
    """Return the object that a command prints."""
    done = stats(*words, "--json")
    assert done.exit_code == code, done.output
    (line,) = done.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_elo_of_counts() -> None:
    """Counts of pairs give the difference with its interval, in text and for programs."""
    lines = stats("elo", "34", "54", "63", "64", "75").stdout.splitlines()
    assert lines == [
        "points of a pair              0   1/2     1   3/2     2",
        "pairs                        34    54    63    64    75",
        "score                     57.9 %",
        "Elo                       +55.58 +- 27.65, with 95 % from +28.28 to +83.58",
        "normalised Elo            +57.94 +- 28.28, with 95 % from +29.66 to +86.21",
        "likelihood of superiority 100.00 %",
    ]
    found = data("elo", "--pairs", "34,54,63,64,75")
    assert (found["sample"], found["counts"], found["games"]) == ("pairs", [34, 54, 63, 64, 75], 580)
    assert [round(found[name], 2) for name in ("elo", "elo_low", "elo_high", "elo_error")] == [
        55.58,
        28.28,
        83.58,
        27.65,
    ]
    assert [round(found[name], 2) for name in ("normalized_elo", "normalized_error")] == [57.94, 28.28]


def test_elo_of_games() -> None:
    """Games lost, drawn and won are counted in that order, or by their signs."""
    for words in (("96,111,136",), ("--games", "96,111,136"), ("+136", "=111", "-96"), ("-96", "=111", "+136")):
        found = data("elo", *words)
        assert (found["counts"], round(found["elo"], 2), round(found["elo_error"], 2)) == ([96, 111, 136], 40.7, 30.43)
        assert round(found["superiority"], 4) == 0.9960


@pytest.mark.parametrize("counts", ["0,0,4,0,0", "0,0,0,0,8", "0,0,0,0,800", "0,0,0", "1,2,1"])
def test_what_is_not_known_is_said(counts: str) -> None:
    """No number stands for what is not known: neither 0 nor infinity."""
    shown = stats("elo", counts).stdout
    assert shown.count("not known yet") >= 3
    assert "inf" not in shown
    assert "nan" not in shown
    found = data("elo", counts)
    assert [found[name] for name in ("elo", "elo_low", "elo_error", "normalized_elo", "superiority")] == [None] * 5


def test_an_interval_without_an_end() -> None:
    """A score that is almost perfect has a bound on one side alone."""
    shown = stats("elo", "0,0,0,1,80").stdout
    assert "Elo                       +1003.68, with 95 % more than +814.83" in shown
    assert data("elo", "0,0,0,1,80")["elo_high"] is None
    assert "-1003.68, with 95 % less than -814.83" in stats("elo", "80,1,0,0,0").stdout


@pytest.mark.parametrize(
    ("words", "code", "verdict"),
    [
        (("0:2", "379,10170,21828,10640,343"), 0, "passed"),
        (("0:2:0.05:0.05:logistic", "871,26175,55983,26678,821"), 1, "failed"),
        (("-5:5", "0", "2", "30", "12", "4"), 6, "undecided"),
        (("--pairs", "0,2,30,12,4", "-5:5:logistic"), 6, "undecided"),
        (("0:2", "--games", "57030,106593,57433"), 6, "undecided"),
    ],
)
def test_the_exit_code_is_the_verdict(words: tuple[str, ...], code: int, verdict: str) -> None:
    """Exit codes are 0 passed, 1 failed and 6 undecided."""
    found = data("sprt", *words, code=code)
    assert found["verdict"] == verdict
    assert verdict in stats("sprt", *words).stdout


def test_a_test_is_explained() -> None:
    """The text has the test, its ratio with the bounds, and the verdict in words."""
    lines = stats("sprt", "0:10:0.05:0.1", "3,10,40,14,5").stdout.splitlines()
    assert lines[:3] == [
        "SPRT 0:10, normalised Elo, alpha 0.05, beta 0.1",
        "log likelihood ratio +0.31 after 72 pairs (-2.25 to +2.89)",
        "undecided between 0 and 10 normalised Elo",
    ]
    found = data("sprt", "0:10", "3,10,40,14,5", code=6)
    assert round(found["llr"], 4) == 0.3094
    assert (found["test"], found["model"], found["alpha"]) == ("0:10:0.05:0.05:normalized", "normalized", 0.05)


def test_the_pair_of_a_file_that_crosses_decides(tmp_path: Path) -> None:
    """Pairs of a file are taken in their order: what comes after the decision does not count."""
    file = tmp_path / "games.pgn"
    wins = [("A", "B", "1-0"), ("B", "A", "0-1"), ("A", "B", "1-0"), ("B", "A", "1/2-1/2")] * 40
    losses = [("A", "B", "0-1"), ("B", "A", "1-0")] * 200
    rounds = [str(number // 2 + 1) for number in range(len(wins) + len(losses))]
    file.write_text(text_of(*wins, *losses, Round=rounds))
    found = data("sprt", "0:50", str(file))
    assert (found["verdict"], found["first"], found["second"]) == ("passed", "A", "B")
    assert found["counts"][0] == 0
    assert sum(found["counts"]) + found["later_pairs"] == 280
    assert f"{found['later_pairs']} pairs after the decision: not counted" in stats("sprt", "0:50", str(file)).stdout
    assert data("sprt", "0:50", str(file), "--of", "B", code=1)["verdict"] == "failed"


def test_a_file_of_two_players(tmp_path: Path) -> None:
    """A file also tells draws, the first player's score, lengths and repeated games."""
    file = tmp_path / "games.pgn"
    file.write_text(text_of(ONE, TWO, ("A", "B", "*"), Round=("1", "1", "2")))
    lines = stats("elo", str(file)).stdout.splitlines()
    assert lines[0] == "A against B"
    assert lines[-5:] == [
        "draws                     50.0 %",
        "first player's score      75.0 %",
        "mean length               2.0 plies",
        "1 game without a result or two players: left out",
        "1 of 2 games repeats an earlier game; error bars are too narrow; use openings or seeds",
    ]
    found = data("elo", str(file))
    assert (found["counts"], found["repeated"], found["left_out"]) == ([0, 0, 0, 1, 0], 1, 1)
    assert stats("elo", "-", stdin=file.read_text()).stdout == stats("elo", str(file)).stdout


def test_a_file_of_a_tournament(tmp_path: Path) -> None:
    """The complete file of a tournament has its games with their pairs; forfeits do not count."""
    play = Play(Format.GAUNTLET, engines(3), pairs=True)
    outcomes = iter((WON, LOST, DRAWN, GameOutcome((1, 0), HowEnded.FORFEIT)))
    play.play_all(lambda _: next(outcomes, DRAWN))
    events = [
        {"seq": seq, "at": at, "kind": type(event).__name__, "body": json.loads(dump(event))}
        for seq, (event, at) in enumerate(play.log, 1)
    ]
    file = tmp_path / "event.json"
    file.write_text(json.dumps({"kibitz_tournament": 1, "id": "t1", "events": events, "games": []}))
    found = data("elo", str(file), "--of", "e1", "--against", "e2")
    assert (found["sample"], found["counts"], found["games"]) == ("pairs", [0, 0, 0, 0, 1], 2)
    assert (found["mean_plies"], found["left_out"], found["first_score"]) == (40, 1, 0.5)
    listed = data("list", str(file))
    assert sum(row["games"] for row in listed["players"]) == 2 * (len(play.tournament.games) - 1)
    assert listed["left_out"] == 1
    file.write_text(json.dumps({"kibitz_tournament": 1, "id": "t1", "events": events[::-1] + events, "games": []}))
    assert "cannot be read: the file is damaged" in stats("list", str(file)).stderr
    file.write_text(json.dumps({"kibitz_tournament": 1, "id": "t1", "events": events[:1] + events[3:], "games": []}))
    assert "cannot be read: the file is damaged" in stats("list", str(file)).stderr


def test_players_of_a_file_are_selected(tmp_path: Path) -> None:
    """A file of several players needs a selection, or a list."""
    file = tmp_path / "games.pgn"
    file.write_text(text_of(ONE, TWO, ("C", "A", "1-0"), ("B", "C", "1/2-1/2")))
    assert data("elo", str(file), "--of", "C", "--against", "A")["counts"] == [0, 0, 1]
    assert data("elo", str(file), "--of", "A")["second"] == "all others"
    assert data("elo", str(file), "--of", "A")["counts"] == [1, 1, 1]
    refused = stats("elo", str(file))
    assert refused.exit_code == 2
    assert "has 3 players: A, B, C" in refused.stderr
    assert "--of and --against" in refused.stderr
    shown = stats("list", str(file)).stdout.splitlines()
    assert shown[0].split() == ["place", "player", "Elo", "+-", "points", "games", "score"]
    assert [line.split()[1] for line in shown[1:]] == ["C", "A", "B"]


def test_a_list_of_results() -> None:
    """Results that are typed give the published ratings, and an anchor moves them."""
    results = ("a,b,22.5/30", "b,c,22.5/30", "a,c,27/30")
    found = data("list", *results, "--prior", "0")["players"]
    assert [(row["name"], round(row["elo"], 2) + 0.0) for row in found] == [("a", 190.85), ("b", 0.0), ("c", -190.85)]
    anchored = data("list", *results, "--prior", "0", "--anchor", "b=1500")["players"]
    assert [round(row["elo"], 2) for row in anchored] == [1690.85, 1500, 1309.15]
    assert [round(row["elo_error"], 6) for row in anchored][1] == 0
    assert [row["name"] for row in data("list", "L4,L3,13.5/20", "L4,L2,6,0,34")["players"]] == ["L4", "L3", "L2"]
    assert "not known yet" in stats("list", "a,b,5/5", "--prior", "0").stdout


@pytest.mark.parametrize(
    ("words", "reason", "way_out"),
    [
        (("elo",), "give counts of results, or a file of games", "stats elo 34"),
        (("elo", "1,2,3,4"), "has 4 counts", "stats elo 34"),
        (("elo", "no.pgn"), "no.pgn cannot be read: No such file", "or give counts"),
        (("elo", "--pairs", "1,2,3"), "not five counts of game pairs", "stats elo 34"),
        (("elo", "--pairs", "1,2,3,4,5", "--games", "1,2,3"), "exclude each other", "leave one of them out"),
        (("elo", "1,2,3", "--of", "A"), "select players of a file", "leave them out"),
        (("elo", "--jsn", "1,2,3"), "there is no option --jsn", "--help"),
        (("sprt",), "name a test: ELO0:ELO1", "stats sprt 0:10"),
        (("sprt", "1,2,3"), "name a test: ELO0:ELO1", "stats sprt 0:10"),
        (("sprt", "10:0", "1,2,3"), "ELO0 must be less than ELO1", "stats sprt 0:10"),
        (("sprt", "0:10:0.5:0.5", "1,2,3"), "less than 1 together", "stats sprt 0:10"),
        (("sprt", "0:nan", "1,2,3"), "is no test", "stats sprt 0:10"),
        (("sprt", "0:10"), "give counts of results", "stats elo 34"),
        (("list",), "give a file of games, or results", "stats list A,B"),
        (("list", "a,b,3/2"), "has more points than games", "stats list A,B"),
        (("list", "a,b,1/2", "--anchor", "c=10"), "there are no results of 'c', only of a, b", "check the name"),
        (("list", "a,b,1/2", "--anchor", "a"), "'a' is no anchor", "--anchor NAME=1500"),
        (("list", "a,b,1/2", "--anchor", "a=nan"), "is no anchor", "--anchor NAME=1500"),
        (("list", "a,b,1/2", "--prior", "nan"), "the prior is a number of draws", "stats list A,B"),
    ],
)
def test_bad_input_gets_a_sentence_and_a_way_out(words: tuple[str, ...], reason: str, way_out: str) -> None:
    """Wrong use ends with exit code 2, what is wrong, and what to do; nothing is on standard output."""
    done = stats(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    error, hint = done.stderr.splitlines()
    assert error.startswith("error: ")
    assert reason in error
    assert hint.startswith("try: ")
    assert way_out in hint


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has no game with a result and two players"),
        ("just words\n", "has no game with a result and two players"),
        (text_of(("A", "B", "*")), "has no game with a result and two players"),
        ("{}", "has no game with a result and two players"),
        ('{"kibitz_tournament": 2}', "cannot be read: the file is not a tournament"),
        ('{"kibitz_tournament": 1', "cannot be read: the file is not JSON"),
        ("\0" * 100, "has no game with a result and two players"),
    ],
)
def test_a_file_without_results(tmp_path: Path, text: str, reason: str) -> None:
    """A file that has no result is refused, whatever it is."""
    file = tmp_path / "games.pgn"
    file.write_text(text)
    for command in ("elo", "list"):
        done = stats(command, str(file))
        assert done.exit_code == 2
        assert reason in done.stderr


def test_names_of_a_file_cannot_control_the_terminal(tmp_path: Path) -> None:
    """Names are made legible before they are printed."""
    file = tmp_path / "games.pgn"
    file.write_text(text_of(("A\x1b[2J", "B\u202e", "1-0")))
    for command in ("elo", "list"):
        shown = stats(command, str(file)).stdout
        assert "\x1b" not in shown
        assert "\u202e" not in shown
