"""A program for Go is a bot: it is asked, started again, and declines what it cannot play."""

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_client.bots.engines.process import EngineError
from kibitz_client.bots.gtp.bot import GtpBots, GtpSettings
from kibitz_client.errors import UsageError
from tests.client.bots.gtp.samples import fake, go_match


def settings(log: Path, habits: str = "", *, verbose: bool = False) -> GtpSettings:
    """Return the settings of the fake program."""
    return GtpSettings(fake(log, habits), verbose=verbose)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (GtpSettings(["engine"], ["komi 3\nquit"]), "is not one line of text"),
        (GtpSettings(["engine"], [" "]), "a command for the program is empty"),
        (GtpSettings(["engine"], move_s=0), "at least one second"),
    ],
)
def test_wrong_settings_are_refused(wrong: GtpSettings, sentence: str) -> None:
    """The program is not even started."""
    with pytest.raises(UsageError, match=sentence):
        GtpBots(wrong, print)


async def test_a_game_without_gtp_notation_is_refused() -> None:
    """The program is not even started for such a game."""
    bot = GtpBots(GtpSettings(["no such program"]), print)()
    state = go_match()
    state = replace(state, game=state.game.model_copy(update={"name": "reversi", "notation": None}))
    await bot.on_start(state)
    with pytest.raises(EngineError, match="reversi has no GTP notation"):
        await bot.choose(state, None)


@pytest.mark.io
async def test_a_program_that_crashes_is_started_again(tmp_path: Path) -> None:
    """The second attempt has a new process with all moves of the match."""
    said: list[str] = []
    bot = GtpBots(settings(tmp_path / "log", "once", verbose=True), said.append)()
    await bot.on_start(go_match("E5 E6"))
    with pytest.raises(EngineError, match=r"Fake Go 0\.1 has ended \(exit code 42\): no weights"):
        await bot.choose(go_match("E5 E6"), None)
    assert await bot.choose(go_match("E5 E6"), None) == "A1"
    await bot.on_end(go_match("E5 E6 A1"))
    assert (tmp_path / "log").read_text().splitlines().count("play white E6") == 2
    assert said.count("match K7QX: play white E6 = ") == 2
    assert said[-1] == "match K7QX: genmove black = A1"
    assert "  no weights" in said


@pytest.mark.io
async def test_boards_that_a_program_does_not_have_are_declined(tmp_path: Path) -> None:
    """The program is asked once for each size."""
    bots = GtpBots(settings(tmp_path / "log", "nine"), print)
    assert await bots.check() == "Fake Go 0.1"
    for _ in range(2):
        assert await bots().declines("go", {"size": 9}) is None
        assert await bots().declines("go", {"size": 13}) == "My engine does not play on boards of size 13."
    assert await bots().declines("go", {}) is None
    assert await bots().declines("go", {"size": "13,komi=2"}) is None
    told = (tmp_path / "log").read_text().splitlines()
    assert [line for line in told if line.startswith("boardsize")] == ["boardsize 9", "boardsize 13"]


@pytest.mark.io
async def test_a_match_on_a_board_that_a_program_does_not_have_fails(tmp_path: Path) -> None:
    """The error has the program's reason."""
    bot = GtpBots(settings(tmp_path / "log", "nine"), print)()
    with pytest.raises(EngineError, match=r"Fake Go 0\.1 refuses 'boardsize 13': unacceptable size"):
        await bot.choose(go_match(size=13), None)
