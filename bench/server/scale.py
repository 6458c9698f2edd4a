"""Size of a run."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How much each section measures.

    Attributes:
        turns: measured turns of each subject; they alternate, and one more before them warms up.
        seconds: time of the moves of a turn at full speed.
        matches: concurrent matches at full speed; only the first number has goals.
        paced_matches: concurrent matches of the rows with a steady pace.
        per_s: moves a second of those.
        lobby_per_s: moves a second of the followed lobby.
        watchers: spectators of one match; only the first number has goals.
        connections: connections whose memory is measured.
        accepted: connections that are opened in a turn.
        game_matches: concurrent matches of each game.
        game_plies: plies that are played of a long game.
    """

    turns: int = 4
    seconds: float = 1.0
    matches: tuple[int, ...] = (100, 500)
    paced_matches: int = 100
    paced_s: float = 2.5
    per_s: float = 500.0
    lobby_per_s: float = 100.0
    watchers: tuple[int, ...] = (1000, 5000)
    connections: int = 4000
    accepted: int = 1000
    game_matches: int = 100
    game_plies: int = 60


SMALL = Scale(
    turns=1,
    seconds=0.1,
    matches=(10,),
    paced_matches=10,
    paced_s=0.5,
    per_s=100.0,
    watchers=(50,),
    connections=200,
    accepted=50,
    game_matches=5,
    game_plies=10,
)
