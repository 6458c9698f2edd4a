"""Seeds of engines that may know hidden cards."""

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
