"""The command `evaluate`: an engine searches a position of an analysis board, within the limits of a hint."""

from kibitz_protocol.commands.positions import Evaluate
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.engines import EngineSpec
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.values.players import Engine
from kibitz_server.engine.algorithms import usual
from kibitz_server.engine.driver import Report
from kibitz_server.games.game import Position
from kibitz_server.handlers import access
from kibitz_server.handlers.create import DEFAULT_S
from kibitz_server.handlers.positions.reference import line_of, reach
from kibitz_server.handlers.request import Request
from kibitz_server.jobs.lines import Line
from kibitz_server.messages import commands, searches
from kibitz_server.runtime.engines.engine_turns import HINT_S


def evaluate(request: Request[Evaluate]) -> None:
    """Search a position and answer with the best move. Stop an earlier search of the same connection.

    Where a chance event is due, the answer has no move, and the average of the chance events as its score.
    """
    of = request.message.of
    try:
        line = line_of(of)
    except CommandRefused as refused:
        request.refuse_because(refused)
        return
    spec = request.message.engine or EngineSpec(algorithm=usual(line.game))
    engine = commands.engine(spec, DEFAULT_S, HINT_S)
    if access.engine_fits(request, engine, of.game, of.options):
        reach(request, line, lambda position: _search(request, line, position, engine))


def _search(request: Request[Evaluate], line: Line, position: Position, engine: Engine) -> None:
    context = request.context
    if context.evaluation is not None:
        context.evaluation.cancel()
        context.evaluation = None
    if position.outcome is not None:
        request.refuse(Code.NOT_RUNNING, "the game is over in that position", "go back a move")
        return
    if position.chances and position.game.hidden:
        sentence = "a chance event is due in that position, and no side sees all of it"
        request.refuse(Code.UNFIT_ENGINE, sentence, "choose a chance event, and ask again where a side is to move")
        return
    if position.chances and engine.algorithm == "random":
        sentence = "a chance event is due in that position, and random only chooses moves"
        request.refuse(Code.UNFIT_ENGINE, sentence, "choose another engine, or a chance event")
        return

    def answer(report: Report | None) -> None:
        if context.evaluation is search:
            context.evaluation = None
        if report is None:
            request.refuse(Code.STALE_PLY, "the search was stopped", "ask again")
            return
        found = {"move": report.move, "search": searches.search_data(position.game.name, report)}
        request.reply({"kind": "evaluated", "position": position.id, **found})

    owner = request.client.player.id
    search = request.runtime.engine_turns.evaluate(line, position, engine, owner, answer)
    context.evaluation = search
