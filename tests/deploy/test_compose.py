"""The compose file and its mounted files are valid, as far as a machine without containers can check.

`compose_spec.json` is the schema of the Compose Specification in docker-compose 1.29.2 (Apache License 2.0,
`compose_spec.LICENSE`).
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from deploy.local import interpolate
from jsonschema import Draft7Validator

from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_server.settings import Settings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(interpolate(TEXT))
SERVICES: dict[str, Any] = COMPOSE["services"]


def test_it_conforms_to_the_specification() -> None:
    """Every key and value is valid in the Compose Specification."""
    schema = json.loads((Path(__file__).parent / "compose_spec.json").read_text())
    errors = [f"{'.'.join(map(str, e.path))}: {e.message}" for e in Draft7Validator(schema).iter_errors(COMPOSE)]
    assert not errors


def test_it_runs_without_a_variable_set() -> None:
    """Each variable has a default, and without a profile there are three services."""
    assert all(":-" in variable for variable in re.findall(r"(?<!\$)\$\{[^}]+\}", TEXT))
    profiles = {name: service.get("profiles", []) for name, service in SERVICES.items()}
    assert {name for name, named in profiles.items() if not named} == {"server", "postgres", "mosquitto"}
    assert {each for named in profiles.values() for each in named} == {"tls", "observe", "cluster"}


def test_mounted_files_exist() -> None:
    """Mounted files exist; volumes, networks and secrets are declared, and each is used."""
    used: dict[str, set[str]] = {"volumes": set(), "networks": set(), "secrets": set()}
    for service in SERVICES.values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            if source.startswith("."):
                assert (ROOT / source).exists(), source
            else:
                used["volumes"].add(source)
        for kind in ("networks", "secrets"):
            used[kind] |= set(service.get(kind, []))
    for kind, names in used.items():
        assert names == set(COMPOSE[kind])
    assert set(COMPOSE["secrets"]) == set(re.findall(r"secrets/(\w+)", (ROOT / "deploy/secrets.sh").read_text())) | {
        "grafana_password", "mqtt_password", "postgres_password",
    }  # fmt: skip


def test_a_dependency_is_in_the_same_profiles() -> None:
    """A service runs in no profile without its dependencies, and a required health has a check."""
    for service in SERVICES.values():
        dependencies = service.get("depends_on", {})
        for name in dependencies:
            assert set(SERVICES[name].get("profiles", [])) <= set(service.get("profiles", []))
            if isinstance(dependencies, dict) and dependencies[name]["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[name]


def test_the_servers_variables_are_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server accepts its environment, with the secrets from their files."""
    environment = SERVICES["server"]["environment"]
    for name, value in environment.items():
        if value.startswith("/run/secrets/"):
            (tmp_path / Path(value).name).write_text("postgresql://kibitz:secret@postgres/kibitz\n")
            value = str(tmp_path / Path(value).name)
        monkeypatch.setenv(name, value)
    settings = Settings.read()
    assert settings.broker is not None
    assert (settings.broker.host, settings.broker.user) == ("mosquitto", "kibitz")
    assert settings.database_url == "postgresql://kibitz:secret@postgres/kibitz"
    assert settings.mqtt_password is not None
    assert settings.mqtt_tv
    target = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yml").read_text())
    [[address]] = [each["targets"] for each in target["scrape_configs"][0]["static_configs"]]
    assert address == f"127.0.0.1:{settings.metrics}"
    assert settings.trusted_proxy == [COMPOSE["networks"]["outside"]["ipam"]["config"][0]["subnet"]]


def test_a_server_searches_on_the_cluster_of_the_compose_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that the file's first lines name is that of the scheduler, whose network is theirs alone."""
    [url] = re.findall(r"KIBITZ_ENGINES=(\S+) docker compose --profile cluster", TEXT)
    assert SERVICES["server"]["environment"]["KIBITZ_ENGINES"] == ""
    monkeypatch.setenv("KIBITZ_ENGINES", url)
    cluster = Settings.read().cluster
    assert cluster is not None
    assert cluster.url == SERVICES["worker"]["environment"]["KIBITZ_ENGINES"]
    command = SERVICES["scheduler"]["command"]
    assert (cluster.host, str(cluster.port)) == ("scheduler", command[command.index("--port") + 1])
    members = {name for name, service in SERVICES.items() if "cluster" in service.get("networks", {})}
    assert members == {"server", "scheduler", "worker"}
    assert COMPOSE["networks"]["cluster"]["internal"]
    assert all("ports" not in SERVICES[name] for name in ("scheduler", "worker"))
    assert "[cluster,postgres]" in (ROOT / "server/Dockerfile").read_text()


def test_it_has_no_secret() -> None:
    """Passwords come from files that the repository ignores."""
    words = [str(value) for service in SERVICES.values() for value in service.get("environment", {}).items()]
    assert not [word for word in words if "PASSWORD" in word.upper() and "FILE" not in word.upper()]
    assert "deploy/secrets/" in (ROOT / ".gitignore").read_text().splitlines()


def test_the_secrets_are_created_once(tmp_path: Path) -> None:
    """Secrets are long and distinct, and a second call keeps them, because the database has one of them by then."""
    folder = tmp_path / "deploy"
    folder.mkdir()
    script = folder / "secrets.sh"
    script.write_text((ROOT / "deploy/secrets.sh").read_text())
    script.chmod(0o755)
    subprocess.run([script], check=True)
    created = {path.name: path.read_text() for path in (folder / "secrets").iterdir()}
    assert set(created) == set(COMPOSE["secrets"])
    assert len(set(created.values())) == len(created)
    assert all(re.fullmatch(r"[0-9a-f]{48}", text) for name, text in created.items() if name != "database_url")
    assert created["postgres_password"] in created["database_url"]
    assert (folder / "secrets").stat().st_mode & 0o777 == 0o700
    subprocess.run([script], check=True)
    assert {path.name: path.read_text() for path in (folder / "secrets").iterdir()} == created


def test_the_image_is_built_from_existing_files() -> None:
    """The image has three stages; copied files exist and are not ignored; the last stage is unprivileged."""
    lines = (ROOT / "server/Dockerfile").read_text().splitlines()
    assert sum(line.startswith("FROM") for line in lines) == 3
    patterns = (ROOT / ".dockerignore").read_text().splitlines()
    for line in lines:
        words = line.split()
        if words[:1] == ["COPY"] and not words[1].startswith("--from="):
            for source in words[1:-1]:
                assert (ROOT / source).exists(), source
                assert f"!{source.removeprefix('./')}" in patterns
    last = lines[max(n for n, line in enumerate(lines) if line.startswith("FROM")) :]
    assert any(line.startswith("USER") and line.split()[1] not in ("root", "0") for line in last)
    assert any("HEALTHCHECK" in line for line in last)


def test_the_access_list_covers_every_topic() -> None:
    """Spectators may read every topic except those of players, which only the player may read."""
    rules = [line.split() for line in (ROOT / "deploy/mosquitto/acl").read_text().splitlines() if line[:1] not in "#"]
    public = [words[2] for words in rules if words[:2] == ["topic", "read"]]
    for name, topic in mqtt_feed.TOPICS.items():
        address = topic.address.format(match="m", tournament="t", node="n", player="p")
        allowed = any(address == rule or (rule.endswith("#") and address.startswith(rule[:-1])) for rule in public)
        assert allowed == (name != "turn"), name
    assert ["pattern", "read", mqtt_feed.turn("%u")] in rules
    assert ["topic", "readwrite", f"{mqtt_feed.ROOT}/#"] in rules
