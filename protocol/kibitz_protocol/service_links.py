"""Environment variables that Kubernetes and Docker add beside a service and that Kibitz does not read.

A Service `kibitz-scheduler` gives each pod `KIBITZ_SCHEDULER_PORT=tcp://10.0.0.9:8786` and others, and a Service
`kibitz` gives `KIBITZ_PORT=tcp://…`, which is the name of a setting. Docker does the same for linked containers.
"""

import re
from collections.abc import Mapping, MutableMapping

PREFIX = "KIBITZ"
_PROTOCOL = "(?:TCP|UDP|SCTP)"
_BY_NAME = re.compile(
    rf"{PREFIX}(?:_[A-Z0-9_]+)?_(?:"
    r"SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?"
    rf"|PORT_[0-9]+_{_PROTOCOL}(?:_(?:PROTO|ADDR|PORT|START|END|PORT_START|PORT_END))?)"
)
_BY_VALUE = re.compile(rf"{PREFIX}(?:_[A-Z0-9_]+)?_PORT")
_ADDRESS = re.compile(r"(?:tcp|udp|sctp)://", re.IGNORECASE)
_CONTAINER = re.compile(rf"({PREFIX}(?:_[A-Z0-9_]+)?)_NAME")
"""The name of a variable whose value is `/container/alias`, where Docker links containers."""


def service_links(environ: Mapping[str, str]) -> set[str]:
    """Return the names of the variables that describe services. The name of a setting needs the value of a service."""
    containers = {alias for name, value in environ.items() if (alias := _container(name, value))}
    # Docker also passes on the variables of a linked container itself.
    passed_on = tuple(f"{alias}_ENV_" for alias in containers)
    return {
        name
        for name, value in environ.items()
        if _BY_NAME.fullmatch(name)
        or (_BY_VALUE.fullmatch(name) and _ADDRESS.match(value))
        or _container(name, value)
        or name.startswith(passed_on)
    }


def _container(name: str, value: str) -> str | None:
    """Return the alias of a linked container, as variables begin with it, if this variable has its name."""
    match = _CONTAINER.fullmatch(name)
    alias = value.rpartition("/")[2].upper().replace("-", "_")
    return alias if match and value.startswith("/") and match[1] == alias else None


def drop_service_links(environ: MutableMapping[str, str]) -> None:
    """Remove the variables that describe services. Otherwise they would be read as settings."""
    for name in service_links(environ):
        del environ[name]
