"""A program follows a match through moves, takebacks and refusals."""

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_client.bots import TimeLeft
from kibitz_client.bots.engines.process import EngineError
from kibitz_client.bots.gtp.engine import GtpEngine
from kibitz_client.bots.gtp.game import GtpGame, move_word
from kibitz_client.match.state import MatchState
from kibitz_protocol.values.clocks import Fischer
from tests.client.bots.gtp.samples import fake, go_match

pytestmark = pytest.mark.io

BOUND_S = 30.0
AT_START = ["protocol_version", "name", "version", "list_commands"]


class Follower:
    """A fake program that follows a match, with everything that it reads and that is logged."""

    def __init__(self, folder: Path, habits: str = "", move_s: int | None = None) -> None:
        self._file, self._habits, self._move_s = folder / "log", habits, move_s
        self.said: list[str] = []

    async def begin(self, state: MatchState) -> None:
        """Start the program for a match."""
        engine = await GtpEngine.start(fake(self._file, self._habits), (), lambda _line: None)
        self._game = GtpGame(engine, self.said.append, self._move_s)
        await self._game.begin(state)

    async def move(self, state: MatchState, clock: TimeLeft | None = None) -> str:
        """Return the program's move."""
        return await self._game.move(state, clock, BOUND_S)

    async def dead(self, state: MatchState) -> tuple[int, ...]:
        """Return what the program holds to be dead."""
        return await self._game.dead(state, BOUND_S)

    async def end(self) -> list[str]:
        """End the program, and return the commands after those of the handshake."""
        await self._game.quit()
        return self._file.read_text().splitlines()[len(AT_START) : -1]


@pytest.mark.parametrize("habits", ["chatty", "chatty,plain", "late", "close,short", "chatty,noise"])
async def test_other_words_and_lines_are_no_moves(tmp_path: Path, habits: str) -> None:
    """The first word that is a vertex is the move, and answers to no command are left out."""
    program = Follower(tmp_path, habits)
    await program.begin(go_match())
    assert await program.move(go_match()) == "A1"
    assert await program.move(go_match("A1 E5")) == "B1"
    await program.end()


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("E5", "e5"),
        ("e05 extra words", "e5"),
        ("PASS.", "pass"),
        ("\tResign (hopeless)", "resign"),
        ("I play J9, not D4", "j9"),
        ("info visits 3\nQ16", "q16"),
        ("I do not know", "I do not know"),
        ("", ""),
    ],
)
def test_the_move_of_an_answer(answer: str, move: str) -> None:
    """It is the first word that is a vertex, a pass or a resignation, in any case and with any signs after it."""
    assert move_word(answer) == move


async def test_a_match_is_followed(tmp_path: Path) -> None:
    """The board gets size, komi, handicap and moves, then each new move; the program's own ones lie there already."""
    program = Follower(tmp_path)
    await program.begin(go_match("E5", komi=0.5, handicap=2))
    assert await program.move(go_match("E5", komi=0.5, handicap=2)) == "A1"
    assert await program.move(go_match("E5 A1 pass", komi=0.5, handicap=2)) == "B1"
    assert await program.end() == [
        "boardsize 9",
        "clear_board",
        "komi 0.5",
        "play black C3",
        "play black G7",
        "play white E5",
        "genmove black",
        "play white pass",
        "genmove black",
    ]


async def test_clocks_are_sent(tmp_path: Path) -> None:
    """The program receives the time control once, and the times before each move."""
    program = Follower(tmp_path)
    control = Fischer(base_s=300, increment_s=5)
    await program.begin(go_match(clock=control))
    await program.move(go_match(clock=control), TimeLeft(300.0, (300.0, 200.0), ""))
    assert (await program.end())[3:] == [
        "time_settings 295 4 1",
        "time_left black 294 0",
        "time_left white 194 0",
        "genmove black",
    ]


async def test_a_time_can_be_given(tmp_path: Path) -> None:
    """In a match without a clock it is sent like a clock."""
    program = Follower(tmp_path, move_s=4)
    await program.begin(go_match())
    await program.move(go_match())
    assert [line for line in await program.end() if "time" in line] == [
        "time_settings 0 4 1",
        "time_left black 4 1",
        "time_left white 4 1",
    ]


@pytest.mark.parametrize(("habits", "commands"), [("", ["undo", "undo", "play white E7"]), ("short", None)])
async def test_takebacks_are_undone(tmp_path: Path, habits: str, commands: list[str] | None) -> None:
    """A program without `undo` starts over."""
    program = Follower(tmp_path, habits)
    await program.begin(go_match("E5 E6"))
    assert await program.move(go_match("E5 E6")) == "A1"
    assert await program.move(go_match("E5 E7")) == "A1"
    told = await program.end()
    assert told[told.index("genmove black") + 1 :] == [
        *(commands or ["known_command undo", "clear_board", "komi 7.5", "play black E5", "play white E7"]),
        "genmove black",
    ]


async def test_a_handicap_may_need_its_command(tmp_path: Path) -> None:
    """A program that refuses two stones of one side gets `set_free_handicap`."""
    program = Follower(tmp_path, "strict")
    await program.begin(go_match("E5", handicap=2))
    assert await program.move(go_match("E5", handicap=2)) == "A1"
    assert (await program.end())[3:] == [
        "play black C3",
        "play black G7",
        "clear_board",
        "komi 7.5",
        "set_free_handicap C3 G7",
        "play white E5",
        "genmove black",
    ]


async def test_a_position_that_cannot_be_set_up_is_an_error(tmp_path: Path) -> None:
    """The program has refused every way."""
    program = Follower(tmp_path, "strict,short")
    with pytest.raises(EngineError, match=r"Fake Go 0\.1 refuses 'set_free_handicap A1 B1': unknown command"):
        await program.begin(go_match(size=2, start="--/BB W 0-0", text="--/BB W 0-0"))
    await program.end()
    program = Follower(tmp_path, "strict")
    with pytest.raises(EngineError, match=r"Fake Go 0\.1 refuses 'play white B2': illegal move"):
        await program.begin(go_match(size=2, start="WW/B- B 0-0", text="WW/B- B 0-0"))
    await program.end()


async def test_a_refused_move_is_no_end(tmp_path: Path) -> None:
    """The program gets the stones as they lie if it forbids a move that the match allows, and the log says so once."""
    program = Follower(tmp_path, "ko")
    board = f"{'/'.join(['-' * 9] * 8)}/W-------- B 0-0"
    await program.begin(go_match("D5 D4", text=board))
    for _ in range(2):
        assert await program.move(go_match("D5 D4", text=board)) == "B1"
    told = await program.end()
    assert told[-4:] == ["clear_board", "komi 7.5", "play white A1", "genmove black"]
    assert program.said == ["Fake Go 0.1 refuses 'play white D4': illegal move; it gets the current position"]


async def test_a_komi_need_not_be_known(tmp_path: Path) -> None:
    """The match goes on with a line in the log."""
    program = Follower(tmp_path, "nokomi")
    await program.begin(go_match())
    assert await program.move(go_match()) == "A1"
    await program.end()
    assert program.said == ["Fake Go 0.1 refuses 'komi 7.5': bad komi"]


async def test_a_program_need_not_know_about_dead_stones(tmp_path: Path) -> None:
    """Where it can, it captures them before it passes; its board has the move that is played."""
    program = Follower(tmp_path, "passes,cleanup")
    await program.begin(go_match())
    assert await program.move(go_match()) == "A1"
    assert await program.move(go_match("A1 E5")) == "B1"
    assert (await program.end())[3:] == [
        "genmove black",
        "undo",
        "kgs-genmove_cleanup black",
        "play white E5",
        "genmove black",
        "undo",
        "kgs-genmove_cleanup black",
    ]


async def test_a_program_passes_and_resigns(tmp_path: Path) -> None:
    """Both are answers to `genmove`, in upper or lower case."""
    for habits, answer in (("passes", "pass"), ("resign", "resign"), ("plain", "A1")):
        program = Follower(tmp_path, habits)
        await program.begin(go_match())
        assert await program.move(go_match()) == answer
        await program.end()


@pytest.mark.parametrize(("habits", "answer"), [("taken", "A1"), ("words", "I do not know")])
async def test_an_illegal_answer_is_an_error(tmp_path: Path, habits: str, answer: str) -> None:
    """The error names an occupied point, and a text that is not a point."""
    program = Follower(tmp_path, habits)
    await program.begin(go_match("A1"))
    with pytest.raises(EngineError, match=f"answered '{answer}' to genmove, which is not a legal move here"):
        await program.move(go_match("A1"))
    await program.end()


@pytest.mark.parametrize(("habits", "dead"), [("status", (0, 2)), ("", ())])
async def test_a_program_says_which_stones_are_dead(tmp_path: Path, habits: str, dead: tuple[int, ...]) -> None:
    """It is asked for the status of stones, if it has the command; only cells that can be taken off count."""
    state = go_match("pass pass", size=3)
    state = replace(state, position=state.position.model_copy(update={"removable": [[0], [2], [4]]}))
    program = Follower(tmp_path, habits)
    await program.begin(state)
    assert await program.dead(state) == dead
    await program.end()
