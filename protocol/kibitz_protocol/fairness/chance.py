"""Chance events of a match: each follows from the server seed, the client seeds of the players, and its number.

Chance event n is made of HMAC-SHA256 (RFC 2104) with the 32 bytes of the seed as key. The message is a JSON array in
UTF-8 without blanks:

    [match, [client seed of seat 0, client seed of seat 1], n, counter]

`match` is the id of the match, a client seed not given is null, n counts from 1, and the counter from 0. A server that
makes the same chance events again has `null` in place of the match and `[]` in place of the client seeds. The 32 bytes
of the result are a number, the highest byte first. A number at or above the largest multiple of the sum of all weights
is rejected, and the counter goes up by one; otherwise each value would not be as likely as its weight says. The rest of
the division by the sum selects the value: the first whose weight, with those before it, is larger.

The clients know the SHA-256 of the seed from the beginning. The chance events do not follow from it, because it is not
the key.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count
from typing import Self

RANGE = 1 << 256
"""Number of results of SHA-256."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """What all chance events of a match follow from.

    `match` is None and `client_seeds` is empty where the server makes the same chance events again.
    """

    seed: bytes = field(repr=False)
    match: str | None
    client_seeds: tuple[str | None, ...]

    @classmethod
    def of(cls, seed: str, match: str, client_seeds: Iterable[str | None], *, repeatable: bool) -> Self:
        """Return what the chance events of a match follow from.

        Args:
            seed: The seed of the match, as 64 hexadecimal digits.
            match: The id of the match.
            client_seeds: That of the player at each seat; None where none was given.
            repeatable: Whether the server makes the same chance events again, for any match and client seeds.
        """
        key = bytes.fromhex(seed)
        return cls(key, None, ()) if repeatable else cls(key, match, tuple(client_seeds))


def server_seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed, both as 64 hexadecimal digits. It binds the server to a seed that it keeps."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def decide(seeds: Seeds, number: int, weights: Sequence[int]) -> int:
    """Return the index of one of the weights for chance event `number`, which counts from 1.

    Raises:
        ValueError: A weight is not positive, there is none, or their sum is too large.
    """
    sums = list(accumulate(weights))
    if not weights or min(weights) <= 0 or sums[-1] > RANGE:
        raise ValueError("the weights of a chance event are positive, and their sum is at most 2^256")
    total = sums[-1]
    end = RANGE - RANGE % total
    results = (_result(seeds, number, counter) for counter in count())
    rest = next(result for result in results if result < end) % total
    return next(index for index, sum_so_far in enumerate(sums) if rest < sum_so_far)


def _result(seeds: Seeds, number: int, counter: int) -> int:
    message = json.dumps([seeds.match, seeds.client_seeds, number, counter], separators=(",", ":"), ensure_ascii=False)
    return int.from_bytes(hmac.digest(seeds.seed, message.encode(), "sha256"), "big")
