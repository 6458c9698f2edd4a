"""Answers of a server to the commands of an analysis board, by the server's own rules."""

from typing import Any

from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.commands.positions import Evaluated, Explored
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers.positions.reference import line_of
from kibitz_server.jobs.lines import explored_data, positions
from tests.client.samples import report
from tests.fakes.client import refused

FINISHED = ("b2", "a1", "b3", "c1", "b1")
"""The moves of the finished match K7QX42, which X won."""


def by_rules(command: Any) -> Any:
    """Return the answer to a command of an analysis board, a refusal, or None for another command.

    The server has the finished match K7QX42 and the running match RVNN1G. Searches find the first legal move.
    """
    try:
        match command.t:
            case "explore" if command.of.kind == "match":
                return _match(command)
            case "explore":
                return _explored(command.of, command.since)
            case "evaluate":
                line = line_of(command.of)
                position = positions(line, len(line.moves))[-1][1]
                search = report(line=[position.legal[0].text], seconds=command.engine.limit.seconds)
                return Evaluated(position=position.id, move=position.legal[0].text, search=search)
    except CommandRefused as refusal:
        return refused(Code(refusal.code), str(refusal), refusal.hint)
    return None


def _explored(of: Any, since: int) -> Explored:
    line = line_of(of)
    found = positions(line, since)
    return Explored.model_validate(explored_data(line, found, min(since, len(line.moves)), None))


def _match(command: Any) -> Any:
    if command.of.match == "RVNN1G":
        return refused(Code.NOT_OVER, "the match is still running", "open it when it is over, or replay it")
    if command.of.match != "K7QX42":
        return refused(Code.UNKNOWN_MATCH, f"there is no match {command.of.match!r}")
    of = OfGame(game="tictactoe", moves=list(FINISHED))
    players = [{"seat": seat, "kind": "human", "name": name} for seat, name in enumerate(("mia", "zoe"))]
    return Explored.model_validate({**_explored(of, 0).model_dump(), "seats": players})
