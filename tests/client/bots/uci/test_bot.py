"""A UCI engine plays a match on a server, in games with UCI notation alone."""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_client.bots import MatchSetup, MatchState, Plan, TimeLeft, local_server, play
from kibitz_client.bots.engines.process import EngineError
from kibitz_client.bots.uci.bot import UciBot, UciBots, UciSettings, clock_limit, position_command
from kibitz_client.cli.main import app
from kibitz_client.errors import UsageError
from kibitz_client.match.state import advance
from kibitz_client.sdk import connect
from kibitz_protocol.values.clocks import Byoyomi, Fischer, PerMove, SimpleDelay
from tests.client.samples import snapshot
from tests.commands import run

FAKE = Path(__file__).with_name("fake_engine.py")
GAMES = Path(__file__).with_name("games")
BOUND_S = 60.0


def match_of(notation: str | None = "uci", cells: str = "", **changes: object) -> MatchState:
    """Return a match with the bot at seat 0."""
    state = advance(None, snapshot(cells, you=0, **changes))
    assert state is not None
    return replace(state, game=state.game.model_copy(update={"notation": notation}))


def test_positions_have_their_history() -> None:
    """A position is sent as its start and all moves since, with those of the opening."""
    assert position_command(match_of()) == "startpos"
    assert position_command(match_of(cells="40")) == "startpos moves b2 a3"
    state = match_of(cells="4", start="8/8 w - - 0 1", opening=["a1a2"])
    assert position_command(state) == "fen 8/8 w - - 0 1 moves a1a2 b2"


def test_chess960_begins_with_its_first_position() -> None:
    """The first position of an array is sent as FEN, and a position of the match's own as it is."""
    options = {"array": 0}
    first = "fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
    assert position_command(match_of(options=options)) == first
    assert position_command(match_of(cells="4", options=options)) == f"{first} moves b2"
    assert position_command(match_of(options=options, start="8/8 w - - 0 1")) == "fen 8/8 w - - 0 1"
    assert position_command(match_of(options={"array": 518})) == "startpos"


@pytest.mark.parametrize(
    ("control", "go"),
    [
        (Fischer(base_s=60, increment_s=2), "wtime 9900 btime 19900 winc 2000 binc 2000"),
        (SimpleDelay(base_s=60, delay_s=3), "wtime 9900 btime 19900 winc 3000 binc 3000"),
        (PerMove(move_s=8), "movetime 7500"),
        (PerMove(move_s=0.1), "movetime 1"),
        (Byoyomi(base_s=60, periods=3, period_s=30), "movetime 9400"),
    ],
)
def test_clocks_are_sent(control: Fischer | SimpleDelay | PerMove | Byoyomi, go: str) -> None:
    """The engine gets both clocks and the increment, or a time for the move, with a margin for the network."""
    assert clock_limit(control, TimeLeft(10.0, (10.0, 20.0), "")) == go


def test_a_seat_that_went_berserk_has_no_increment() -> None:
    """Each side has its own increment."""
    limit = clock_limit(Fischer(base_s=60, increment_s=2), TimeLeft(10.0, (10.0, 20.0), ""), berserk=(1,))
    assert limit == "wtime 9900 btime 19900 winc 2000 binc 0"


@pytest.mark.parametrize("go", ["", "infinite", "ponder", "movetime", "movetime x", "depth 1\nquit"])
def test_a_search_without_a_limit_is_refused(go: str) -> None:
    """A search must end by itself, and a limit is one line."""
    with pytest.raises(UsageError):
        UciBots(UciSettings(["engine"], go=go), print)


async def test_a_game_without_uci_notation_is_refused() -> None:
    """The engine is not even started for such a game."""
    bot = UciBot(UciSettings(["no such engine"]), print)
    await bot.on_start(match_of(None))
    with pytest.raises(EngineError, match="tictactoe has no UCI notation"):
        await bot.choose(match_of(None), None)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of a server that has king run."""
    kept = os.environ.get("KIBITZ_GAMES")
    os.environ["KIBITZ_GAMES"] = str(GAMES)
    try:
        with local_server() as address:
            yield address
    finally:
        if kept is None:
            del os.environ["KIBITZ_GAMES"]
        else:
            os.environ["KIBITZ_GAMES"] = kept


async def play_against(address: str, bots: UciBots, setup: MatchSetup, log: list[str]) -> MatchState:
    """Let the engine host a match, and join it with a player that steps aside. Return the last state."""
    async with asyncio.timeout(BOUND_S), connect(address, name="ann") as client:
        playing = asyncio.create_task(play(bots, address, Plan(host=[setup]), say=log.append))
        async for view in client.lobby(game="kingrun", phase="open"):
            if view.rows:
                break
        match = await client.join(view.rows[0].match)
        while (state := await match.turn()) is not None:
            await match.move(state.position.legal[-1])
        await playing
        return match.state


@pytest.mark.io
@pytest.mark.parametrize("fault", ["", "once"])
async def test_an_engine_plays_a_match(address: str, tmp_path: Path, fault: str) -> None:
    """The engine wins with its own moves, also after a crash; it gets every position with all moves before it."""
    log = tmp_path / "log"
    settings = UciSettings([sys.executable, str(FAKE), str(log), fault], {"Hash": "64"}, verbose=True)
    said: list[str] = []
    bots = UciBots(settings, said.append)
    state = await play_against(address, bots, MatchSetup("kingrun", clock="5+3"), said)
    assert state.result is not None
    assert (state.result.winner, state.result.reason) == (0, "far side")
    moves = [move.move for move in state.moves]
    assert moves[:3:2] == ["e1e2", "e2e3"]
    assert f"position startpos moves {' '.join(moves[:-1])}" in log.read_text().splitlines()
    assert re.search(r"^go wtime \d+ btime \d+ winc 3000 binc 3000$", log.read_text(), re.MULTILINE)
    assert f"match {state.code}: depth 1 score +0.34 nodes 8 pv e1e2 e8e7" in said
    assert f"match {state.code}: depth 2 score mate in -3 nodes 90 pv e1e2" in said
    assert ("bad evaluation file" in "\n".join(said)) is bool(fault)


@pytest.mark.io
async def test_a_match_may_begin_at_a_position(address: str, tmp_path: Path) -> None:
    """The engine gets the FEN of a match that does not begin at the initial position."""
    log = tmp_path / "log"
    bots = UciBots(UciSettings([sys.executable, str(FAKE), str(log)]), print)
    start = "k7/8/4K3/8/8/8/8/8 w - - 0 1"
    state = await play_against(address, bots, MatchSetup("kingrun", position=start), [])
    assert state.moves[0].move == "e6e7"
    assert f"position fen {start}" in log.read_text().splitlines()
    assert "go movetime 1000" in log.read_text().splitlines()


@pytest.mark.io
def test_the_command_checks_engine_options_and_games(address: str, tmp_path: Path) -> None:
    """Wrong options, games without UCI and programs that are not engines end the command with an error message."""
    engine = f"{sys.executable} {FAKE} {tmp_path / 'log'}"
    env = {"PATH": os.environ["PATH"], "KIBITZ_SERVER": address}

    def bot_run(*args: str) -> tuple[int, str]:
        done = run(app, "bot", "run", *args, env=env)
        return done.exit_code, done.stderr

    code, err = bot_run("--uci", engine, "--host", "tictactoe")
    assert code == 2
    assert "engine: Fake King 1.0" in err
    assert "error: tictactoe has no UCI notation, which this bot needs\ntry: choose one of chess, kingrun" in err
    assert "no option 'Skill'" in bot_run("--uci", engine, "--uci-option", "Skill=3", "--host", "kingrun")[1]
    assert "has ended (exit code 3)" in bot_run("--uci", f"{engine} other", "--host", "kingrun")[1]
    assert "there is no program none" in bot_run("--uci", "none", "--host", "kingrun")[1]
    assert "--uci-option and --uci-go need an engine" in bot_run("--exec", "sh", "--uci-go", "depth 1")[1]
    assert "name one bot to run" in bot_run("--uci", engine, "--exec", "sh")[1]
