from pathlib import Path

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.settings import DEFAULT_SERVER, Settings, server_address


def read(
    environ: dict[str, str], server: str | None = None, name: str | None = None, file: Path | None = None
) -> Settings:
    return Settings.read(environ, server, name, file, json=False)


def test_nothing_needs_to_be_set() -> None:
    """Without flags and variables it is the usual server, which nobody chose."""
    assert read({}) == Settings(DEFAULT_SERVER, chosen=False, name=None, token=None, json=False)


def test_a_flag_is_stronger_than_its_variable() -> None:
    """Flags win over variables, and variables over nothing."""
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
        ("http://games.example.org", "ws://games.example.org"),
        ("HTTPS://games.example.org/play/", "wss://games.example.org/play"),
        (" wss://games.example.org ", "wss://games.example.org"),
    ],
)
def test_addresses_as_people_write_them(text: str, url: str) -> None:
    """A bare host is enough, and a web address is understood."""
    assert server_address(text) == url


@pytest.mark.parametrize("text", ["ftp://host", "ws://", "ws://a b", "host:port", "[::1"])
def test_what_is_no_address(text: str) -> None:
    """What cannot be an address is a mistake with an example."""
    with pytest.raises(UsageError, match="is not the address of a server") as caught:
        server_address(text)
    assert DEFAULT_SERVER in str(caught.value.hint)


@pytest.mark.parametrize("name", ["x" * 33, "a\x1b[31m", "   "])
def test_what_is_no_name(name: str) -> None:
    """A name is short and printable."""
    with pytest.raises(UsageError, match="cannot be a player's name"):
        read({}, name=name)


def test_a_token_file_wins_over_the_variable(tmp_path: Path) -> None:
    """A token may come from a file, blanks around it do not matter."""
    file = tmp_path / "token"
    file.write_text("f" * 20 + "\n")
    assert read({"KIBITZ_TOKEN": "t" * 20}, file=file).token == "f" * 20


def test_a_bad_token_is_not_shown(tmp_path: Path) -> None:
    """What is no token is refused without repeating it, and a missing file by its name."""
    with pytest.raises(UsageError, match="KIBITZ_TOKEN") as caught:
        read({"KIBITZ_TOKEN": "secret"})
    assert "secret" not in str(caught.value)
    with pytest.raises(UsageError, match="cannot be read"):
        read({}, file=tmp_path / "missing")


def test_a_private_server_is_named_like_any_other() -> None:
    """By flag or variable, in any case; a flag with an address is stronger than it."""
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
def test_what_people_are_sent(text: str, server: str, code: str) -> None:
    """A code is one of the server at hand; an invitation's address names its own."""
    settings, wanted = read({}).invited(text)
    assert (settings.server, wanted) == (server, code)
    assert settings.chosen is (server != DEFAULT_SERVER)


def test_an_invitation_that_is_none() -> None:
    """An address without a server is told."""
    with pytest.raises(UsageError, match="is not the address of a server"):
        read({}).invited("http:///7KQ2XF")
