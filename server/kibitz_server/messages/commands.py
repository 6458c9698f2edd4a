"""Conversion of the protocol's commands, clocks and engines to values of the core."""

from typing import assert_never

from kibitz_protocol import to_server
from kibitz_protocol.values import clocks
from kibitz_protocol.values.engines import AdjudicationSpec, EngineSpec
from kibitz_server.core.match.commands import AcceptOffer, DeclineOffer, MakeOffer, OfferCommand, WithdrawOffer
from kibitz_server.core.values.clock import Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.terms import Adjudication, DrawRule, ResignRule
from kibitz_server.core.values.time_management import Budget

OfferMessage = to_server.Offer | to_server.Accept | to_server.Decline | to_server.Withdraw


def offer_command(message: OfferMessage, by: str) -> OfferCommand:
    """Return the command for a message about an offer."""
    kind = OfferKind(message.offer) if message.offer else None
    match message:
        case to_server.Offer():
            return MakeOffer(by, OfferKind(message.offer), message.id, tuple(message.dead))
        case to_server.Accept():
            return AcceptOffer(by, kind)
        case to_server.Decline():
            return DeclineOffer(by, kind)
        case to_server.Withdraw():
            return WithdrawOffer(by, kind)
        case _:
            assert_never(message)


def time_control(clock: clocks.Clock | None) -> TimeControl | None:
    """Return the time control for a clock of the protocol."""
    match clock:
        case None:
            return None
        case clocks.Fischer():
            return Fischer(clock.base_s, clock.increment_s)
        case clocks.SimpleDelay():
            return SimpleDelay(clock.base_s, clock.delay_s)
        case clocks.Byoyomi():
            return Byoyomi(clock.base_s, clock.periods, clock.period_s)
        case clocks.PerMove():
            return PerMove(clock.move_s)
        case clocks.Correspondence():
            return Correspondence(clock.days)
        case _:
            assert_never(clock)


def adjudication(spec: AdjudicationSpec | None) -> Adjudication | None:
    """Return the rules of adjudication of the protocol as a value of the core."""
    if spec is None:
        return None
    resign, draw = spec.resign, spec.draw
    return Adjudication(
        ResignRule(resign.score, resign.moves, resign.both) if resign is not None else None,
        DrawRule(draw.from_move, draw.score, draw.moves) if draw is not None else None,
        spec.most_plies,
        spec.proved,
    )


def engine(spec: EngineSpec, default_s: float, most_s: float) -> Engine:
    """Return the engine for an engine spec.

    Args:
        spec: The engine that the client asks for.
        default_s: Seconds per move if the spec has no limit.
        most_s: Most seconds per move.
    """
    limit = spec.limit
    bounded = limit.seconds or limit.depth or limit.nodes or limit.playouts or spec.level
    seconds = min(limit.seconds, most_s) if limit.seconds else None if bounded else default_s
    return Engine(spec.algorithm, Budget(seconds, limit.depth, limit.nodes, limit.seed, limit.playouts, spec.level))
