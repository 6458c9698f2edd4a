"""Chance events from a seed: what they depend on, how likely each is, and that nothing known before tells them."""

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_protocol.fairness.chance import RANGE, Seeds, decide, server_seed_hash

SEED = "00112233445566778899aabbccddeeff" * 2
SEEDS = Seeds(bytes.fromhex(SEED), "m1", ("zXc9-vB_n", None))
DICE = (1,) * 36
DOCS = Path(__file__).parents[3] / "docs" / "security.md"


def numbers(seeds: Seeds, count: int = 200) -> list[int]:
    """Return the first chance events of one of 36."""
    return [decide(seeds, number, DICE) for number in range(1, count + 1)]


def test_a_chance_event_can_be_computed_by_hand() -> None:
    """The message of the HMAC is the documented text, and a player needs three lines to check a chance event."""
    message = b'["m1",["zXc9-vB_n",null],7,0]'
    number = int(hmac.new(bytes.fromhex(SEED), message, hashlib.sha256).hexdigest(), 16)
    assert decide(SEEDS, 7, DICE) == number % 36
    repeated = int(hmac.new(bytes.fromhex(SEED), b"[null,[],7,0]", hashlib.sha256).hexdigest(), 16)
    assert decide(Seeds(bytes.fromhex(SEED), None, ()), 7, DICE) == repeated % 36


def test_the_documentation_computes_a_chance_event(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines for players in docs/security.md print the hash of the seed and the chance event."""
    code = DOCS.read_text().partition("```python\n")[2].partition("```")[0]
    exec(code, {})
    seeds = Seeds(bytes.fromhex(SEED), "fe92", ("a", "b"))
    assert capsys.readouterr().out.split() == [server_seed_hash(SEED), str(decide(seeds, 1, DICE))]


def test_the_hash_of_a_seed_is_that_of_its_bytes() -> None:
    """It is SHA-256, not of the digits."""
    assert server_seed_hash(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        Seeds(bytes.fromhex(SEED.replace("0", "1", 1)), SEEDS.match, SEEDS.client_seeds),
        Seeds(SEEDS.seed, "m2", SEEDS.client_seeds),
        Seeds(SEEDS.seed, SEEDS.match, ("zXc9-vB_m", None)),
        Seeds(SEEDS.seed, SEEDS.match, (None, "zXc9-vB_n")),
        Seeds(SEEDS.seed, SEEDS.match, ("zXc9", "-vB_n")),
        Seeds(SEEDS.seed, None, ()),
    ],
    ids=["seed", "match", "text", "seat of a text", "border of a text", "repeatable"],
)
def test_chance_events_depend_on_all_that_the_players_know(other: Seeds) -> None:
    """Another seed, match or text of a player gives other chance events."""
    assert numbers(other) != numbers(SEEDS)


def test_chance_events_do_not_follow_from_the_hash() -> None:
    """With the hash in place of the seed, about one chance event in 36 is the same by accident."""
    public = Seeds(bytes.fromhex(server_seed_hash(SEED)), SEEDS.match, SEEDS.client_seeds)
    same = sum(one == other for one, other in zip(numbers(SEEDS, 720), numbers(public, 720), strict=True))
    assert same < 60


def test_chance_events_with_other_numbers_are_independent() -> None:
    """Each pair of one chance event and the next occurs about equally often."""
    halves = [decide(SEEDS, number, (1, 1)) for number in range(1, 2001)]
    pairs = Counter(zip(halves[::2], halves[1::2], strict=True))
    assert set(pairs) == {(one, other) for one in (0, 1) for other in (0, 1)}
    assert max(pairs.values()) - min(pairs.values()) < 100


def test_each_value_is_as_likely_as_its_weight() -> None:
    """Over many chance events the shares are those of the weights (chi-square with two degrees of freedom, 0.999)."""
    weights, count = (1, 2, 5), 4000
    found = Counter(decide(SEEDS, number, weights) for number in range(1, count + 1))
    expected = [count * weight / sum(weights) for weight in weights]
    assert sum((found[index] - mean) ** 2 / mean for index, mean in enumerate(expected)) < 13.8


def test_a_number_that_would_favour_some_values_is_rejected() -> None:
    """With weights of three quarters of the range, a result above them is not taken modulo their sum."""
    quarter = RANGE // 4
    found = Counter(decide(SEEDS, number, (quarter, quarter, quarter)) for number in range(1, 1201))
    assert all(320 < found[index] < 480 for index in range(3))


@pytest.mark.parametrize("weights", [(), (0, 1), (2, -1), (RANGE, 1)])
def test_impossible_weights_are_an_error(weights: tuple[int, ...]) -> None:
    """Weights are positive, at least one, and not larger than the range of the numbers."""
    with pytest.raises(ValueError, match="the weights of a chance event"):
        decide(SEEDS, 1, weights)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=40), st.integers(1, 10_000))
def test_a_chance_event_is_one_of_the_weights(weights: list[int], number: int) -> None:
    """The result is an index, and the same each time."""
    first = decide(SEEDS, number, weights)
    assert 0 <= first < len(weights)
    assert decide(SEEDS, number, weights) == first


def test_the_seed_is_not_shown() -> None:
    """The text of the value has no digits of the seed."""
    assert repr(SEEDS) == "Seeds(match='m1', client_seeds=('zXc9-vB_n', None))"
