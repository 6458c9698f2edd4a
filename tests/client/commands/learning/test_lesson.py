"""`kibitz lesson` with a real server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server_thread import serving

pytestmark = pytest.mark.io


def test_a_lesson_is_imported_exported_and_deleted(tmp_path: Path) -> None:
    """The exported file makes the same lesson again; a file without a lesson is refused."""
    source = {
        "name": "Cuts",
        "tasks": [{"kind": "exercise", "exercise": "cut", "leaves": "3 12 8 / 2 4 6", "explanation": "2 is enough."}],
    }
    file, wrong = tmp_path / "lesson.json", tmp_path / "wrong.json"
    file.write_text(json.dumps(source))
    wrong.write_text("[]")
    with serving() as address:
        env = {**os.environ, "KIBITZ_SERVER": address, "XDG_STATE_HOME": str(tmp_path)}

        def lesson(*typed: str) -> subprocess.CompletedProcess[str]:
            command = [sys.executable, "-m", "kibitz_client", "lesson", *typed]
            return subprocess.run(command, env=env, text=True, capture_output=True, check=False)

        made = lesson("import", str(file))
        assert made.returncode == 0, made.stderr
        code = made.stdout.split()[1]
        assert f"pupils open /lesson/{code}" in made.stdout
        exported = json.loads(lesson("export", code).stdout)
        assert exported["tasks"][0].items() >= source["tasks"][0].items()  # type: ignore[attr-defined]
        assert code in lesson("list").stdout
        assert "no pupil has joined" in lesson("results", code).stdout
        assert "no lesson" in lesson("import", str(wrong)).stderr
        assert lesson("delete", code).returncode == 0
        assert lesson("results", code).returncode != 0
