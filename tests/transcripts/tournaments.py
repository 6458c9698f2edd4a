"""Scenes of tournaments, one for each format."""

from typing import Any

from tests.transcripts.scene import Scene, SceneClient
from tests.transcripts.scenes import SCENES, scene

__all__ = ["SCENES"]

RANDOM = {"name": "dice", "engine": {"algorithm": "random", "limit": {"seed": 7}}}
SHALLOW, DEEP = (
    {"name": name, "engine": {"algorithm": "alphabeta", "limit": {"depth": depth, "seed": 7}}}
    for name, depth in (("shallow", 1), ("deep", 4))
)
ENGINES: dict[str, Any] = {"game": "tictactoe", "kinds": ["engine"], "seed": 7, "concurrency": 1}
PEOPLE: dict[str, Any] = {"game": "tictactoe", "kinds": ["person"], "seed": 7}


async def do(client: SceneClient, kind: str, **fields: Any) -> Any:
    """Send an action of the command `tournament`, and return its result, null if it is refused."""
    answer = await client.ask("tournament", do={"kind": kind, **fields})
    return answer.result if answer.t == "accepted" else None


async def of_engines(scene: Scene, format: str, *engines: Any, **terms: Any) -> tuple[SceneClient, str]:
    """Play a tournament of engines to its end. Return its organiser and its code."""
    ann = await scene.client("ann")
    asked = {**ENGINES, "format": format, **terms}
    code = (await do(ann, "create", name="Friday", terms=asked, engines=list(engines))).code
    await ann.until("tournament")
    await do(ann, "start", tournament=code)
    await ann.until("ended")
    return ann, code


async def of_people(scene: Scene, format: str, **terms: Any) -> tuple[SceneClient, SceneClient, str]:
    """Let an account create a tournament that it and a guest enter, and start it."""
    ann, bob = await scene.client("ann"), await scene.client("bob")
    await ann.ask("register", name="annika", password="correct horse")
    code = (await do(ann, "create", name="Friday", terms={**PEOPLE, "format": format, **terms}, follow=False)).code
    for client in (ann, bob):
        await do(client, "enter", tournament=code)
    await do(ann, "start", tournament=code)
    return ann, bob, code


@scene("tournament_match", "A match of two engines: two games from one opening, and its statistics")
async def _(scene: Scene) -> None:
    ann, code = await of_engines(scene, "match", RANDOM, DEEP, games=2, openings={})
    await do(ann, "statistics", tournament=code)
    await do(ann, "export", tournament=code, form="csv")


@scene("tournament_gauntlet", "A gauntlet: the first engine against the others")
async def _(scene: Scene) -> None:
    ann, code = await of_engines(scene, "gauntlet", DEEP, RANDOM, SHALLOW, seeds=1)
    await do(ann, "games", tournament=code)


@scene("tournament_round_robin", "A round robin of three engines, its crosstable, and why an entrant has its place")
async def _(scene: Scene) -> None:
    ann, code = await of_engines(scene, "round-robin", RANDOM, SHALLOW, DEEP)
    await do(ann, "crosstable", tournament=code)
    await do(ann, "why", tournament=code, entrant="deep")
    await do(ann, "list", state="finished")


@scene("tournament_swiss", "A Swiss of three engines, with byes and a report in the format of FIDE")
async def _(scene: Scene) -> None:
    ann, code = await of_engines(scene, "swiss", RANDOM, SHALLOW, DEEP, rounds=3)
    await do(ann, "rounds", tournament=code, round=2)
    await do(ann, "export", tournament=code, form="trf")


@scene("tournament_knockout", "A knockout of three engines; the organiser sets a result")
async def _(scene: Scene) -> None:
    ann, code = await of_engines(scene, "knockout", DEEP, RANDOM, SHALLOW, most_pairs=1)
    await do(ann, "result", tournament=code, game=2, result="draw", reason="agreed")


@scene("tournament_arena", "An arena of two people: they are led to a game, and one goes berserk")
async def _(scene: Scene) -> None:
    clock = {"kind": "fischer", "base_s": 60, "increment_s": 0}
    ann, bob, code = await of_people(scene, "arena", minutes=30, berserk=True, clock=clock)
    match = (await bob.until("paired")).match
    await bob.until("snapshot")
    await bob.ask("go_berserk", match=match)
    await bob.ask("resign", match=match)
    await bob.until("finished")
    await do(bob, "rest", tournament=code)
    await do(bob, "show", tournament=code)
    await bob.until("tournament")
    await do(ann, "cancel", tournament=code, reason="rain")


@scene("tournament_ladder", "A ladder: a challenge, its game, and the place that it wins")
async def _(scene: Scene) -> None:
    ann, bob, code = await of_people(scene, "ladder")
    await do(bob, "challenge", tournament=code, entrant="annika")
    await do(ann, "show", tournament=code, follow=True)
    await ann.until("tournament")
    await do(ann, "answer", tournament=code, challenge=1, accept=True)
    match = (await ann.until("paired")).match
    await ann.until("snapshot")
    await ann.ask("resign", match=match)
    await ann.until("counted")
    await ann.until("standings")
    await do(bob, "leave", tournament=code)
    await do(bob, "leave", tournament=code)
