"""The recipes of docs/cluster.md fit the programs that they start, as far as a machine without containers can check."""

import re
from pathlib import Path
from typing import Any

import typer
import yaml

from kibitz_server.__main__ import app
from kibitz_server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def options_of(name: str) -> set[str]:
    """Return the options of a command of `kibitz-server`."""
    group = typer.main.get_command(app)
    command = group.get_command(typer.Context(group), name)  # type: ignore[attr-defined]
    return {option for parameter in command.params for option in parameter.opts}


def test_commands_have_the_options_that_the_page_gives_them() -> None:
    """Each option of `serve` and `worker` in a block of the page exists."""
    code = "".join(text for kind, text in BLOCKS if kind in ("sh", "ini")).replace("\\\n", "")
    seen = 0
    for name in ("serve", "worker"):
        for line in re.findall(rf"kibitz-server {name}\b([^#\n]*)", code):
            given = set(re.findall(r"(?<!\S)--[\w-]+", line))
            assert given <= options_of(name), line
            seen += len(given)
    assert seen >= 8


def test_variables_are_settings() -> None:
    """Each variable of the page is a setting of the server, one of the compose file, or one that Kubernetes adds."""
    named = set(re.findall(r"KIBITZ_(\w+)\b(?!=tcp:)", PAGE)) - {"GAMES", "WORKER_SLOTS"}
    assert named
    assert named <= {name.upper() for name in Settings.model_fields}


def test_the_manifests_fit_each_other() -> None:
    """Workers find the scheduler by its service, and the policy selects both of them."""
    [text] = [text for kind, text in BLOCKS if kind == "yaml"]
    manifests: list[dict[str, Any]] = list(yaml.safe_load_all(text))
    found = {(each["kind"], each["metadata"]["name"]): each for each in manifests}
    service = found["Service", "kibitz-scheduler"]["spec"]
    pods = {name: found["Deployment", name]["spec"]["template"] for name in ("kibitz-scheduler", "kibitz-worker")}
    assert service["selector"].items() <= pods["kibitz-scheduler"]["metadata"]["labels"].items()
    [worker] = pods["kibitz-worker"]["spec"]["containers"]
    variables = {each["name"]: each["value"] for each in worker["env"]}
    assert variables["KIBITZ_ENGINES"] == f"tcp://kibitz-scheduler:{service['ports'][0]['port']}"
    for name in pods:
        deployment = found["Deployment", name]["spec"]
        assert deployment["selector"]["matchLabels"].items() <= deployment["template"]["metadata"]["labels"].items()
    [selected] = found["NetworkPolicy", "kibitz-cluster"]["spec"]["podSelector"]["matchExpressions"]
    assert set(selected["values"]) == {pod["metadata"]["labels"]["app"] for pod in pods.values()}
