"""Files of tournaments whose server was down for a while."""

from msgspec.json import decode, encode

from kibitz_server.core.tournament.values import Format
from kibitz_server.store.event_json import dump
from kibitz_server.tournament_files.verify import CompleteFile, verify
from tests.server.core.tournament.play import START, TODAY, Play, engines

DOWN_S = 3600.0
DOWN_AFTER = 4
"""Games that end before the server is down."""


def test_games_of_an_arena_may_begin_after_its_end_by_the_time_of_day() -> None:
    """An arena counts the uptime of its server, so that downtime shortens nothing, and its file shows no fault."""
    play = Play(Format.ARENA, engines(4), minutes=1.0)
    down_at = None
    while play.tournament.ended is None:
        play.wait(1.0)
        while play.due():
            play.play()
        if down_at is None and play.tournament.counted >= DOWN_AFTER:
            down_at = play.now
    assert down_at is not None
    assert play.tournament.counted > DOWN_AFTER
    events = [
        {
            "seq": seq,
            "at": TODAY + at - START + (DOWN_S if at > down_at else 0.0),
            "kind": type(event).__name__,
            "body": decode(dump(event)),
        }
        for seq, (event, at) in enumerate(play.log, 1)
    ]
    file = CompleteFile(encode({"kibitz_tournament": 1, "id": "t1", "events": events, "games": []}))
    assert verify(file, lambda _trf: "no program").differences == []
