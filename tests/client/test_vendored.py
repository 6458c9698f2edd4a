"""The libraries of the page are the released files that their list names."""

import hashlib
import re
from pathlib import Path

import kibitz_client

VENDOR = Path(kibitz_client.__file__).parent / "web" / "vendor"


def test_each_library_is_the_listed_release() -> None:
    """No file is changed, missing or unlisted."""
    listed = dict(re.findall(r"\| `(\S+\.js)` \|.*\| `([0-9a-f]{64})` \|", (VENDOR / "README.md").read_text()))
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.js")}
    assert found == listed
