"""Files for other programs and for people: names are escaped, nothing secret is in them, and gacrux reads reports."""

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.tournament.tie_breaks.table import tie_break
from kibitz_server.core.tournament.trf import read_report, write_report
from kibitz_server.runtime.tournaments.swiss import SwissPairing, SwissPairs
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.core.tournament.oracles import by_gacrux
from tests.server.handlers.tournaments.stage import begin, create, do, done, engines, play, playing_server, saved, show
from tests.server.tournament_files.made import exported, finished

pytestmark = pytest.mark.io
"""The program that pairs Swiss rounds is a process."""
FORMS = ("json", "csv", "pgn", "html")
NAMES = ("=1+1", "+cmd", "-2", "<b>&\"'", 'a,b"c')


async def named(format: str, names: tuple[str, ...], name: str) -> tuple[FakeClient, str]:
    """Return a finished tournament of engines with these names."""
    server = playing_server()
    begin(server)
    ann = server.connect("ann", account=True)
    entrants = [{"name": each, "engine": {"algorithm": "random", "limit": {}}} for each in names]
    code = await create(ann, format, name=name, engines=entrants, start_now=True)
    await play(server, code)
    return ann, code


async def test_names_are_escaped_in_html() -> None:
    """No name of an entrant or of the tournament, and no reason, becomes markup; there is no script."""
    ann, code = await named("round-robin", NAMES, "<script>alert(1)</script>")
    page = await exported(ann, code, "html")
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert "&lt;b&gt;&amp;&quot;&#x27;" in page
    assert re.search(r"\bon\w+=|javascript:|<link|<img|https?://", page) is None


async def test_no_cell_of_a_spreadsheet_is_a_formula() -> None:
    """Cells that begin as a formula would get a mark before; all rows have the columns of their heading."""
    ann, code = await named("round-robin", NAMES, "Friday")
    text = await exported(ann, code, "csv")
    blocks = [list(csv.reader(io.StringIO(block))) for block in text.split("\n\n")]
    assert len(blocks) == 2
    for heading, *rows in blocks:
        assert all(len(row) == len(heading) for row in rows)
        texts = [
            row[place] for row in rows for place, name in enumerate(heading) if name in ("name", "first", "second")
        ]
        assert all(cell[:1] not in "=+-@\t\r" for cell in texts)
    assert {row[2].removeprefix("'") for row in blocks[0][1:]} == set(NAMES)


async def test_the_page_of_64_entrants_is_small() -> None:
    """It has fewer than 60 kB, with long names too."""
    names = tuple(f"{number:02} {'&' * 21}" for number in range(64))
    ann, code = await named("swiss", names, "Friday")
    page = (await exported(ann, code, "html")).encode()
    assert len(page) < 60_000
    assert page.count(b"<tr>") > 128


@pytest.mark.parametrize("form", FORMS)
async def test_a_file_is_the_same_each_time(form: str) -> None:
    """The pages of a file fit together, and the order is stable."""
    ann, code = await finished("arena")
    first = await exported(ann, code, form)
    assert await exported(ann, code, form) == first
    assert len(first) > 1000


async def test_gacrux_reads_a_report_to_the_same_pairings_and_tie_breaks() -> None:
    """The last round, left out of the report, is paired as it was; the tie-breaks are those of the standings."""
    ann, code = await finished("swiss")
    text = await exported(ann, code, "trf")
    report = read_report(text)
    view = await show(ann, code)
    assert report.table.rounds == view.round == 3
    assert report.tie_breaks == tuple(view.tie_breaks)
    ranks = {row.entrant.number: row.rank for row in view.rows}
    assert report.ranks == tuple(ranks[number] for number in sorted(ranks))
    for number in (1, 2, 3):
        pairs = (await done(ann, "rounds", tournament=code, round=number)).pairs
        played = {(pair.first.number, pair.second.number) for pair in pairs if pair.second is not None}
        rows = tuple(row[: number - 1] for row in report.table.rows)
        before = write_report(replace(report, table=replace(report.table, rows=rows), ranks=()))
        answer = await SwissPairing().pair(before)
        assert isinstance(answer, SwissPairs), answer
        assert set(answer.pairs) == played
    theirs = by_gacrux(text, [tie_break(name).report for name in view.tie_breaks])
    for row in view.rows:
        rank, values = theirs[row.entrant.number - 1]
        assert row.rank == rank
        assert [value or 0.0 for value in row.tie_breaks] == pytest.approx([value or 0.0 for value in values])


async def test_formats_without_rounds_have_no_report() -> None:
    """The refusal names what else there is."""
    for format in ("match", "arena", "gauntlet"):
        ann, code = await finished(format)
        answer = await do(ann, "export", tournament=code, form="trf")
        assert (answer.code, answer.hint) == ("bad_format", "take json or csv")


async def test_pgn_has_the_tags_of_the_tournament() -> None:
    """Each game names event, round, board and opening."""
    ann, code = await finished("match")
    text = await exported(ann, code, "pgn")
    for tag in ("Event", "Round", "Board", "Opening"):
        assert len(re.findall(rf'^\[{tag} "[^"]+"\]$', text, re.MULTILINE)) == 4
    assert '[Event "Friday"]' in text


async def hidden_cards(server: InProcessServer) -> tuple[FakeClient, str]:
    """Return a finished tournament with cards, whose only game one side gave up before its end."""
    ann, bob = server.connect("ann", account=True), server.connect("bob")
    code = await create(ann, "match", terms={"game": "kuhn", "games": 1, "pairs": False})
    for client in (ann, bob):
        await done(client, "enter", tournament=code)
    await done(ann, "start", tournament=code)
    (room,) = server.runtime.rooms.all
    for client in (ann, bob):
        client.send("give_client_seed", match=room.match.created.code, client_seed="x")
        await saved(server)
    bob.send("resign", match=room.match.created.code)
    await saved(server)
    await play(server, code)
    return ann, code


async def test_games_that_ended_early_keep_their_cards() -> None:
    """A game with cards that nobody has seen is in no file, and its result is in all of them."""
    server = playing_server()
    begin(server)
    ann, code = await hidden_cards(server)
    (room,) = server.runtime.rooms.all
    assert room.match.over
    assert not room.match.revealed
    seed = room.match.created.server_seed
    assert seed
    for form in FORMS:
        text = await exported(ann, code, form)
        assert seed not in text
        assert "ChanceDecided" not in text
    assert json.loads(await exported(ann, code))["games"] == []


async def test_nothing_secret_is_in_files() -> None:
    """No hash of a key, and the seed only when it cannot be used any more."""
    server = playing_server()
    begin(server)
    ann, bob = server.connect("ann", account=True), server.connect("bob")
    terms: dict[str, Any] = {
        "format": "match",
        "game": "tictactoe",
        "private": True,
        "pairs": False,
        "games": 1,
        "seed": 123_456_789,
    }
    made = await done(ann, "create", name="Secret", terms=terms)
    for client in (ann, bob):
        await done(client, "enter", tournament=made.code, key=made.key)
    await done(ann, "start", tournament=made.code)
    room = server.runtime.tournaments.rooms.find(made.code)
    assert room is not None
    key_hash = room.tournament.terms.key_hash
    assert key_hash
    for over in (False, True):
        if over:
            (match,) = server.runtime.rooms.all
            bob.send("resign", match=match.match.created.code)
            await saved(server)
        for form in FORMS:
            text = await exported(bob, made.code, form)
            assert key_hash not in text
            assert made.key not in text
            assert ("123456789" in text) == (over and form == "json")
        assert (await show(bob, made.code)).terms.seed == (123_456_789 if over else None)
        assert (await show(ann, made.code)).terms.seed == 123_456_789
    public = playing_server()
    begin(public)
    code = await create(public.connect("ann", account=True), "match", terms={"kinds": ["engine"]}, engines=engines(2))
    assert (await show(public.connect("eve"), code)).terms.seed is not None
