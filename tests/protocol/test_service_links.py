"""Variables that describe services, beside settings."""

import pytest

from kibitz_protocol.service_links import drop_service_links, service_links

ADDRESS = "10.0.0.9"
SETTINGS = {
    "KIBITZ_PORT": "8000",
    "KIBITZ_WORKER_PORT": "8790",
    "KIBITZ_HOST": "0.0.0.0",
    "KIBITZ_NAME": "ann",
    "KIBITZ_SERVER": "ws://10.0.0.9:8765",
    "KIBITZ_ENGINES": "tcp://10.0.0.9:8786",
    "KIBITZ_PROT": "1",
    "KIBITZ_ENV_TOKEN": "1",
    "KIBITZ_METRICS_PORT": "9464",
}


def of_service(prefix: str, port: int, protocol: str = "tcp", address: str = ADDRESS) -> dict[str, str]:
    """Return the variables by which Kubernetes describes a Service."""
    url = f"{protocol}://{address}:{port}"
    one = f"{prefix}_PORT_{port}_{protocol.upper()}"
    return {
        f"{prefix}_SERVICE_HOST": address,
        f"{prefix}_SERVICE_PORT": str(port),
        f"{prefix}_SERVICE_PORT_HTTP_METRICS": str(port),
        f"{prefix}_PORT": url,
        one: url,
        f"{one}_PROTO": protocol,
        f"{one}_PORT": str(port),
        f"{one}_ADDR": address,
    }


@pytest.mark.parametrize("protocol", ["tcp", "udp", "sctp"])
@pytest.mark.parametrize("prefix", ["KIBITZ", "KIBITZ_SCHEDULER", "KIBITZ_WORKER", "KIBITZ_2_DB"])
@pytest.mark.parametrize("address", [ADDRESS, "[fd00::9]"])
def test_variables_of_a_kubernetes_service_are_no_settings(prefix: str, protocol: str, address: str) -> None:
    """All of them are dropped, and each setting stays."""
    links = of_service(prefix, 8786, protocol, address)
    others = {**SETTINGS, "PATH": "/bin", "OTHER_SERVICE_HOST": ADDRESS}
    environ = {**others, **links}
    drop_service_links(environ)
    assert environ == {name: value for name, value in others.items() if name not in links}


def test_variables_of_a_linked_container_are_no_settings() -> None:
    """Docker describes its ports, its name, and what is in its own environment."""
    links = {
        "KIBITZ_DB_NAME": "/web/kibitz-db",
        "KIBITZ_DB_PORT_5432_TCP_START": "tcp://172.17.0.5:5432",
        "KIBITZ_DB_PORT_5432_TCP_PORT_END": "5439",
        "KIBITZ_DB_ENV_POSTGRES_PASSWORD": "secret",
        "KIBITZ_NAME": "/web/kibitz",
        "KIBITZ_ENV_LANG": "C",
    }
    environ = {**SETTINGS, **links}
    # The variable is one of a service `kibitz`, which is linked here.
    assert service_links(environ) == set(links) | {"KIBITZ_ENV_TOKEN"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KIBITZ_PORT", "8000"),
        ("KIBITZ_PORT", "tcp"),
        ("KIBITZ_NAME", "/web/other"),
        ("KIBITZ_TOKEN_FILE", "/web/kibitz-token-file"),
        ("KIBITZ_SERVICE", "1"),
        ("KIBITZ_PORTS", "tcp://10.0.0.9:1"),
        ("KIBITZ_ENGINES", "tcp://10.0.0.9:8786"),
        ("KIBITZX_PORT", "tcp://10.0.0.9:8786"),
        ("KIBITZ_DB_ENV_NAME", "1"),
    ],
)
def test_other_variables_stay(name: str, value: str) -> None:
    """A setting and a misspelt one are left to their readers."""
    assert not service_links({name: value})
