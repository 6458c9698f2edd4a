"""Commands of organisers and files of tournaments: typed words become actions."""

from pathlib import Path

import pytest

from kibitz_client.commands.tournament.ask import all_rows, view_of
from kibitz_client.commands.tournament.export import chosen_form, exported, write
from kibitz_client.commands.tournament.organise import (
    RESULTS,
    carry_out,
    entrant_fields,
    forfeit_of,
    plain_result,
)
from kibitz_client.errors import RefusedError, UsageError
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Welcome
from kibitz_protocol.tournaments.commands import ExportTournament, ListTournamentGames, PauseTournament, SetResult
from kibitz_protocol.tournaments.views import GameRows, TournamentFile
from tests.client.tournaments import CODE, ID, EventClient, game, snapshot, standing
from tests.fakes.client import Recorded, refused


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        *((result, result) for result in RESULTS),
        ("Draw", "draw"),
        ("forfeit:first", "forfeit-first"),
        ("Forfeit: SECOND", "forfeit-second"),
        ("forfeit:Ann", None),
    ],
)
def test_a_result_as_typed(typed: str, sent: str | None) -> None:
    """A forfeit names the place of the absent entrant in the game, or its name, which the server knows."""
    assert plain_result(typed) == sent


@pytest.mark.parametrize("typed", ["2-0", "forfeit", "forfeit:", "win", "draw:a"])
def test_another_text_is_no_result(typed: str) -> None:
    """The hint lists the results."""
    with pytest.raises(UsageError) as caught:
        plain_result(typed)
    assert "forfeit:NAME" in (caught.value.hint or "")


async def test_an_absent_entrant_by_name() -> None:
    """The name is looked up in the games of that entrant."""
    games = [game(3, 1, 1, 2, (1, 0)), game(2, 1, 2, 1, (1, 0))]
    client = EventClient({ListTournamentGames: GameRows(tournament=ID, games=games, page=1, pages=1)})
    assert await forfeit_of(client, CODE, 3, "A", None) == "forfeit-first"
    assert await forfeit_of(client, CODE, 2, "a", None) == "forfeit-second"
    assert client.actions[0].entrant == "A"
    with pytest.raises(UsageError, match=f"a plays no game 7 of {CODE}"):
        await forfeit_of(client, CODE, 7, "a", None)


@pytest.mark.parametrize(
    ("typed", "engine", "player"),
    [
        ("level:5", "level:5", None),
        ("deep=alphabeta:depth=4", "alphabeta:depth=4", None),
        ("random", "random", None),
        ("Ann", None, "Ann"),
        ("@random", None, "random"),
        ("bot:deep fox", None, "deep fox"),
    ],
)
def test_an_entrant_as_typed(typed: str, engine: str | None, player: str | None) -> None:
    """An engine has settings or the name of one of the server; other names are players."""
    _, fields = entrant_fields(typed, ["random"])
    found = fields.get("engine")
    assert (str(found.engine) if found else None, fields.get("player")) == (engine, player)


async def test_an_action_is_said() -> None:
    """What was done is a line with the code of the tournament, or the answer as JSON."""
    recorded, as_json = Recorded(), Recorded(json=True)
    for each in (recorded, as_json):
        await carry_out(EventClient(), each.output, PauseTournament, CODE, None, "the tournament is paused")
    assert recorded.out == f"{CODE}: the tournament is paused\n"
    assert '"kind":"tournament"' in as_json.out
    assert as_json.err == ""


async def test_a_refused_action_is_not_said() -> None:
    """The refusal is that of the command."""
    client = EventClient({PauseTournament: refused(Code.NOT_ORGANISER, "only the organiser can do that")})
    recorded = Recorded()
    with pytest.raises(RefusedError, match="only the organiser"):
        await carry_out(client, recorded.output, PauseTournament, CODE, None, "the tournament is paused")
    assert recorded.out == ""


@pytest.mark.parametrize("reason", ["", "  ", "a\x1b[2J", "x" * 201])
async def test_a_wrong_field_is_named_before_anything_is_sent(reason: str) -> None:
    """A reason with control characters, a long one, or none is refused."""
    client = EventClient()
    fields = {"game": 3, "result": "void", "reason": reason}
    with pytest.raises(UsageError, match="reason"):
        await carry_out(client, Recorded().output, SetResult, CODE, None, "done", **fields)
    assert client.actions == []


async def test_an_older_server_has_no_tournaments() -> None:
    """Without the capability, nothing is sent, and the user learns why."""

    class Older(EventClient):
        @property
        def welcome(self) -> Welcome:
            return super().welcome.model_copy(update={"capabilities": []})

    client = Older()
    with pytest.raises(UsageError, match="has no tournaments"):
        await carry_out(client, Recorded().output, PauseTournament, CODE, None, "done")
    assert client.asked == []


async def test_all_parts_of_a_file_are_written(tmp_path: Path) -> None:
    """The parts follow each other, and a server that repeats itself does not keep the client."""
    parts = {0: ("a\n", 1), 1: ("b\n", 1)}
    client = EventClient(
        {
            ExportTournament: lambda do: TournamentFile(
                tournament=ID, name="x", content=parts[do.since][0], next=parts[do.since][1]
            )
        }
    )
    assert await exported(client, CODE, "csv") == "a\nb\n"
    assert [do.form for do in client.actions] == ["csv", "csv"]
    write(tmp_path / "x.csv", "a\r\n")
    assert (tmp_path / "x.csv").read_bytes() == b"a\r\n"
    with pytest.raises(UsageError, match="cannot be written"):
        write(tmp_path / "none" / "x", "")


def test_the_form_of_a_file() -> None:
    """An option is stronger than the ending of the name, which is stronger than the usual form."""
    assert chosen_form([], None) == "json"
    assert chosen_form([], Path("x.TRF")) == "trf"
    assert chosen_form(["html"], Path("x.pgn")) == "html"
    assert chosen_form([], Path("x.txt")) == "json"
    with pytest.raises(UsageError, match="--trf and --pgn exclude each other"):
        chosen_form(["trf", "pgn"], None)


async def test_the_rows_of_all_pages() -> None:
    """Standings have every entrant, also beyond the first page."""
    client = EventClient()
    client.snapshots = [snapshot(standing(1, 1), pages=2, page=1), snapshot(standing(2, 2), pages=2, page=2)]
    rows = await all_rows(client, await view_of(client, CODE, None, page=1), None)
    assert [row.entrant.name for row in rows] == ["a", "b"]
    assert [do.page for do in client.actions] == [1, 2]
