"""Command that plays every scene and writes the transcripts and their page: `python -m tests.transcripts`."""

import asyncio

from tests.transcripts.page import FOLDER, page, play_all, transcripts_in

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in asyncio.run(play_all()).items():
        (FOLDER / f"{name}.txt").write_text(text)
    (FOLDER.parent / "README.md").write_text(page(transcripts_in(FOLDER)))
