"""The actions of entrants and organisers of a tournament. Each prints what was done in a line."""

from typing import Any

from kibitz_client.commands.tournament.ask import action, ask, games_of
from kibitz_client.errors import UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect
from kibitz_client.parsing.event_setup import entrants
from kibitz_client.settings import Settings
from kibitz_client.terminal.match_key import with_key
from kibitz_client.terminal.output import Output
from kibitz_protocol.tournaments.commands import AddEntrant, EnterTournament, OfTournament, SetResult
from kibitz_protocol.tournaments.views import TournamentDone

NOT_KEPT = "a guest with --name ends with its command, so it could not play the games that it enters for"
RESULTS = ("1-0", "0-1", "draw", "void", "restore")
RESULT_HINT = "use 1-0, 0-1, draw, void, restore, forfeit:first, forfeit:second or forfeit:NAME"


async def act(
    settings: Settings,
    output: Output,
    kind: type[OfTournament],
    code: str,
    key: str | None,
    done: str,
    **fields: object,
) -> None:
    """Carry out an action on a tournament, and say that it was done.

    Args:
        settings: The server and the player.
        output: Where to print.
        kind: The action.
        code: The code of the tournament.
        key: The key of a private one.
        done: What was done, as a sentence.
        fields: The fields of the action.

    Raises:
        UsageError: A field is invalid, or a guest enters that no later command can be.
    """
    settings, code = settings.invited(code)
    action(kind, code, key, **fields)  # a wrong field ends the command before it connects
    async with connect(settings, output) as connected:
        if kind is EnterTournament and settings.name and not settings.token_file and connected.client.welcome.token:
            raise UsageError(NOT_KEPT, f"kibitz play {code} --name {settings.name}, or leave out --name")
        await carry_out(connected.client, output, kind, code, key, done, **fields)


async def carry_out(
    client: NetworkClient,
    output: Output,
    kind: type[OfTournament],
    code: str,
    key: str | None,
    done: str,
    **fields: object,
) -> None:
    """Send an action, and on a terminal ask for the key of a private tournament; see `act`."""

    async def send(key: str | None) -> TournamentDone:
        return await ask(client, action(kind, code, key, **fields), TournamentDone)

    answer = await with_key(send, key)
    output.emit(answer)
    if not output.json:
        output.say(f"{answer.code}: {done}")


async def add(settings: Settings, output: Output, code: str, entrant: str, key: str | None) -> None:
    """Enter a player by name, or an engine."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        name, fields = entrant_fields(entrant, connected.client.welcome.engines)
        await carry_out(connected.client, output, AddEntrant, code, key, f"{name} entered", **fields)


def entrant_fields(text: str, algorithms: list[str]) -> tuple[str, dict[str, Any]]:
    """Return the name of an entrant as typed, and its field: a player, or an engine with settings or of the server."""
    player = text.startswith("@") or text.lower().startswith("bot:")
    if not player and (":" in text or "=" in text or text.lower() in algorithms):
        (engine,) = entrants([text])
        return engine.name or str(engine.engine), {"engine": engine}
    name = text.removeprefix("@") if text.startswith("@") else text[len("bot:") :] if player else text
    return name, {"player": name}


async def set_result(
    settings: Settings, output: Output, code: str, game: int, result: str, reason: str, key: str | None
) -> None:
    """Set, void or restore the result of a game.

    Raises:
        UsageError: The result is none of these, or no entrant of the game has the name.
    """
    settings, code = settings.invited(code)
    plain = plain_result(result)
    action(SetResult, code, key, game=game, result=plain or "void", reason=reason)
    async with connect(settings, output) as connected:
        value = plain or await forfeit_of(connected.client, code, game, result.partition(":")[2].strip(), key)
        done = {"void": f"game {game} is void", "restore": f"game {game} has its played result again"}
        said = done.get(value, f"the result of game {game} is {result}")
        fields = {"game": game, "result": value, "reason": reason}
        await carry_out(connected.client, output, SetResult, code, key, said, **fields)


def plain_result(text: str) -> str | None:
    """Return a typed result as the protocol has it; None for a forfeit that names an entrant.

    Raises:
        UsageError: It is not a result.
    """
    word, colon, absent = (part.strip().lower() for part in text.partition(":"))
    if not colon and word in RESULTS:
        return word
    if word != "forfeit" or not absent:
        raise UsageError(f"{text!r} is not a result", RESULT_HINT)
    return f"forfeit-{absent}" if absent in ("first", "second") else None


async def forfeit_of(client: NetworkClient, code: str, game: int, absent: str, key: str | None) -> str:
    """Return the result of a game that an entrant forfeits.

    Raises:
        UsageError: The entrant does not play the game.
    """
    async for row in games_of(client, code, key, entrant=absent):
        if row.game == game:
            return "forfeit-first" if row.first.name.casefold() == absent.casefold() else "forfeit-second"
    raise UsageError(f"{absent} plays no game {game} of {code}", RESULT_HINT)
