"""Programs and example bots play whole matches on a real server."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_client.bots import Bot, MatchSetup, MatchState, Plan, TimeLeft, play
from kibitz_client.bots.subprocess_bot import ProgramBot, ProgramError, start_program, stderr_lines
from kibitz_client.match.record import record_scenes
from kibitz_client.match.state import advance
from kibitz_client.testing import local_server
from tests.client.dice import played
from tests.client.samples import snapshot
from tests.programs import NODE

pytestmark = pytest.mark.io

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
PYTHON = [sys.executable, "-u", "-c"]


ECHO_DRAWS = """
import json, sys
start, choose = (json.loads(sys.stdin.readline()) for _ in range(2))
print(json.dumps({"move": json.dumps(choose["chance_events"])}), flush=True)
"""


def at_seat_0() -> MatchState:
    """Return a match in which seat 0 is to move."""
    state = advance(None, snapshot(you=0))
    assert state is not None
    return state


async def choose_with(code: str) -> tuple[str, list[str]]:
    """Return the move of a Python program, and the log."""
    log: list[str] = []
    bot = ProgramBot([*PYTHON, f"import sys, json\n{code}"], log.append)
    await bot.on_start(at_seat_0())
    try:
        return await bot.choose(at_seat_0(), None), log
    finally:
        await bot.on_end(at_seat_0())


async def test_a_program_is_asked_in_json_lines() -> None:
    """A program gets the match, then each position with its legal moves; its standard error goes to the log."""
    code = """
start, choose = (json.loads(sys.stdin.readline()) for _ in range(2))
assert (start["t"], start["you"], start["game"]) == ("start", 0, "tictactoe")
assert choose["legal"] == choose["state"]["legal"]
print("thinking", file=sys.stderr)
print(json.dumps({"move": choose["legal"][4]}))
assert json.loads(sys.stdin.readline())["t"] == "end"
assert sys.stdin.readline() == ""
print("bye", file=sys.stderr)
"""
    move, log = await choose_with(code)
    assert move == "b2"
    assert log[0] == "  thinking"


async def test_a_program_goes_berserk() -> None:
    """It learns whether it may, and answers so in place of a move."""
    code = """
start, choose = (json.loads(sys.stdin.readline()) for _ in range(2))
print(json.dumps({"move": "a1"} if not choose["may_berserk"] else {"berserk": True}), flush=True)
"""
    answers, none_yet = [], list[int]()
    for berserk in (None, none_yet):
        state = advance(None, snapshot(you=0, berserk=berserk))
        assert state is not None
        bot = ProgramBot([*PYTHON, f"import sys, json\n{code}"], lambda _line: None)
        await bot.on_start(state)
        answers.append(await bot.choose(state, None))
        await bot.on_end(state)
    assert answers == ["a1", "berserk"]


async def test_a_program_gets_the_draws() -> None:
    """Each draw comes with the number of moves before it."""
    state = record_scenes(played()[:8])[-1][1]
    bot = ProgramBot([*PYTHON, ECHO_DRAWS], lambda _line: None)
    await bot.on_start(state)
    assert json.loads(await bot.choose(state, None)) == [
        {"ply": 0, "text": "6"},
        {"ply": 1, "text": "1"},
        {"ply": 1, "text": "6"},
    ]
    await bot.on_end(state)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("sys.stdin.readline(); sys.stdin.readline()", "ended without an answer"),
        ("print('b2', flush=True); input(); input(); input()", "wrote b'b2', not JSON|wrote 'b2"),
        ("print('[1]'); input(); input(); input()", "is not a JSON object"),
        ("print('{}'); input(); input(); input()", 'not {"move"'),
        ("print('x' * 70000); input(); input(); input()", "more than 65536 bytes"),
    ],
)
async def test_an_invalid_answer_is_an_error(code: str, sentence: str) -> None:
    """A program with an invalid answer, or none, fails with an error message."""
    with pytest.raises(ProgramError, match=sentence):
        await choose_with(code)


async def test_lines_of_the_log_are_whole() -> None:
    """A line that a program writes in pieces is one line, and an endless line comes in parts."""
    code = """
import sys
for text in ("bad ", "file", "\\n", "\\u00e9" * 20000, "\\nlast"):
    sys.stderr.write(text)
    sys.stderr.flush()
"""
    process = await start_program([*PYTHON, code])
    lines = [line async for line in stderr_lines(process)]
    await process.wait()
    assert (lines[0], lines[-1]) == ("bad file", "last")
    assert "".join(lines[1:-1]) == "\u00e9" * 20000
    assert len(lines) > 3


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of one server for all examples."""
    with local_server() as address:
        yield address


def run(address: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run `kibitz bot run` to its end."""
    command = [sys.executable, "-m", "kibitz_client", "bot", "run", *args, "--server", address]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


@pytest.mark.parametrize(
    "args",
    [
        [f"{EXAMPLES}/random_bot.py:RandomBot", "--host", "reversi"],
        [f"{EXAMPLES}/connect4_bot.py:Connect4Bot", "--host", "connect4", "--clock", "0.1+0"],
        ["--exec", f"{EXAMPLES}/first.sh", "--host", "kalah"],
        ["--exec", f"node {EXAMPLES}/greedy.mjs", "--host", "gomoku"],
    ],
    ids=["random", "search", "shell", "node"],
)
def test_the_examples_play_to_an_end(address: str, args: list[str]) -> None:
    """Each example plays a whole match against an engine, without a refused move."""
    if "node" in args[1]:
        NODE.required()
    done = run(address, *args, "--against", "random")
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("1 match played\n")
    assert "refused" not in done.stderr
    assert "resign" not in done.stderr


def test_a_bot_that_fails_is_reported(address: str, tmp_path: Path) -> None:
    """If the bot keeps raising errors, its match is resigned, and the exit code is 1."""
    (tmp_path / "broken.py").write_text(
        "from kibitz_client.bots import Bot\n"
        "class Broken(Bot):\n"
        "    def choose(self, state, clock):\n"
        "        raise ValueError('no idea')\n"
    )
    done = run(address, f"{tmp_path}/broken.py:Broken", "--host", "nim", "--against", "random")
    assert done.returncode == 1
    assert "ValueError: no idea" in done.stderr
    assert "error: the bot had no move, so it resigned: " in done.stderr


def test_two_bots_meet(address: str) -> None:
    """One bot hosts and one accepts; --json prints every message."""
    bot = f"{EXAMPLES}/random_bot.py:RandomBot"
    command = [sys.executable, "-m", "kibitz_client", "bot", "run", bot, "--accept", "nim", "--matches", "1"]
    with subprocess.Popen([*command, "--server", address], stderr=subprocess.PIPE, text=True) as accepting:
        assert accepting.stderr is not None
        done = run(address, bot, "--host", "nim", "--json")
        assert accepting.stderr.read().endswith("1 match played\n")
    kinds = [json.loads(line)["t"] for line in done.stdout.splitlines()]
    assert kinds[0] == "snapshot"
    assert set(kinds) == {"snapshot", "event"}


def test_two_bots_find_each_other(address: str) -> None:
    """Two bots that seek the same game are paired."""
    bot = f"{EXAMPLES}/random_bot.py:RandomBot"
    command = [sys.executable, "-m", "kibitz_client", "bot", "run", bot, "--seek", "nim", "--matches", "1"]
    with subprocess.Popen([*command, "--server", address], stderr=subprocess.PIPE, text=True) as other:
        assert other.stderr is not None
        done = run(address, bot, "--seek", "nim", "--matches", "1")
        assert other.stderr.read().endswith("1 match played\n")
    assert done.stderr.endswith("1 match played\n")


async def test_the_same_seed_plays_the_same_match(address: str) -> None:
    """An engine of a local server answers the same moves with the same moves."""
    games = []
    for _ in range(2):
        ended: list[MatchState] = []

        class First(Bot):
            def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
                return state.position.legal[0]

            def on_end(self, state: MatchState) -> None:
                ended.append(state)  # noqa: B023

        hosted = MatchSetup("connect4", opponent="random")
        assert await play(First, address, Plan(host=[hosted])) == 1
        games.append([move.move for move in ended[0].moves])
    assert games[0] == games[1]
