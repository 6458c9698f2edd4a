"""The questions before a match."""

from collections.abc import Sequence

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.terminal.questions import ask_setup
from kibitz_protocol.values.games import GameInfo
from tests.client.samples import GAME
from tests.fakes.client import Recorded

GAMES = [GAME.model_copy(update={"name": "connect4", "title": "Connect Four"}), GAME]


async def asked(
    *answers: str, default: str = "connect4", games: Sequence[GameInfo] = GAMES
) -> tuple[MatchSetup, str, list[str]]:
    """Return the setup, the text and the prompts of these answers."""
    recorded, prompts, left = Recorded(), [], list(answers)

    async def read(prompt: str, _words: Sequence[str]) -> str:
        prompts.append(prompt)
        if not left:
            raise EOFError
        return left.pop(0)

    setup = await ask_setup(games, ["alphabeta", "level"], recorded.output, default, read)
    return setup, recorded.out, prompts


async def test_enter_takes_the_defaults() -> None:
    """Each question has a default, and the command without questions is shown."""
    setup, out, prompts = await asked("", "", "")
    assert setup == MatchSetup("connect4", opponent="level:3")
    assert prompts == ["game [connect4]: ", "opponent [level:3]: ", "clock [none]: "]
    assert out.endswith("the same without questions: kibitz play connect4 --against level:3\n")


async def test_answers_are_names_levels_and_clocks() -> None:
    """A game may be named by its title, a level by its number, and a clock as everywhere."""
    setup, out, _ = await asked("Tic-tac-toe", "5", "5+3")
    assert setup == MatchSetup("tictactoe", opponent="level:5", clock="5+3")
    assert "kibitz play tictactoe --against level:5 --clock 5+3\n" in out


async def test_a_wrong_answer_is_asked_for_again() -> None:
    """A wrong answer is explained, and the question repeated."""
    setup, out, prompts = await asked("chess", "tictactoe", "level:99", "alphabeta:depth=2", "soon", "30s")
    assert setup == MatchSetup("tictactoe", opponent="alphabeta:depth=2", clock="30s")
    assert "no game is called 'chess'\ntry: type one of connect4, tictactoe\n" in out
    assert [prompt.split()[0] for prompt in prompts] == ["game", "game", "opponent", "opponent", "clock", "clock"]


async def test_an_open_seat() -> None:
    """An opponent may be another player; then the command is `host`."""
    setup, out, _ = await asked("", "open", "")
    assert setup.opponent == "open"
    assert out.endswith("kibitz host connect4\n")


async def test_another_name_sets_its_options() -> None:
    """A name that stands for a game with options sets them, and the command without questions names them."""
    drop = GAMES[0].model_copy(update={"aliases": {"five in a row": {"length": 5}}})
    setup, out, _ = await asked("Five in a Row", "", "", games=[drop])
    assert setup.options == ("length=5",)
    assert "kibitz play connect4 --against level:3 -o length=5\n" in out


async def test_a_default_that_the_server_does_not_have() -> None:
    """If the server lacks the game that was played last, its first one is proposed."""
    _, _, prompts = await asked("", "", "", default="chess")
    assert prompts[0] == "game [connect4]: "


async def test_the_end_of_the_input() -> None:
    """The end of the input is an error with the way out."""
    with pytest.raises(UsageError, match="no opponent was chosen"):
        await asked("connect4")
