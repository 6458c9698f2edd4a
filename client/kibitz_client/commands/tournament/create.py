"""`kibitz tournament create`: a tournament on a server, or one of engines that runs to its end at once."""

from pathlib import Path

from kibitz_client.commands.tournament.ask import ask
from kibitz_client.commands.tournament.run import RunPlan, run, server_for
from kibitz_client.errors import UsageError
from kibitz_client.network.invitation import elsewhere_lines
from kibitz_client.network.servers.connect import Connected
from kibitz_client.parsing.openings import Order, given_openings
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.tournaments.tables import headline
from kibitz_protocol.to_client import TournamentSnapshot
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import Openings
from kibitz_protocol.tournaments.views import TournamentDone


async def create(settings: Settings, output: Output, do: CreateTournament, plan: RunPlan) -> None:
    """Create a tournament. On a private server, run it to its end: it has no other entrants than engines.

    Raises:
        UsageError: No server answers, and the tournament does not consist of engines that start at once.
    """
    alone = do.start_now and do.engines
    async with server_for(settings, output, plan.database) as connected:
        if connected.private:
            if not alone:
                sentence = "on a private server, a tournament is one of engines that starts at once"
                raise UsageError(sentence, "add --engine twice and --start-now, or choose a server: --server")
            await run(connected, output, do, plan)
        else:
            await _created(connected, output, do)


async def _created(connected: Connected, output: Output, do: CreateTournament) -> None:
    client = connected.client
    done = await ask(client, do, TournamentDone)
    output.emit(done)
    async for message in client.messages():
        if isinstance(message, TournamentSnapshot) and message.tournament.tournament == done.tournament:
            output.say(*headline(message.tournament))
            break
    if done.key is not None:
        output.say(f"key {done.key}", "to enter or watch, others need this key; it is shown only this once")
    if not do.start_now:
        output.say(f"to enter:  kibitz play {done.code} --server {client.url}")
        if do.terms.start_at is None and do.terms.start_when is None:
            output.say(f"to start:  kibitz tournament start {done.code}")
    output.say(f"to watch:  kibitz watch {done.code} --server {client.url}", *await elsewhere_lines(client.url))


def openings_of(
    source: str | None, order: Order, start: int, seed: int | None, warn: "Output | None" = None
) -> Openings | None:
    """Return the openings that `--openings` names: a file, `bundled` or `none`.

    Raises:
        UsageError: The file cannot be read, or an order was given without openings.
    """
    if source is None or source.strip().lower() == "none":
        if order != "sequential" or start != 1:
            raise UsageError("--order and --opening-start belong to --openings", "name a file: --openings FILE")
        return None
    if source.strip().lower() == "bundled":
        return Openings(source="bundled", order=order, start=start)
    openings, found = given_openings(Path(source), order, start, seed)
    if warn is not None and len(openings.given) < found:
        warn.warn(f"{len(openings.given)} of the {found} openings in {source} are used")
    return openings
