"""Settings from options and environment variables."""

from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.settings import DEFAULT_SERVER, Settings, server_address


def read(
    environ: dict[str, str], server: str | None = None, name: str | None = None, file: Path | None = None
) -> Settings:
    return Settings.read(environ, server, name, file, json=False)


def test_nothing_needs_to_be_set() -> None:
    """Without options and variables, the server is the default one, which is not `chosen`."""
    assert read({}) == Settings(DEFAULT_SERVER, chosen=False, name=None, token=None, json=False)


def test_an_option_wins_over_its_variable() -> None:
    """A variable counts only without the option."""
    environ = {"KIBITZ_SERVER": "ws://b:1", "KIBITZ_NAME": "mia", "KIBITZ_TOKEN": "t" * 16}
    assert read(environ) == Settings("ws://b:1", chosen=True, name="mia", token="t" * 16, json=False)
    assert read(environ, "ws://a:1", "otter").server == "ws://a:1"
    assert read(environ, "ws://a:1", "otter").name == "otter"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("localhost", "ws://localhost:8765"),
        ("games.example.org:9000", "ws://games.example.org:9000"),
        ("[::1]", "ws://[::1]:8765"),
        ("::1", "ws://[::1]:8765"),
        ("[fd00::2]:9000", "ws://[fd00::2]:9000"),
        ("fe80::1%eth0", "ws://[fe80::1%eth0]:8765"),
        ("ws://[fe80::1%25eth0]:9000/play", "ws://[fe80::1%eth0]:9000/play"),
        ("http://fd00::2/", "ws://[fd00::2]"),
        ("http://games.example.org", "ws://games.example.org"),
        ("HTTPS://games.example.org/play/", "wss://games.example.org/play"),
        (" wss://games.example.org ", "wss://games.example.org"),
    ],
)
def test_short_addresses_are_completed(text: str, url: str) -> None:
    """A host is enough, and a web address is accepted."""
    assert server_address(text) == url


@pytest.mark.parametrize("text", ["ftp://host", "ws://", "ws://a b", "host:port", "[::1", "::g", "ws://[::g]"])
def test_an_invalid_address_is_refused(text: str) -> None:
    """The hint has an example."""
    with pytest.raises(UsageError, match="is not the address of a server") as caught:
        server_address(text)
    assert DEFAULT_SERVER in str(caught.value.hint)


@pytest.mark.parametrize("name", ["x" * 33, "a\x1b[31m", "   "])
def test_an_invalid_name_is_refused(name: str) -> None:
    """A name is short and printable."""
    with pytest.raises(UsageError, match="cannot be a player's name"):
        read({}, name=name)


def test_a_token_file_wins_over_the_variable(tmp_path: Path) -> None:
    """Blanks around the token are removed."""
    file = tmp_path / "token"
    file.write_text("f" * 20 + "\n")
    assert read({"KIBITZ_TOKEN": "t" * 20}, file=file).token == "f" * 20


def test_a_bad_token_is_not_shown(tmp_path: Path) -> None:
    """An invalid token is refused without its text; a missing file has no token yet."""
    with pytest.raises(UsageError, match="KIBITZ_TOKEN") as caught:
        read({"KIBITZ_TOKEN": "secret"})
    assert "secret" not in str(caught.value)
    assert read({}, file=tmp_path / "missing").token is None


def test_the_word_private_selects_a_private_server() -> None:
    """It works as an option and as a variable, in any case; an option with an address wins over the variable."""
    alone = Settings(DEFAULT_SERVER, chosen=True, name=None, token=None, json=False, private=True)
    assert read({"KIBITZ_SERVER": "private"}) == read({}, server=" Private ") == alone
    assert not read({"KIBITZ_SERVER": "private"}, server="ws://private:8765").private


@pytest.mark.parametrize(
    ("text", "server", "code"),
    [
        ("7KQ2XF", DEFAULT_SERVER, "7KQ2XF"),
        ("tv", DEFAULT_SERVER, "tv"),
        ("http://192.168.1.5:8765/7KQ2XF", "ws://192.168.1.5:8765", "7KQ2XF"),
        (" https://games.example.org/play/7kq2xf/ ", "wss://games.example.org/play", "7kq2xf"),
        ("ws://[::1]:9000/7KQ2XF", "ws://[::1]:9000", "7KQ2XF"),
    ],
)
def test_an_invitation_selects_its_server(text: str, server: str, code: str) -> None:
    """A bare code belongs to the server of the settings; an address names its own server."""
    settings, found = read({}).invited(text)
    assert (settings.server, found) == (server, code)
    assert settings.chosen is (server != DEFAULT_SERVER)


def test_an_invalid_invitation_is_refused() -> None:
    """An address without a host is an error."""
    with pytest.raises(UsageError, match="is not the address of a server"):
        read({}).invited("http:///7KQ2XF")


def test_a_token_file_may_come_from_an_editor_on_windows(tmp_path: Path) -> None:
    """A byte order mark is not part of the token."""
    file = tmp_path / "token"
    file.write_text("f" * 20 + "\r\n", encoding="utf-8-sig")
    assert read({}, file=file).token == "f" * 20
