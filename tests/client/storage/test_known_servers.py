"""The servers that a machine has used."""

import stat
from pathlib import Path

from kibitz_client.storage.known_servers import MAX_SERVERS, KnownServers


def test_servers_are_remembered_up_to_a_bound(tmp_path: Path) -> None:
    """Each is kept once, and the oldest of too many is forgotten; only the owner can read the file."""
    path = tmp_path / "kibitz" / "servers.json"
    known = KnownServers(path)
    assert "ws://a" not in known
    for url in ("ws://a", "ws://b", "ws://a"):
        known.note(url)
    assert path.read_text().count("ws://a") == 1
    assert "ws://a" in KnownServers(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for number in range(MAX_SERVERS - 1):
        known.note(f"ws://{number}")
    assert "ws://a" not in known
    assert "ws://b" in known


def test_an_unusable_file_is_no_error(tmp_path: Path) -> None:
    """A damaged file counts as empty and is replaced; a folder that cannot be written is ignored."""
    path = tmp_path / "servers.json"
    for text in ("{", "3", '["ws://a", 3, null]', "null"):
        path.write_text(text)
        known = KnownServers(path)
        assert "ws://c" not in known
        known.note("ws://c")
        assert "ws://c" in known
    (tmp_path / "file").write_text("")
    KnownServers(tmp_path / "file" / "servers.json").note("ws://a")
