"""Leagues over the protocol: seasons, who may begin one, and what others see."""

from typing import Any

from kibitz_server.runtime.host import HostChoices
from tests.server.conftest import FakeClient, InProcessServer

TERMS = {"format": "round-robin", "game": "tictactoe", "most_entrants": 6}
ENGINE = {"algorithm": "random"}


def ask(client: FakeClient, kind: str, **fields: Any) -> Any:
    """Send an action, commit as often as it waits for that, and return the answer."""
    return answer_to(client, client.send("tournament", do={"kind": kind, **fields}))


def answer_to(client: FakeClient, id: str) -> Any:
    """Return the answer to a command that waits for several commits."""
    for _ in range(20):
        client.server.store.commit()
        found = [each for each in client.received if each.t in ("accepted", "refused") and each.id == id]
        if found:
            return found[0]
    raise AssertionError(client.received)


def create(client: FakeClient, **fields: Any) -> Any:
    """Create a league of two divisions, and return the answer's result."""
    answer = ask(client, "create_league", **{"name": "Club", "terms": TERMS, "divisions": 2} | fields)
    assert answer.t == "accepted", answer
    return answer.result


def fill(client: FakeClient, season: Any) -> None:
    """Enter six engines in each division, `a1` to `a6` and `b1` to `b6`."""
    for letter, row in zip("ab", season.divisions, strict=True):
        for number in range(1, 7):
            engine = {"engine": ENGINE, "name": f"{letter}{number}"}
            assert ask(client, "add", tournament=row.code, engine=engine).t == "accepted"


def end(client: FakeClient, season: Any) -> None:
    """End all divisions with their current standings."""
    for row in season.divisions:
        assert ask(client, "cancel", tournament=row.code).t == "accepted"


def names(client: FakeClient, code: str) -> list[str]:
    """Return the names of the entrants of a tournament in its standings."""
    client.take()
    assert ask(client, "show", tournament=code).t == "accepted"
    view = next(each for each in client.received if each.t == "tournament").tournament
    return [row.entrant.name for row in view.rows]


async def test_a_season_follows_with_promotions_and_relegations(server: InProcessServer) -> None:
    """The next season has the same terms and the entrants that stay, each where the last one led."""
    ann = server.connect("ann", account=True)
    first = create(ann, promote=2, relegate=2)
    assert [row.name for row in first.divisions] == ["Club, division 1, season 1", "Club, division 2, season 1"]
    assert (first.season, {row.division.league for row in first.divisions}) == (1, {first.league})
    fill(ann, first)
    assert ask(ann, "next_season", league=first.league).code == "not_over"
    end(ann, first)
    answer = ask(ann, "next_season", league=first.league.lower())
    second = answer.result
    assert [row.name for row in second.divisions] == ["Club, division 1, season 2", "Club, division 2, season 2"]
    assert [names(ann, row.code) for row in second.divisions] == [
        ["a1", "a2", "a3", "a4", "b1", "b2"],
        ["a5", "a6", "b3", "b4", "b5", "b6"],
    ]
    assert ask(ann, "next_season", league=first.league).code == "not_over"


async def test_only_the_organiser_begins_a_season(server: InProcessServer) -> None:
    """Others are refused, and so is the id of no league."""
    ann, bob = server.connect("ann", account=True), server.connect("bob", account=True)
    season = create(ann)
    fill(ann, season)
    end(ann, season)
    assert ask(bob, "next_season", league=season.league).code == "not_organiser"
    for unknown in ("L-000000", "any"):
        assert ask(ann, "next_season", league=unknown).code == "unknown_tournament"


async def test_a_repeated_command_creates_one_league(server: InProcessServer) -> None:
    """The answer names the divisions that are there; another league with the id of the command is refused."""
    ann = server.connect("ann", account=True)
    do = {"kind": "create_league", "name": "Club", "terms": TERMS, "divisions": 2}
    found = []
    for name in ("Club", "Club", "Other"):
        server.answers.__init__()  # type: ignore[misc]  # as after a restart
        ann.take()
        found.append(answer_to(ann, ann.send("tournament", id="x1", do={**do, "name": name})))
    assert found[0].result == found[1].result
    assert found[2].code == "id_reused"


async def test_a_list_has_the_divisions_of_a_league(server: InProcessServer) -> None:
    """Running and finished ones, with their places; those of a private league only for who organises or has entered."""
    ann, bob = server.connect("ann", account=True), server.connect("bob", account=True)
    season, private = create(ann), create(ann, name="Secret", terms={**TERMS, "private": True}, divisions=1)
    assert private.key is not None
    assert season.key is None
    ask(ann, "create", name="Friday", terms=TERMS)
    fill(ann, season)
    assert ask(ann, "cancel", tournament=season.divisions[0].code).t == "accepted"

    def places(client: FakeClient, league: str) -> list[tuple[str, int, int]]:
        rows = ask(client, "list", league=league).result.tournaments
        return sorted((row.division.league, row.division.season, row.division.division) for row in rows)

    open_ones = [(season.league, 1, 1), (season.league, 1, 2)]
    assert places(bob, season.league.lower()) == open_ones
    assert places(bob, "any") == open_ones
    assert places(ann, "any") == sorted([*open_ones, (private.league, 1, 1)])
    assert places(bob, private.league) == []


async def test_terms_that_fit_no_league_are_refused(server: InProcessServer) -> None:
    """A league consists of round robins of 6 to 12 entrants."""
    ann = server.connect("ann", account=True)
    for terms in ({"format": "swiss"}, {"most_entrants": 5}, {"most_entrants": 13}):
        answer = ask(ann, "create_league", name="Club", terms={**TERMS, **terms})
        assert answer.code == "bad_format", terms


async def test_the_choices_of_the_host_hold_for_leagues(server: InProcessServer) -> None:
    """A league and its next season are refused as a match is."""
    ann = server.connect("ann", account=True)
    season = create(ann)
    fill(ann, season)
    end(ann, season)
    await server.runtime.host.change(HostChoices(games=("chess",)))
    for refused in (
        ask(ann, "create_league", name="Other", terms=TERMS, divisions=2),
        ask(ann, "next_season", league=season.league),
    ):
        assert refused.code == "not_allowed"
    await server.runtime.host.change(HostChoices(create="moderators"))
    assert ask(ann, "create_league", name="Other", terms=TERMS, divisions=2).code == "not_allowed"
