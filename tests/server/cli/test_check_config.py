"""`kibitz-server check-config` reports invalid settings before a server starts."""

import datetime
import os
import socket
import sqlite3
from pathlib import Path

import pytest
import trustme
from typer.testing import CliRunner, Result

from kibitz_server.__main__ import app
from kibitz_server.cli.check_config import open_files
from kibitz_server.settings import Settings
from tests.mosquitto import Mosquitto

pytestmark = pytest.mark.io


def check(*flags: str, **environ: str) -> Result:
    """Run `check-config` with these flags; the default port is a free one."""
    clean = dict.fromkeys((name for name in os.environ if name.startswith("KIBITZ_")), "") | environ
    given = flags if "--port" in flags else ("--port", "0", *flags)
    kept = {name: value or None for name, value in clean.items()}
    return CliRunner().invoke(app, ["check-config", *given], env=kept)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Return the path of a database that does not exist yet."""
    return str(tmp_path / "k.db")


def test_valid_settings_are_printed(database: str) -> None:
    """Every setting is printed as the server would read it, and no database is created."""
    result = check("--database", database, "--no-exhibitions", KIBITZ_SLOTS="3")
    assert result.exit_code == 0
    assert "a server would start with these settings" in result.stderr
    for line in ("port = 0", "slots = 3", f"database = {database}", "exhibitions = false", "tls_cert = -"):
        assert line in result.stdout.splitlines()
    assert not Path(database).exists()


def test_players_behind_an_unknown_proxy_have_one_address(database: str) -> None:
    """A note says that no rated match counts, unless the proxy is trusted or such matches are to count."""
    words = "no rated match between two of them counts"
    public = ("--database", database, "--public-url", "https://kibitz.example")
    assert words in check(*public).stderr
    assert words not in check(*public, "--trusted-proxy", "127.0.0.1").stderr
    assert words not in check(*public, "--rated-one-address").stderr
    assert words not in check("--database", database).stderr


def test_secrets_are_not_shown() -> None:
    """Passwords are redacted, also in URLs."""
    result = check(KIBITZ_DATABASE="postgresql://kibitz:hunter2@127.0.0.1:1/kibitz", KIBITZ_MQTT_PASSWORD="hunter2")
    assert "hunter2" not in result.output
    assert "database = postgresql://kibitz:[redacted]@127.0.0.1:1/kibitz" in result.stdout
    assert "mqtt_password = [redacted]" in result.stdout
    assert result.exit_code == 2


def test_an_invalid_setting_is_reported(database: str) -> None:
    """An invalid setting has the same message as in `serve`."""
    assert "setting port" in check("--port", "70000", "--database", database).stderr
    assert check("--port", "70000", "--database", database).exit_code == 2
    assert "No such option" in check("--prot", "1").stderr
    assert "KIBITZ_PROT means nothing to Kibitz; did you mean KIBITZ_PORT?" in check(KIBITZ_PROT="1").stderr


def test_variables_of_services_are_no_settings(database: str) -> None:
    """A server in a pod ignores what Kubernetes adds, and still names a misspelt setting."""
    links = {
        "KIBITZ_PORT": "tcp://10.0.0.9:8765",
        "KIBITZ_SERVICE_HOST": "10.0.0.9",
        "KIBITZ_PORT_8765_TCP_ADDR": "10.0.0.9",
        "KIBITZ_SCHEDULER_PORT": "udp://10.0.0.9:8786",
    }
    assert check("--database", database, **links).exit_code == 0
    assert "KIBITZ_SCHEDULER_POTR" in check("--database", database, KIBITZ_SCHEDULER_POTR="1", **links).stderr


def test_a_taken_port_is_reported(database: str) -> None:
    """The hint names the flag for another port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = check("--port", str(port), "--database", database)
    assert result.exit_code == 2
    assert f"error: port {port} on 127.0.0.1 is taken by another program" in result.stderr
    assert "--port" in result.stderr
    elsewhere = check("--port", "1234", "--host", "192.0.2.77", "--database", database)
    assert "cannot listen on 192.0.2.77:1234" in elsewhere.stderr


def test_an_unusable_database_is_reported(tmp_path: Path) -> None:
    """A missing folder, another kind of file, a newer database and an unreachable one are reported."""
    missing = check("--database", str(tmp_path / "no" / "k.db"))
    assert missing.exit_code == 2
    assert f"mkdir -p {tmp_path}/no" in missing.stderr
    (tmp_path / "text").write_text("no database " * 100)
    assert "cannot be used" in check("--database", str(tmp_path / "text")).stderr
    with sqlite3.connect(tmp_path / "new.db") as future:
        future.execute("create table alembic_version (version_num text)")
        future.execute("insert into alembic_version values ('v9999_later')")
    future.close()
    assert "newer Kibitz" in check("--database", str(tmp_path / "new.db")).stderr
    assert "cannot be used" in check("--database", "postgresql://x@127.0.0.1:1/x").stderr


def test_no_storage_and_plain_text_are_noted(database: str) -> None:
    """Notes are not errors: the exit code is 0."""
    result = check("--database", ":memory:")
    assert result.exit_code == 0
    assert "note: nothing is stored" in result.stderr
    assert (
        "note: passwords and tokens travel in plain text" in check("--host", "0.0.0.0", "--database", database).stderr
    )
    proxied = check("--host", "0.0.0.0", "--trusted-proxy", "10.0.0.1", "--database", database)
    assert "plain text" not in proxied.stderr


@pytest.mark.parametrize(
    ("days", "code", "words"), [(365, 0, ""), (7, 0, "note: the certificate in"), (-1, 2, "expired")]
)
def test_a_certificate_is_checked(tmp_path: Path, database: str, days: int, code: int, words: str) -> None:
    """An expired certificate is an error, and one that expires soon is noted."""
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=days)
    certificate = trustme.CA().issue_cert("localhost", not_after=until)
    certificate.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "both.pem"))
    pair = ["--tls-cert", str(tmp_path / "both.pem"), "--tls-key", str(tmp_path / "both.pem")]
    result = check(*pair, "--database", database)
    assert (result.exit_code, words in result.stderr) == (code, True)


def test_all_errors_are_reported_at_once(tmp_path: Path) -> None:
    """Each of several errors has a message and a hint."""
    result = check(
        "--tls-cert", "no.pem", "--database", str(tmp_path / "no" / "k.db"), "--host", "192.0.2.77", "--port", "9"
    )
    assert result.exit_code == 2
    assert result.stderr.count("error: ") == 3
    assert result.stderr.count("try: ") == 3


def test_too_few_open_files_are_reported() -> None:
    """A limit of connections above the system's limit of open files is an error."""
    assert open_files(Settings.read(limits={"connections": 10})) is None
    assert open_files(Settings.read(limits="off")) is None
    few = open_files(Settings.read(limits={"connections": 2**40}))
    assert few is not None
    assert "KIBITZ_LIMITS__CONNECTIONS=" in few.hint


def test_the_broker_is_checked(database: str) -> None:
    """An unreachable broker is noted, and a refused password is an error."""
    flags = ("--database", database, "--mqtt")
    away = check(*flags, "mqtt://127.0.0.1:1")
    assert "no broker answers at mqtt://127.0.0.1:1" in away.stderr
    assert away.exit_code == 0
    broker = Mosquitto(users={"kibitz": "right"})
    try:
        url = f"mqtt://kibitz@127.0.0.1:{broker.port}"
        wrong = check(*flags, url, KIBITZ_MQTT_PASSWORD="hunter2")
        assert "does not know 'kibitz' by that password" in wrong.stderr
        assert "hunter2" not in wrong.output
        assert wrong.exit_code == 2
        assert "note: the broker" not in check(*flags, url, KIBITZ_MQTT_PASSWORD="right").stderr
    finally:
        broker.remove()
    file = check(*flags, "mqtts://127.0.0.1:1", KIBITZ_MQTT_CAFILE="/no/such/file")
    assert "mqtt_cafile" in file.stderr
    assert file.exit_code == 2


def test_the_mail_server_is_checked(database: str) -> None:
    """A server does not start with a wrong address, and sends nothing without a public URL. No password is shown."""
    wrong = check("--database", database, KIBITZ_SMTP="mail.example.org")
    assert wrong.exit_code == 2
    assert "setting smtp: that is not the address of a mail server" in wrong.stderr
    words = "no alerts by e-mail without a public URL"
    smtp = "smtp://me:hunter2@mail.example.org?from=me@example.org"
    noted = check("--database", database, KIBITZ_SMTP=smtp)
    assert (noted.exit_code, words in noted.stderr, "hunter2" in noted.output) == (0, True, False)
    assert words not in check("--database", database, "--public-url", "https://x.example", KIBITZ_SMTP=smtp).stderr


def test_the_cluster_is_checked(database: str) -> None:
    """An unreachable scheduler is noted, and settings without a cluster are an error."""
    flags = ("--database", database, "--engines")
    away = check(*flags, "dask://127.0.0.1:1")
    assert "note: the cluster at tcp://127.0.0.1:1 cannot be used" in away.stderr
    assert "searches on this machine" in away.stderr
    assert away.exit_code == 0
    assert "engines = dask://127.0.0.1:1" in away.stdout
    alone = check("--database", database, "--engines-use", "only")
    assert "there is no cluster" in alone.stderr
    assert alone.exit_code == 2
    missing = check(
        *flags, "tls://127.0.0.1:1", *(f"--engines-tls-{each}=/no/such.pem" for each in ("ca", "cert", "key"))
    )
    assert "there is no file /no/such.pem" in missing.stderr
    assert missing.exit_code == 2


def test_the_certificates_of_a_cluster_are_checked(tmp_path: Path, database: str) -> None:
    """A certificate of another CA, an expired one and a file without a certificate are errors; a good one is not."""
    ours, theirs = trustme.CA(), trustme.CA()
    ours.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    expired = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=1)
    for name, issued in (
        ("good", ours.issue_cert("localhost")),
        ("foreign", theirs.issue_cert("localhost")),
        ("expired", ours.issue_cert("localhost", not_after=expired)),
    ):
        issued.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / f"{name}.pem"))
    (tmp_path / "text.pem").write_text("no certificate")

    def checked(name: str) -> Result:
        file = str(tmp_path / f"{name}.pem")
        tls = ("--engines-tls-ca", str(tmp_path / "ca.pem"), "--engines-tls-cert", file, "--engines-tls-key", file)
        return check("--database", database, "--engines", "tls://127.0.0.1:1", *tls)

    good = checked("good")
    assert good.exit_code == 0
    assert "the cluster at tls://127.0.0.1:1 cannot be used" in good.stderr
    for name, words in (("foreign", "is not valid"), ("expired", "expired"), ("text", "cannot be used")):
        result = checked(name)
        assert result.exit_code == 2, name
        assert words in result.stderr
        assert "the cluster at" not in result.stderr


NO_LIMITS = "the server has no limits"


@pytest.mark.parametrize("way", ["flag", "variable", "file"])
@pytest.mark.parametrize(
    ("flags", "warned"),
    [
        (["--host", "0.0.0.0"], True),
        (["--host", "::"], True),
        (["--host", "127.0.0.1", "--host", "0.0.0.0"], True),
        (["--host", "203.0.114.5"], True),
        (["--host", "2a00:1450::1"], True),
        (["--host", "games.example.org"], True),
        (["--public-url", "https://games.example.org"], True),
        (["--trusted-proxy", "127.0.0.1"], True),
        ([], False),
        (["--host", "localhost"], False),
        (["--host", "::1"], False),
        (["--host", "192.168.1.5"], False),
    ],
    ids=str,
)
def test_no_limits_on_a_public_address_are_noted(
    tmp_path: Path, database: str, flags: list[str], warned: bool, way: str
) -> None:
    """Wherever limits are turned off, a server that strangers reach gets a warning, and with limits none does."""
    file = tmp_path / "kibitz.toml"
    file.write_text("[limits]\nenabled = false\n")
    given = {"flag": (["--limits", "off"], {}), "variable": ([], {"KIBITZ_LIMITS": "off"})}
    more, variables = given.get(way, ([], {"KIBITZ_CONFIG": str(file)}))
    off = check("--database", database, *flags, *more, **variables)
    assert (NO_LIMITS in off.stderr) is warned
    assert NO_LIMITS not in check("--database", database, *flags).stderr


def test_it_says_that_it_connects(tmp_path: Path) -> None:
    """Help and output name the database, the broker and the cluster that it connects to, without their passwords."""
    told = " ".join(CliRunner().invoke(app, ["check-config", "--help"]).output.replace("\u2502", " ").split())
    for word in ("connects to the database", "broker", "cluster"):
        assert word in told
    places = {"KIBITZ_MQTT": "mqtt://ann@127.0.0.1:1", "KIBITZ_DATABASE": f"sqlite:///{tmp_path}/k.db"}
    places["KIBITZ_MQTT_PASSWORD"] = "hunter2"
    said = check("--engines", "dask://127.0.0.1:1", **places).stderr
    assert f"connects to the database sqlite:///{tmp_path}/k.db" in said
    assert "connects to the broker mqtt://" in said
    assert "connects to the cluster dask://127.0.0.1:1" in said
    assert "hunter2" not in said
    assert "connects to" not in check("--database", ":memory:").stderr
