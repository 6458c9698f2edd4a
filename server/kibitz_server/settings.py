"""Settings of a server: flags, `KIBITZ_*` variables and a TOML file, in this order of precedence."""

import difflib
import os
import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from kibitz_protocol import DEFAULT_PORT
from kibitz_protocol.mdns import instance_name
from kibitz_protocol.mqtt.broker import BadBroker, Broker
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.validation.durations import MILLISECOND, SECOND, TENTH, ZeroOr
from kibitz_protocol.validation.plain_text import NotText
from kibitz_protocol.validation.reading import read_small
from kibitz_protocol.validation.reasons import quoted, reason
from kibitz_server.core.rated import RatedBounds
from kibitz_server.core.values.timeouts import DESERTED_TIMEOUT_S, HOST_TIMEOUT_S
from kibitz_server.limits.config import Limits
from kibitz_server.pool.cluster.address import BadCluster, ClusterAddress, TlsFiles
from kibitz_server.pool.placement import Use

PREFIX = "KIBITZ_"
CLIENT_VARIABLES = {
    "KIBITZ_SERVER",
    "KIBITZ_NAME",
    "KIBITZ_TOKEN",
    "KIBITZ_TOKEN_FILE",
    "KIBITZ_CAFILE",
    "KIBITZ_KEY",
    "KIBITZ_ADMIN_TOKEN",
    "KIBITZ_PASSWORD_FILE",
    "KIBITZ_DISCOVERY",
    "KIBITZ_PLAIN",
}
"""Variables of the client, which are not an error in the environment of a server."""
WORKER_VARIABLES = {"KIBITZ_WORKER_HOST", "KIBITZ_WORKER_PORT"}
"""Variables of workers alone. They have others in common with servers."""
CONFIG_VARIABLE = "KIBITZ_CONFIG"
GAMES_VARIABLE = "KIBITZ_GAMES"
"""Folders of additional games, which the registry of games reads."""

DATABASE_VARIABLE = f"{PREFIX}DATABASE"
_PASSWORD = re.compile(r"://[^/@]*:[^/@]+@|[?&]password=")


def _split(value: object) -> object:
    """Return the parts of a variable's list, which commas separate. Flags and the file have lists already."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _switch(value: object) -> object:
    """Return the limits for `on` and `off`. Otherwise each limit is set separately."""
    if not isinstance(value, str):
        return value
    if value not in ("on", "off"):
        raise ValueError("limits are on or off as a whole; set single ones like KIBITZ_LIMITS__CHAT=10/20s")
    return {"enabled": value == "on"}


StringList = Annotated[list[str], NoDecode, BeforeValidator(_split)]


def _node(name: str) -> str:
    """Check a name that becomes a level of a topic."""
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,40}", name):
        raise ValueError("a name on the feed has 1 to 40 letters, digits, dots, dashes and underscores")
    return name


def _one_line(text: str) -> str:
    """Check a text that is shown to strangers as one line."""
    if not 1 <= len(text.strip()) <= 200:
        raise ValueError("the text has 1 to 200 printable characters, on one line")
    return check_legible(text.strip())


class BadSettings(ValueError):
    """An unknown or invalid setting. The text is for the operator."""


def _line(file: Path, setting: str, what: str) -> str:
    """Return the only line of a file that a setting names, or raise BadSettings."""
    try:
        text = read_small(file).strip()
    except (OSError, NotText) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadSettings(f"setting {setting}: cannot read {file}: {reason}") from None
    if not text or "\n" in text:
        raise BadSettings(f"setting {setting}: {file} must hold one line, {what}")
    return text


class _SettingsFile(TomlConfigSettingsSource):
    """TOML file as editors write it: a byte order mark, which TOML does not have, is left out."""

    def _read_file(self, file_path: Path | Traversable) -> dict[str, Any]:
        return tomllib.loads(read_small(Path(str(file_path))))


class Settings(BaseSettings):
    """Settings of a server. Every one has a default."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_nested_delimiter="__", extra="forbid")

    host: Annotated[StringList, Field(min_length=1)] = ["127.0.0.1"]
    """Addresses or names on which the server listens; `::` is all of IPv6 and IPv4."""
    port: Annotated[int, Field(ge=0, le=65535)] = DEFAULT_PORT
    database: str = "kibitz.db"
    database_file: Path | None = None
    slots: Annotated[int, Field(ge=1, le=256)] = max(1, (os.cpu_count() or 2) - 1)
    worker_nice: Annotated[int, Field(ge=0, le=19)] = 19
    """How far the processes of engine searches give way to other processes of the machine (19: furthest)."""
    worker_memory: Annotated[int, Field(ge=256, le=1_000_000)] = 512
    """Resident memory in MB beyond which a process of searches is replaced by a new one (Linux only)."""
    code_cache: Annotated[int, Field(ge=1, le=1_000_000)] = 256
    """Size in MB of the compiled searches on disk, beyond which those not used for longest are removed."""
    engines: str | None = None
    """URL of a cluster whose workers run searches too; without one, all run on this machine."""
    engines_use: Use = Use.SPARE
    engines_tls_ca: Path | None = None
    engines_tls_cert: Path | None = None
    engines_tls_key: Path | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    tls_cert: str | None = None
    tls_key: str | None = None
    trusted_proxy: StringList = []
    origin: StringList = []
    public_url: str | None = None
    install_hint: Annotated[str, AfterValidator(_one_line)] = "in a clone of Kibitz, run: pip install ."
    """How players install the client, for the page of an invitation. One line."""
    exhibitions: bool = True
    """Whether engines play for viewers of TV or the lobby while nothing else is live."""
    puzzles: bool = True
    """Whether puzzles are made of finished matches while no client waits for the engines."""
    engine_pace: Annotated[float, Field(ge=0, le=10), ZeroOr(MILLISECOND)] = 0.6
    """Shortest time in seconds in which an engine answers a person, as far as its clock allows."""
    host_away: Annotated[float, Field(ge=SECOND, le=604_800)] = HOST_TIMEOUT_S
    """Seconds for which the host of an open match may be away; without a clock five times as many."""
    left_after: Annotated[float, Field(ge=SECOND, le=2_592_000)] = DESERTED_TIMEOUT_S
    """Seconds for which a match without a clock goes on after all its players have left it."""
    rated_one_address: bool = False
    """Whether rated matches between players of one address block count."""
    rated_per_pair: Annotated[int, Field(ge=1, le=1_000_000)] = RatedBounds().per_pair
    """Rated matches of two players that count within a day."""
    rated_with_engines: Annotated[int, Field(ge=1, le=1_000_000)] = RatedBounds().with_engines
    """Rated matches of a player with engines that count within a day."""
    rated_quits: Annotated[int, Field(ge=1, le=1_000)] = RatedBounds().quits
    """Rated matches that a player may quit within an hour, before rated ones are refused for an hour."""
    tournament_games: Annotated[int, Field(ge=1, le=10_000)] = 500
    """Games of one tournament that run at a time."""
    tournament_games_in_all: Annotated[int, Field(ge=1, le=100_000)] = 2000
    """Games of all tournaments that run at a time. They do not count as matches of their organisers."""
    seed: Annotated[int | None, Field(ge=0, lt=2**31)] = None
    """Seed that makes random choices repeatable, for tests. Codes and tokens stay random."""
    mqtt: str | None = None
    """URL of the MQTT broker; without one there is no feed."""
    mqtt_password: SecretStr | None = None
    mqtt_password_file: Path | None = None
    mqtt_cafile: Path | None = None
    mqtt_node: Annotated[str, AfterValidator(_node)] = "kibitz"
    """Name of this server in the feed. Servers that share a broker need different names."""
    mqtt_tv: bool = False
    """Whether engines play on TV while the broker is connected, as the server cannot see the viewers of the feed."""
    push: bool = True
    """Whether players may have alerts by Web Push. Each player switches them on."""
    push_private: bool = False
    """Whether push services may have private addresses and plain HTTP, for tests and closed networks."""
    smtp: SecretStr | None = None
    """URL of the mail server for alerts by e-mail; without one, or without a public URL, there are none."""
    smtp_file: Path | None = None
    metrics: Annotated[int, Field(ge=0, le=65535)] | Literal["here"] | None = None
    """A port on loopback for /metrics, or `here` for the public port."""
    grace: Annotated[float, Field(ge=0, le=3600), ZeroOr(TENTH)] = 10.0
    """Seconds for running searches to finish at shutdown."""
    announce: bool | None = None
    """Whether to announce the server on the local network; None: if it listens beyond this machine."""
    announce_name: Annotated[str, AfterValidator(instance_name)] | None = None
    """Name of the server in the announcement."""
    limits: Annotated[Limits, NoDecode, BeforeValidator(_switch)] = Limits()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources by precedence: flags, variables, and the file that KIBITZ_CONFIG names."""
        file = os.environ.get(CONFIG_VARIABLE)
        sources = (init_settings, env_settings)
        return (*sources, _SettingsFile(settings_cls, Path(file))) if file else sources

    @classmethod
    def read(cls, **flags: Any) -> Self:
        """Return the settings of all sources. A flag that is None was not given.

        Raises:
            BadSettings: A setting is unknown or invalid, or a file cannot be read.
        """
        check_variables()
        file = os.environ.get(CONFIG_VARIABLE)
        if file and not Path(file).is_file():
            raise BadSettings(f"{CONFIG_VARIABLE} names {file}, which is not a file")
        if _PASSWORD.search((flags.get("smtp") or "").partition("?")[0]):
            raise BadSettings(
                "a password must not be in --smtp, where every user of this machine can read it; "
                "put the URL into KIBITZ_SMTP or into a file that KIBITZ_SMTP_FILE names"
            )
        if _PASSWORD.search(flags.get("database") or ""):
            raise BadSettings(
                "a password must not be in --database, where every user of this machine can read it; "
                f"put the URL into {DATABASE_VARIABLE} or into a file that {DATABASE_VARIABLE}_FILE names"
            )
        try:
            settings = cls(**{name: value for name, value in flags.items() if value is not None})._with_secrets(flags)
            _ = settings.broker, settings.cluster
            return settings
        except BadSettings:
            raise
        except BadBroker as error:
            raise BadSettings(f"setting mqtt: {error}; {error.hint}") from None
        except BadCluster as error:
            raise BadSettings(f"setting engines: {error}; {error.hint}") from None
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            what, given = reason(first), quoted(first["input"])
            sentence = what if what.endswith(given) else f"{what}, not {given}"
            raise BadSettings(f"setting {place} {sentence}") from None
        except OSError as error:
            raise BadSettings(f"{file} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise BadSettings(f"{file} is not a TOML file: {error}") from None
        except RecursionError:
            raise BadSettings(f"{file} is nested too deeply; settings need at most a table and a list") from None

    def _with_secrets(self, flags: dict[str, Any]) -> Self:
        """Return the settings with the values of secret files. A flag takes precedence over a file."""
        read: dict[str, Any] = {}
        if self.database_file is not None and flags.get("database") is None:
            read["database"] = _line(self.database_file, "database_file", "a database URL")
        if self.mqtt_password_file is not None:
            read["mqtt_password"] = SecretStr(_line(self.mqtt_password_file, "mqtt_password_file", "a password"))
        if self.smtp_file is not None and flags.get("smtp") is None:
            read["smtp"] = SecretStr(_line(self.smtp_file, "smtp_file", "the URL of a mail server"))
        return self.model_copy(update=read)

    @property
    def broker(self) -> Broker | None:
        """The broker of the feed.

        Raises:
            BadBroker: The URL is invalid.
        """
        return Broker.parse(self.mqtt) if self.mqtt else None

    @property
    def cluster(self) -> ClusterAddress | None:
        """The cluster whose workers run searches.

        Raises:
            BadCluster: The URL or a file of its TLS cannot be used.
        """
        files = (self.engines_tls_ca, self.engines_tls_cert, self.engines_tls_key)
        if not self.engines:
            if any(files) or self.engines_use is not Use.SPARE:
                raise BadCluster("there is no cluster for the other settings of engines", "set KIBITZ_ENGINES")
            return None
        return ClusterAddress.parse(self.engines, TlsFiles.of(*files))

    @property
    def database_url(self) -> str | None:
        """The SQLAlchemy URL; None for a server that keeps everything in memory."""
        if self.database == ":memory:":
            return None
        return self.database if "://" in self.database else f"sqlite:///{self.database}"

    @property
    def shown_database(self) -> str:
        """The database without its password, for logs and errors."""
        if not _PASSWORD.search(self.database):
            return self.database
        from kibitz_server.store.database import without_password

        return without_password(self.database)


def check_variables() -> None:
    """Check that every variable with the prefix of settings is one.

    Raises:
        BadSettings: A variable is unknown.
    """
    known = {f"{PREFIX}{name}".upper() for name in Settings.model_fields} | CLIENT_VARIABLES | WORKER_VARIABLES
    known |= {CONFIG_VARIABLE, GAMES_VARIABLE}
    known |= {f"{PREFIX}limits__{name}".upper() for name in Limits.model_fields}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else "docs/settings.md lists those that do"
            raise BadSettings(f"the variable {name} means nothing to Kibitz; {hint}")
