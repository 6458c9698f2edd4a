"""Tests that the transcripts in the docs match the messages of a real server."""

import pytest

from tests.transcripts.page import FOLDER, page, play_all, transcripts_in

pytestmark = pytest.mark.io


async def test_the_transcripts_are_up_to_date() -> None:
    """A real server sends the same messages, apart from ids and times."""
    played = await play_all()
    kept = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.txt"))}
    for name, text in played.items():
        assert kept.get(name) == text, "run `make generated ARGS=transcripts` and read the diff"
    assert set(kept) == set(played)


def test_the_page_is_generated_from_the_transcripts() -> None:
    """It has every message of the protocol, with its summary, its fields and an example."""
    fresh = (FOLDER.parent / "README.md").read_text() == page(transcripts_in(FOLDER))
    assert fresh, "docs/protocol/README.md is stale: run `make generated ARGS=transcripts`"
