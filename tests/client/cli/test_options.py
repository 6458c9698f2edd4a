"""Options that several commands share."""

import pytest
from typer.testing import CliRunner

from kibitz_client.cli.main import app
from kibitz_client.cli.options import sought
from kibitz_client.errors import UsageError


def test_a_search_is_for_a_player_or_for_an_engine() -> None:
    """A player may be typed as it is shown, and an engine without its mark. Both together are refused."""
    assert (sought("@ann", None), sought("ann", None), sought(None, None)) == ("@ann", "ann", None)
    assert sought(None, "level:5") == "engine level:5"
    with pytest.raises(UsageError):
        sought("ann", "level:5")


@pytest.mark.parametrize("command", ["archive", "ratings"])
def test_a_player_and_an_engine_together_are_an_error(command: str) -> None:
    """The commands say it in a sentence, with the exit code of wrong usage, and ask no server."""
    done = CliRunner().invoke(app, [command, "--player", "ann", "--engine", "level:5", "--server", "ws://127.0.0.1:9"])
    assert done.exit_code == 2
    assert "a search is for a player or for an engine" in done.output
