"""The command `evaluate`: an engine searches a position of an analysis board, within the limits of a hint."""

from kibitz_protocol.commands.positions import Evaluate
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.engines import EngineSpec
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.values.players import Engine
from kibitz_server.engine.algorithms import usual
from kibitz_server.engine.driver import SearchResult, without_search
from kibitz_server.games.ends.studies import going_on
from kibitz_server.games.game import Position
from kibitz_server.handlers import access
from kibitz_server.handlers.create import DEFAULT_S
from kibitz_server.handlers.positions.fair import check_line
from kibitz_server.handlers.positions.reference import line_of, reach
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.jobs.lines import AnalysisLine
from kibitz_server.messages import commands, searches
from kibitz_server.runtime.engines.engine_turns import HINT_S
from kibitz_server.runtime.engines.running_search import Deliver


async def evaluate(request: Request[Evaluate]) -> None:
    """Search a position and answer with the best move. Stop an earlier search of the same connection.

    Where a chance event is due, the answer has no move, and the average of the outcomes as its score.

    Raises:
        CommandRefused: The position or the engine does not fit, the search was stopped, or it is the position of a
            match that is played without engine help.
    """
    of, context = request.message.of, request.context
    line = line_of(of)
    spec = request.message.engine or EngineSpec(algorithm=usual(line.game))
    engine = commands.engine(spec, DEFAULT_S, HINT_S)
    if not access.engine_fits(request, engine, of.game, of.options):
        return
    line, position = await reach(request, line)
    await check_line(request, line)
    if context.evaluation is not None:
        context.evaluation.cancel()
        context.evaluation = None
    _check_fit(position, engine)
    searched = going_on(position, line.game)
    if searched.game.options != line.game.options:
        _reply(request, position, without_search(searched))
        return
    if searched is not position:
        line = AnalysisLine(line.game, searched.text, ())
    owner, search = request.client.player.id, None

    def begin(then: Deliver) -> None:
        nonlocal search
        search = context.evaluation = request.runtime.engine_turns.evaluate(line, searched, engine, owner, then)

    report = await AwaitedOutcome(begin)
    if context.evaluation is search:
        context.evaluation = None
    if report is None:
        raise CommandRefused(Code.STALE_PLY, "the search was stopped", "ask again")
    _reply(request, position, report)


def _reply(request: Request[Evaluate], position: Position, report: SearchResult) -> None:
    data = {"move": report.move, "search": searches.search_data(position.game, report)}
    request.reply({"kind": "evaluated", "position": position.id, **data})


def _check_fit(position: Position, engine: Engine) -> None:
    """Check that an engine can search a position. Raises CommandRefused."""
    if position.outcome is not None:
        raise CommandRefused(Code.NOT_RUNNING, "the game is over in that position", "go back a move")
    if position.chances and position.game.hidden:
        sentence = "a chance event is due in that position, and no side sees all of it"
        raise CommandRefused(Code.UNFIT_ENGINE, sentence, "choose an outcome, and ask again where a side is to move")
    if position.chances and engine.algorithm == "random":
        sentence = "a chance event is due in that position, and random only chooses moves"
        raise CommandRefused(Code.UNFIT_ENGINE, sentence, "choose another engine, or an outcome")
