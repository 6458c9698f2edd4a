"""Tests of the settings: flags, environment variables and a file, in that order, and the errors of each."""

import re
from pathlib import Path

import pytest

from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.cluster.address import ClusterAddress, TlsFiles
from kibitz_server.pool.placement import Use
from kibitz_server.settings import BadSettings, Settings

DOCS = Path(__file__).parents[2] / "docs"


def test_defaults_need_nothing() -> None:
    """A server starts without any configuration."""
    settings = Settings.read()
    assert (settings.host, settings.port, settings.database_url) == (["127.0.0.1"], 8765, "sqlite:///kibitz.db")
    assert settings.slots >= 1


def test_flags_win_over_variables_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each source sets what the sources with higher priority leave out."""
    file = tmp_path / "kibitz.toml"
    file.write_text('host = "10.0.0.1"\nport = 1\nslots = 3\n')
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    monkeypatch.setenv("KIBITZ_PORT", "2")
    monkeypatch.setenv("KIBITZ_HOST", "10.0.0.2")
    settings = Settings.read(host=["10.0.0.3"], port=None)
    assert (settings.host, settings.port, settings.slots) == (["10.0.0.3"], 2, 3)


def test_variables_of_other_parts_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables of the client and of the game registry are not an error in the environment of a server."""
    monkeypatch.setenv("KIBITZ_NAME", "ann")
    monkeypatch.setenv("KIBITZ_GAMES", "/home/ann/games")
    assert Settings.read().port == 8765


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("KIBITZ_PROT", "1", "KIBITZ_PROT means nothing"),
        ("KIBITZ_PORT", "99999", "setting port"),
        ("KIBITZ_SLOTS", "none", "setting slots"),
        ("KIBITZ_LOG_LEVEL", "loud", "or 'error', not 'loud'$"),
        ("KIBITZ_CONFIG", "/no/such/file", "not a file"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown variable or a value out of range is an error."""
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSettings, match=words):
        Settings.read()


@pytest.mark.parametrize(
    ("text", "words"), [("prot = 1\n", "prot"), ("port = \n", "TOML"), ("port = " + "[" * 3000, "nested too deeply")]
)
def test_a_wrong_file_is_named(text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown key and a file that cannot be parsed are errors."""
    file = tmp_path / "kibitz.toml"
    file.write_text(text)
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    with pytest.raises(BadSettings, match=words):
        Settings.read()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_may_come_from_an_editor_on_windows(
    encoding: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte order mark and the ends of its lines change nothing, in the settings and in files with secrets."""
    file, url = tmp_path / "kibitz.toml", tmp_path / "url"
    file.write_bytes(f"port = 4711{end}slots = 3{end}".encode(encoding))
    url.write_bytes(f"postgresql://ann:secret@db/kibitz{end}".encode(encoding))
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    monkeypatch.setenv("KIBITZ_DATABASE_FILE", str(url))
    settings = Settings.read()
    assert (settings.port, settings.slots, settings.database) == (4711, 3, "postgresql://ann:secret@db/kibitz")


def test_a_file_in_another_encoding_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what it is, for the settings and for files with secrets."""
    file = tmp_path / "kibitz.toml"
    file.write_text("port = 4711", encoding="utf-16")
    monkeypatch.setenv("KIBITZ_CONFIG", str(file))
    with pytest.raises(BadSettings, match="not a TOML file: it is UTF-16 text; save it as UTF-8"):
        Settings.read()
    monkeypatch.delenv("KIBITZ_CONFIG")
    monkeypatch.setenv("KIBITZ_DATABASE_FILE", str(file))
    with pytest.raises(BadSettings, match="it is UTF-16 text; save it as UTF-8"):
        Settings.read()


def test_the_server_variable_of_the_client_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user can play and host from the same shell."""
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
    """A name without a scheme is an SQLite file."""
    assert Settings.read(database=database).database_url == url


def test_a_variable_can_hold_several_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable separates several values with commas, where a flag is repeated."""
    monkeypatch.setenv("KIBITZ_TRUSTED_PROXY", "10.0.0.0/8, ::1")
    assert Settings.read().trusted_proxy == ["10.0.0.0/8", "::1"]
    assert Settings.read(trusted_proxy=["192.0.2.1"]).trusted_proxy == ["192.0.2.1"]


def test_a_database_url_may_be_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has one line with the URL. A flag overrides it, and the displayed URL has no password."""
    file = tmp_path / "url"
    file.write_text("postgresql://ann:secret@db/kibitz\n")
    monkeypatch.setenv("KIBITZ_DATABASE_FILE", str(file))
    settings = Settings.read()
    assert settings.database_url == "postgresql://ann:secret@db/kibitz"
    assert settings.shown_database == "postgresql://ann:***@db/kibitz"
    assert Settings.read(database="other.db").database_url == "sqlite:///other.db"


@pytest.mark.parametrize(("text", "words"), [(None, "cannot read"), ("", "one line"), ("a\nb", "one line")])
def test_a_file_without_a_url_is_named(
    text: str | None, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in the file is an error. It does not select the default database."""
    file = tmp_path / "url"
    if text is not None:
        file.write_text(text)
    monkeypatch.setenv("KIBITZ_DATABASE_FILE", str(file))
    with pytest.raises(BadSettings, match=words):
        Settings.read()


@pytest.mark.parametrize("url", ["postgresql://ann:secret@db/kibitz", "postgresql://db/kibitz?password=secret"])
def test_a_password_in_an_argument_is_refused(url: str) -> None:
    """All users of the machine can see arguments. The error says what to do instead, without the password."""
    with pytest.raises(BadSettings, match="KIBITZ_DATABASE_FILE") as raised:
        Settings.read(database=url)
    assert "secret" not in str(raised.value)


def test_limits_are_set_separately_or_disabled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable or the file sets one limit, with a rate such as `5/10s`. A flag disables all limits."""
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
    """An invalid rate, an unknown limit and an invalid switch are errors."""
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
def test_an_invalid_broker_is_named(flags: dict[str, str], words: str) -> None:
    """The error shows the correct form, without the password."""
    with pytest.raises(BadSettings, match=words) as raised:
        Settings.read(**flags)
    assert "secret" not in str(raised.value)


def test_the_password_of_the_broker_may_be_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The `repr` of the settings does not contain it."""
    (tmp_path / "password").write_text("secret\n")
    monkeypatch.setenv("KIBITZ_MQTT_PASSWORD_FILE", str(tmp_path / "password"))
    settings = Settings.read(mqtt="mqtt://kibitz@broker")
    assert settings.mqtt_password is not None
    assert settings.mqtt_password.get_secret_value() == "secret"
    assert "secret" not in repr(settings)


def test_engines_are_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its address all searches run on this machine. TLS has its files."""
    assert (Settings.read().cluster, Settings.read().engines_use) == (None, Use.SPARE)
    monkeypatch.setenv("KIBITZ_ENGINES", "dask://engines.example")
    settings = Settings.read(engines_use="prefer")
    assert (settings.cluster, settings.engines_use) == (ClusterAddress("engines.example", 8786), Use.PREFER)
    files = {f"engines_tls_{name}": tmp_path / name for name in ("ca", "cert", "key")}
    for file in files.values():
        file.touch()
    secure = Settings.read(engines="tls://engines.example:1", **files)
    assert secure.cluster is not None
    assert secure.cluster.tls == TlsFiles(*files.values())


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"engines": "engines.example"}, "setting engines: 'engines.example' is not the address of a cluster; dask://"),
        ({"engines": "tls://engines.example"}, "setting engines: .* needs certificates; give the files"),
        ({"engines": "dask://h", "engines_tls_ca": "ca"}, "setting engines: .* CA, certificate and key; give all"),
        ({"engines_use": "only"}, "setting engines: there is no cluster .*; set KIBITZ_ENGINES"),
        ({"engines_tls_key": "key"}, "setting engines: there is no cluster"),
        ({"engines": "dask://h", "engines_use": "always"}, "setting engines_use .* not 'always'"),
    ],
)
def test_invalid_engines_are_named(flags: dict[str, str], words: str) -> None:
    """Each sentence says which setting is wrong, and what would be right."""
    with pytest.raises(BadSettings, match=words):
        Settings.read(**flags)


def test_every_setting_is_documented() -> None:
    """The pages of `docs` have the flag or the variable of each setting."""
    text = "".join(page.read_text() for page in DOCS.glob("*.md"))
    missing = [
        name
        for name in Settings.model_fields
        if f"--{name.replace('_', '-')}" not in text and f"KIBITZ_{name.upper()}" not in text
    ]
    assert missing == []


def test_the_documented_settings_exist() -> None:
    """Each flag and variable in the tables of settings.md is a setting."""
    rows = [
        line for line in (DOCS / "settings.md").read_text().splitlines() if line.startswith("| `") or "| | `" in line
    ]
    flags = {flag for row in rows for flag in re.findall(r"--([a-z-]+)", row)}
    variables = {name for row in rows for name in re.findall(r"KIBITZ_([A-Z_]+)", row)}
    names = {flag.removeprefix("no-").replace("-", "_") for flag in flags}
    names |= {name.lower().split("__")[0] for name in variables}
    assert names - set(Settings.model_fields) == set()
