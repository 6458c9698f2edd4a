"""Export of whole matches, to a file or to standard output, from a server in this process."""

from pathlib import Path

import pytest

from kibitz_client.commands.duel.run import Plan, duel
from kibitz_client.commands.records.export import export
from kibitz_client.commands.records.replay import replay
from kibitz_client.commands.records.verify import Differs
from kibitz_client.errors import RefusedError
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.settings import Settings
from kibitz_client.text.files.forms import Form
from tests.client.fakes import Recorded
from tests.server_thread import serving


class Match:
    """A finished match of two engines on a server."""

    def __init__(self, settings: Settings, code: str) -> None:
        self.settings = settings
        self.code = code

    @classmethod
    async def played(cls, address: str, game: str, *engines: str, options: tuple[str, ...] = ()) -> "Match":
        """Return a match that is played to its end."""
        settings, shown = Settings.read({}, address, None, None, json=False), Recorded()
        await duel(settings, shown.output, MatchSetup(game, options, engines), Plan())
        return cls(settings, shown.out.split()[1])

    async def text(self, form: Form | None = None, *, comments: bool = False) -> str:
        """Return what the export writes to standard output."""
        shown = Recorded()
        await export(self.settings, shown.output, self.code, form=form, out=None, comments=comments)
        return shown.out

    async def write(self, out: Path, *, comments: bool = False) -> None:
        """Write the export to a file in the form of its name."""
        shown = Recorded()
        await export(self.settings, shown.output, self.code, form=None, out=out, comments=comments)
        assert (shown.out, shown.err) == ("", f"match {self.code} written to {out}\n")

    async def shown(self, source: str | None = None) -> str:
        """Return the replay of the match, or of a file or another match."""
        shown = Recorded()
        await replay(self.settings, shown.output, source or self.code)
        return shown.out


@pytest.mark.io
async def test_a_record_is_the_same_from_the_server_and_from_its_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is replayed and verified, and its text has scores and times on request."""
    file = tmp_path / "match.jsonl"
    with serving(limits="off") as address:
        match = await Match.played(address, "tictactoe", "alphabeta:depth=3,seed=7", "random:seed=2")
        await match.write(file)
        assert file.read_text() == await match.text()
        text, commented = await match.text("pgn"), await match.text("pgn", comments=True)
        assert await match.shown() == await match.shown(str(file))
        await replay(match.settings, Recorded().output, match.code, verify=True, engines=True)
        with pytest.raises(RefusedError, match="no match"):
            await match.shown("ZZZZZZ")
    assert "searches of Tic-tac-toe checked, and nothing differs" in capfd.readouterr().out
    assert text.startswith('[Game "tictactoe"]')
    assert ("[%emt" in text, "[%emt 0:00:0" in commented, "[%eval " in commented) == (False, True, True)
    file.write_text(file.read_text().replace('"to_move":1', '"to_move":0', 1))
    with pytest.raises(Differs, match=r"match\.jsonl differs from the rules"):
        await replay(match.settings, Recorded().output, str(file), verify=True)
    assert "to_move: recorded is 0, the rules say 1" in capfd.readouterr().out


@pytest.mark.io
async def test_a_match_of_go_in_sgf(tmp_path: Path) -> None:
    """An option or the name of the file says the form; what is written is replayed."""
    file = tmp_path / "match.sgf"
    with serving(limits="off") as address:
        match = await Match.played(address, "go", "random:seed=1", "random:seed=2", options=("size=3", "komi=0.5"))
        text, plain = await match.text("sgf", comments=True), await match.text("sgf")
        await match.write(file, comments=True)
        assert file.read_text() == text
        assert (await match.shown()).splitlines()[-1] == (await match.shown(str(file))).splitlines()[-1]
    assert text.startswith("(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[3]\nKM[0.5]\n")
    assert ("[%emt" in text, "[%emt" in plain) == (True, False)
