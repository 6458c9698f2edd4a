"""Settings come from flags, variables and a file, in that order, and a mistake in any is told."""

from pathlib import Path

import pytest

from kibitz_server.limits.token_bucket import Rate
from kibitz_server.settings import BadSettings, Settings


def test_defaults_need_nothing() -> None:
    """A server starts without a word of configuration."""
    settings = Settings.read()
    assert (settings.host, settings.port, settings.database_url) == ("127.0.0.1", 8765, "sqlite:///kibitz.db")
    assert settings.slots >= 1


def test_flags_win_over_variables_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each source fills in what the stronger ones left open."""
    file = tmp_path / "kibitz.toml"
    file.write_text('host = "10.0.0.1"\nport = 1\nslots = 3\n')
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    monkeypatch.setenv("KIBITZ_PORT", "2")
    monkeypatch.setenv("KIBITZ_HOST", "10.0.0.2")
    settings = Settings.read(host="10.0.0.3", port=None)
    assert (settings.host, settings.port, settings.slots) == ("10.0.0.3", 2, 3)


def test_variables_of_other_parts_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the client and the registry of games read is no mistake in a server's environment."""
    monkeypatch.setenv("KIBITZ_NAME", "ann")
    monkeypatch.setenv("KIBITZ_GAMES", "/home/ann/games")
    assert Settings.read().port == 8765


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("KIBITZ_PROT", "1", "KIBITZ_PROT means nothing"),
        ("KIBITZ_PORT", "99999", "setting port"),
        ("KIBITZ_SLOTS", "none", "setting slots"),
        ("KIBITZ_CONFIG", "/no/such/file", "not a file"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that is unknown or out of range is an error, not a default."""
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSettings, match=words):
        Settings.read()


@pytest.mark.parametrize(("text", "words"), [("prot = 1\n", "prot"), ("port = \n", "TOML")])
def test_a_wrong_file_is_named(text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown key and a file that cannot be read are errors."""
    file = tmp_path / "kibitz.toml"
    file.write_text(text)
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    with pytest.raises(BadSettings, match=words):
        Settings.read()


def test_the_clients_variables_are_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone who plays and hosts from one shell need not unset anything."""
    monkeypatch.setenv("KIBITZ_SERVER", "ws://elsewhere:8765")
    assert Settings.read().port == 8765


@pytest.mark.parametrize(
    ("database", "url"),
    [
        (":memory:", None),
        ("games.db", "sqlite:///games.db"),
        ("/var/lib/games.db", "sqlite:////var/lib/games.db"),
        ("postgresql+psycopg://host/db", "postgresql+psycopg://host/db"),
    ],
)
def test_a_database_is_a_file_or_a_url(database: str, url: str | None) -> None:
    """A bare name is an SQLite file."""
    assert Settings.read(database=database).database_url == url


def test_a_variable_can_hold_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a flag says several times a variable says with commas."""
    monkeypatch.setenv("KIBITZ_TRUSTED_PROXY", "10.0.0.0/8, ::1")
    assert Settings.read().trusted_proxy == ["10.0.0.0/8", "::1"]
    assert Settings.read(trusted_proxy=["192.0.2.1"]).trusted_proxy == ["192.0.2.1"]


def test_a_database_url_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is read for its one line; a flag is stronger, and what is shown has no password."""
    file = tmp_path / "url"
    file.write_text("postgresql://ann:secret@db/kibitz\n")
    monkeypatch.setenv("KIBITZ_DATABASE_FILE", str(file))
    settings = Settings.read()
    assert settings.database_url == "postgresql://ann:secret@db/kibitz"
    assert settings.shown_database == "postgresql://ann:***@db/kibitz"
    assert Settings.read(database="other.db").database_url == "sqlite:///other.db"


@pytest.mark.parametrize(("text", "words"), [(None, "cannot read"), ("", "one line"), ("a\nb", "one line")])
def test_a_file_that_holds_no_url_is_named(
    text: str | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server does not start on the default database because of a slip."""
    file = tmp_path / "url"
    if text is not None:
        file.write_text(text)
    monkeypatch.setenv("KIBITZ_DATABASE_FILE", str(file))
    with pytest.raises(BadSettings, match=words):
        Settings.read()


@pytest.mark.parametrize("url", ["postgresql://ann:secret@db/kibitz", "postgresql://db/kibitz?password=secret"])
def test_a_password_in_an_argument_is_refused(url: str) -> None:
    """Arguments are seen by everyone on the machine; the sentence says what to do instead, without the password."""
    with pytest.raises(BadSettings, match="KIBITZ_DATABASE_FILE") as raised:
        Settings.read(database=url)
    assert "secret" not in str(raised.value)


def test_limits_are_set_one_by_one_or_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate is written as people say it, in a variable or in the file; a flag switches all of them off."""
    file = tmp_path / "kibitz.toml"
    file.write_text('[limits]\nchat = "5/10s"\nconnections = 20\n')
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    monkeypatch.setenv("KIBITZ_LIMITS__CONNECTIONS", "30")
    limits = Settings.read().limits
    assert (limits.enabled, limits.chat, limits.connections) == (True, Rate(5, 10), 30)
    assert not Settings.read(limits="off").limits.enabled


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("KIBITZ_LIMITS__CHAT", "lots", "30/m or 10/20s"),
        ("KIBITZ_LIMITS__CHATS", "1/s", "KIBITZ_LIMITS__CHATS means nothing"),
        ("KIBITZ_LIMITS", "some", "on or off"),
    ],
)
def test_a_wrong_limit_is_named(variable: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate that is none, a limit that does not exist, a switch that is neither."""
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSettings, match=words):
        Settings.read()


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"mqtt": "mqtt://ann:secret@host"}, "KIBITZ_MQTT_PASSWORD"),
        ({"mqtt": "http://host"}, "mqtt://"),
        ({"mqtt": "mqtt://host", "mqtt_node": "a/#"}, "letters, digits"),
    ],
)
def test_a_broker_that_cannot_be_is_told(flags: dict[str, str], words: str) -> None:
    """With the way it is written, and without its password."""
    with pytest.raises(BadSettings, match=words) as raised:
        Settings.read(**flags)
    assert "secret" not in str(raised.value)


def test_the_brokers_password_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in no text that the settings make of themselves."""
    (tmp_path / "password").write_text("secret\n")
    monkeypatch.setenv("KIBITZ_MQTT_PASSWORD_FILE", str(tmp_path / "password"))
    settings = Settings.read(mqtt="mqtt://kibitz@broker")
    assert settings.mqtt_password is not None
    assert settings.mqtt_password.get_secret_value() == "secret"
    assert "secret" not in repr(settings)
