"""Rewrite every playthrough. Read the diff before committing it."""

from tests.server.games.playthroughs import FOLDER, retold

for file in sorted(FOLDER.glob("*.txt")):
    file.write_text(retold(file.read_text()))
