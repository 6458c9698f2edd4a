"""What a person likes, in a file; anything in it that makes no sense is the default. No Textual."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

THEME = "kibitz-dark"


@dataclass(frozen=True, slots=True)
class Preferences:
    """`bell` rings the terminal's bell when it is our turn; `notices` sends the desktop one (OSC 9) as well."""

    theme: str = THEME
    ascii_only: bool = False
    bell: bool = False
    notices: bool = False
    confirm: bool = False
    server: str = ""
    game: str = "connect4"


def default_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Where they are kept (XDG Base Directory Specification)."""
    base = environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME") or Path.home()) / ".config"
    return Path(base) / "kibitz" / "app.json"


def load(path: Path) -> Preferences:
    """What was kept."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        known = {field.name: type(getattr(Preferences(), field.name)) for field in fields(Preferences)}
        return Preferences(**{name: value for name, value in kept.items() if type(value) is known.get(name)})
    except (OSError, ValueError, AttributeError):
        return Preferences()


def save(path: Path, prefs: Preferences) -> str:
    """Keep them; gives what went wrong, or nothing. A person can play on without."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(prefs), indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        return f"{path}: {error.strerror}"
    return ""
