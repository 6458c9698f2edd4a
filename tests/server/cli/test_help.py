"""Help of `kibitz-server`, in the same style as that of `kibitz`."""

import os
import subprocess
import sys
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from kibitz_server.__main__ import app
from kibitz_server.settings import PREFIX, Settings


def help_of(*command: str) -> str:
    """Return the help of a command, with each option on one line."""
    shown = CliRunner().invoke(app, [*command, "--help"], prog_name="kibitz-server").stdout
    return " ".join(shown.split())


@pytest.mark.parametrize(
    "command", [(), ("serve",), ("db",), ("admin",), ("book",), ("stats", "sprt"), ("perft",), ("worker",)]
)
def test_help_is_plain_text(command: tuple[str, ...]) -> None:
    """Help has no boxes, so it can be read aloud and searched."""
    shown = help_of(*command)
    assert shown.startswith("Usage: kibitz-server")
    assert shown.isascii()


def test_options_of_settings_show_variable_and_default() -> None:
    """Each option that is a setting shows its variable, and its default where there is one."""
    shown = help_of("serve")
    assert "(KIBITZ_PORT; default: 8765)" in shown
    assert "(KIBITZ_MQTT_TV; default: off)" in shown
    assert "(KIBITZ_TLS_CERT)" in shown
    options = {name for name in Settings.model_fields if f"--{name.replace('_', '-')} " in shown}
    assert len(options) >= 20
    assert [name for name in options if f"({PREFIX}{name.upper()}" not in shown] == []
    texts = shown.split(" --")
    assert [text for text in texts if text.count("default: ") > 1] == []


def test_shells_complete_the_server_too() -> None:
    """`--show-completion` and `--install-completion` exist, as in `kibitz`."""
    shown = help_of()
    assert "--install-completion" in shown
    assert "--show-completion" in shown


def test_a_shell_gets_the_commands() -> None:
    """The completion of the first word has the commands, and loads no compiler."""
    asked = {"_KIBITZ_SERVER_COMPLETE": "complete_bash", "COMP_WORDS": "kibitz-server ch", "COMP_CWORD": "1"}
    result = CliRunner().invoke(app, [], prog_name="kibitz-server", env=asked)
    assert result.stdout.split() == ["check-config", "check-game", "check-client", "check-mail"]


@pytest.mark.compiled
def test_help_loads_no_compiler() -> None:
    """The help of `serve` does not import numba."""
    code = (
        "import sys, kibitz_server.__main__ as main\n"
        "try: main.app(['serve', '--help'])\n"
        "except SystemExit: print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout.splitlines()[-1] == "False"


def test_version() -> None:
    """`--version` shows the version of the distribution, and the link that the licence of gacrux asks for."""
    shown = CliRunner().invoke(app, ["--version"]).stdout
    assert shown == f"kibitz-server {version('kibitz')}\nSwiss rounds are paired by Gacrux: https://www.gacrux.no\n"
