"""The guest that commands of one machine are."""

import stat
from pathlib import Path

from kibitz_client.storage.guest import held_guest

SERVER = "ws://127.0.0.1:8765"


def test_a_guest_is_kept(tmp_path: Path) -> None:
    """The guest of a server is there again, readable by its owner only, until it is forgotten."""
    path = tmp_path / "kibitz" / "guests.json"
    with held_guest(path, SERVER) as guest:
        assert guest is not None
        assert guest.token is None
        guest.keep("otter", "t" * 20)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with held_guest(path, SERVER) as guest, held_guest(path, "ws://elsewhere") as other:
        assert guest is not None
        assert other is not None
        assert (guest.token, other.token) == ("t" * 20, None)
        guest.forget()
        assert guest.token is None


def test_one_process_at_a_time_is_the_guest(tmp_path: Path) -> None:
    """While one holds the guest, another gets none, and then it is free again."""
    path = tmp_path / "guests.json"
    with held_guest(path, SERVER), held_guest(path, SERVER) as second:
        assert second is None
    with held_guest(path, SERVER) as third:
        assert third is not None


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Without a place for the lock there is no kept guest, and no error."""
    (tmp_path / "file").write_text("")
    with held_guest(tmp_path / "file" / "guests.json", SERVER) as guest:
        assert guest is None
