"""Seeds of engines: where the players may know hidden cards, and where an event gives each search its own."""

import hashlib
import hmac


def search_seed(server_seed: str, seed: int) -> int:
    """Return the seed of an engine's search in a match with hidden information, of 31 bits.

    The host of a match may choose the seeds of its engines. It would know each of their bluffs, if these followed from
    what it knows.

    Args:
        server_seed: The secret of the match, as 64 hexadecimal digits.
        seed: The seed that the engine would have without it.
    """
    key = bytes.fromhex(server_seed)
    return int.from_bytes(hmac.digest(key, str(seed).encode(), hashlib.sha256)[:4], "big") >> 1


def seed_in_event(event_seed: int, pair: int, game: int, seat: int) -> int:
    """Return the seed of an engine in a game of a tournament, of 63 bits: the same on every machine.

    Levels draw book moves by their seed. With one seed for all games they would repeat one game.

    Args:
        event_seed: The seed of the event, any integer.
        pair: The number of the game pair in the event.
        game: The number of the game in the pair.
        seat: The seat of the engine.
    """
    text = f"search {event_seed} {pair} {game} {seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
