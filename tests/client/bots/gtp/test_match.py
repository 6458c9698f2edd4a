"""A program plays matches of Go on a server."""

import asyncio
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_client.bots import MatchSetup, MatchState, Plan, local_server, play
from kibitz_client.bots.gtp.bot import GtpBots, GtpSettings
from kibitz_client.cli.main import app
from kibitz_client.sdk import Client, LiveMatch, connect
from tests.client.bots.gtp.samples import fake
from tests.commands import run

pytestmark = pytest.mark.io

BOUND_S = 60.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of a server."""
    with local_server() as address:
        yield address


def program(log: Path, habits: str = "", said: list[str] | None = None) -> GtpBots:
    """Return the bots of the fake program."""
    settings = GtpSettings(fake(log, habits), verbose=said is not None)
    return GtpBots(settings, (said if said is not None else []).append)


async def joined(client: Client) -> LiveMatch:
    """Take a seat in the only open match of Go."""
    async for view in client.lobby(game="go", phase="open"):
        if view.rows:
            break
    return await client.join(view.rows[0].match)


async def after(match: LiveMatch, move: str) -> MatchState:
    """Play a move, and return the state at the next turn."""
    assert await match.turn() is not None
    await match.move(move)
    state = await match.turn()
    assert state is not None
    return state


async def first_chat(match: LiveMatch) -> str | None:
    """Return the first chat line of a match, which may have come before the stream begins."""
    async for update in match.events():
        if update.state.chat:
            return update.state.chat[0].text
    return None


async def test_a_program_plays_a_match_with_handicap_and_takebacks(address: str, tmp_path: Path) -> None:
    """It has every stone and every move, undoes what is taken back, and plays on after its end."""
    log, said = tmp_path / "log", list[str]()
    setup = MatchSetup("go", ["size=9", "handicap=2"], clock="5+3")
    async with asyncio.timeout(BOUND_S), connect(address, name="ann") as ann:
        playing = asyncio.create_task(play(program(log, "once", said), address, Plan(host=[setup]), say=said.append))
        match = await joined(ann)
        assert [move.move for move in (await after(match, "E5")).moves] == ["E5", "A1"]
        await after(match, "E6")
        await match.offer("takeback")
        async for update in match.events():
            # The stream may begin after the takeback.
            if len(update.state.moves) == 2:
                break
        assert [move.move for move in (await after(match, "E7")).moves] == ["E5", "A1", "E7", "B1"]
        await match.resign()
        assert await playing == 1
    told = log.read_text().splitlines()
    second = told[len(told) - told[::-1].index("protocol_version") - 1 :]
    assert [line for line in second if "time_left" not in line] == [
        *("protocol_version", "name", "version", "list_commands", "boardsize 9", "clear_board", "komi 0.5"),
        *("play black C3", "play black G7", "play white E5", "time_settings 297 2 1", "genmove black"),
        *("play white E6", "genmove black", "undo", "undo", "play white E7", "genmove black", "quit"),
    ]
    assert sum("has ended (exit code 42): no weights" in line for line in said) == 1
    assert f"match {match.code}: genmove black = B1" in said


async def test_a_program_plays_from_a_position(address: str, tmp_path: Path) -> None:
    """It gets the stones of both sides and the pass that came last, then the moves of the opening."""
    log = tmp_path / "log"
    setup = MatchSetup("go", ["size=3"], position="---/-B-/--W W 0-0 pass", moves="A1 A3")
    async with asyncio.timeout(BOUND_S), connect(address, name="ann") as ann:
        playing = asyncio.create_task(play(program(log), address, Plan(host=[setup])))
        match = await joined(ann)
        state = await match.turn()
        assert state is not None
        await match.resign()
        assert await playing == 1
    told = log.read_text().splitlines()
    assert told[told.index("clear_board") :][:7] == [
        *("clear_board", "komi 7.5", "play black B2", "play white C1", "play black pass"),
        *("play white A1", "play black A3"),
    ]


async def test_a_program_returns_to_its_match(address: str, tmp_path: Path) -> None:
    """A bot that is stopped and started again with its token has all moves of the match on its board."""
    async with asyncio.timeout(BOUND_S), connect(address, name="ann") as ann:
        async with connect(address, name="otter") as otter:
            token = otter.token
        plan = Plan(host=[MatchSetup("go", ["size=5"])])
        first = asyncio.create_task(play(program(tmp_path / "1"), address, plan, token=token))
        match = await joined(ann)
        await after(match, "E5")
        first.cancel()
        await asyncio.wait([first])
        assert await match.move("E4")
        plan = Plan(accept=["go"], matches=1)
        again = asyncio.create_task(play(program(tmp_path / "2"), address, plan, token=token))
        state = await match.turn()
        assert state is not None
        assert [move.move for move in state.moves] == ["A1", "E5", "B1", "E4", "C1"]
        await match.resign()
        assert await again == 1
    told = (tmp_path / "2").read_text().splitlines()
    assert told[told.index("komi 7.5") + 1 :] == [
        *("play black A1", "play white E5", "play black B1", "play white E4", "genmove black", "quit"),
    ]


async def test_a_program_may_resign(address: str, tmp_path: Path) -> None:
    """Its `resign` resigns the match, which is not a failure; two illegal moves are one."""
    for habits, failures in (("resign", 0), ("words", 1)):
        failed: list[str] = []
        plan = Plan(host=[MatchSetup("go", opponent="random")])
        assert await play(program(tmp_path / habits, habits), address, plan, on_failure=failed.append) == 1
        assert len(failed) == failures


async def test_our_own_program_plays_to_the_end(address: str) -> None:
    """`kibitz-server gtp` knows each position of a match with handicap: neither side refuses a move of the other."""
    settings = GtpSettings([sys.executable, "-m", "kibitz_server", "gtp", "--algorithm", "random"])
    said, failed = list[str](), list[str]()
    plan = Plan(host=[MatchSetup("go", ["size=7", "handicap=4"], opponent="random")])
    bots = GtpBots(settings, said.append)
    assert await play(bots, address, plan, say=said.append, on_failure=failed.append) == 1
    assert failed == []
    assert [line for line in said if "refuse" in line or "resign" in line] == []
    assert said[-1].endswith((": both sides passed.", ": the match has reached its maximum length."))


async def test_an_invitation_to_a_size_that_it_does_not_have_is_declined(address: str, tmp_path: Path) -> None:
    """The player who reserved the seat reads why."""
    async with asyncio.timeout(BOUND_S), connect(address, name="ann") as ann, connect(address, name="otter") as otter:
        token = otter.token
        plan = Plan(invited=True)
        playing = asyncio.create_task(play(program(tmp_path / "log", "nine"), address, plan, token=token))
        match = await ann.create(MatchSetup("go", ["size=13"], seats=("me", "@otter")))
        assert await first_chat(match) == "My engine does not play on boards of size 13."
        playing.cancel()
        await asyncio.wait([playing])
        await match.leave()


def test_the_command_checks_programs_and_games(address: str, tmp_path: Path) -> None:
    """Wrong commands, games without GTP notation, sizes and programs end the command with an error message."""
    engine, other, nine = (shlex.join(fake(tmp_path / "log", habits)) for habits in ("", "other", "nine"))
    env = {"PATH": "/usr/bin:/bin", "KIBITZ_SERVER": address}

    def bot_run(*args: str) -> tuple[int, str]:
        done = run(app, "bot", "run", *args, env=env)
        return done.exit_code, done.stderr

    code, err = bot_run("--gtp", engine, "--host", "reversi")
    assert code == 2
    assert "engine: Fake Go 0.1" in err
    assert "error: reversi has no GTP notation, which this bot needs\ntry: choose one of go" in err
    assert "refuses 'kgs-rules x'" in bot_run("--gtp", engine, "--gtp-command", "kgs-rules x", "--host", "go")[1]
    assert "has ended (exit code 3)" in bot_run("--gtp", other, "--host", "go")[1]
    err = bot_run("--gtp", nine, "--host", "go", "-o", "size=13")[1]
    assert "the bot does not play this go: My engine does not play on boards of size 13." in err
