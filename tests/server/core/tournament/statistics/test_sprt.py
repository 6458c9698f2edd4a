"""The sequential probability ratio test."""

import math
import random
import statistics
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.statistics.likely import likely_with_mean, likely_with_ratio
from kibitz_server.core.tournament.statistics.pairs import ELO_OF_DEVIATION, MOST_COUNT, moments
from kibitz_server.core.tournament.statistics.sprt import Monitor, SequentialTest, parse_test

TOLERANCE = 0.005
COUNT = st.integers(0, 3) | st.integers(0, 5000) | st.integers(0, MOST_COUNT)
COUNTS = st.lists(COUNT, min_size=5, max_size=5) | st.lists(COUNT, min_size=3, max_size=3)
ELO = st.integers(-1000, 1000).map(float)


@pytest.mark.parametrize(
    ("counts", "test", "ratio"),
    [
        ([39, 2226, 31451, 2412, 40], "0.764:3.439", 2.1629),
        ([39, 2226, 31451, 2412, 40], "0.2:0.9:logistic", 2.1625),
        ([871, 26175, 55983, 26678, 821], "0:2:logistic", -4.98),
        ([365, 16618, 36229, 16974, 390], "0:2", 2.25),
        ([36027, 68692, 36433], "0:2", 0.92),
        ([57030, 106593, 57433], "0:2:logistic", -2.59),
        ([3, 10, 40, 14, 5], "0:10", 0.3094),
        ([3, 10, 40, 14, 5], "0:10:logistic", 0.4404),
        ([0, 2, 30, 12, 4], "-5:5", 0.8460),
        ([0, 2, 30, 12, 4], "-5:5:logistic", 1.3812),
        ([0, 0, 4, 0, 0], "0:10", -0.0047),
        ([0, 0, 0, 0, 8], "0:10", 0.3189),
    ],
)
def test_published_ratios(counts: list[int], test: str, ratio: float) -> None:
    """Counts of pairs and of games give the published log likelihood ratios, for both models of Elo."""
    digits = len(str(ratio).partition(".")[2])
    assert parse_test(test).ratio(counts) == pytest.approx(ratio, abs=TOLERANCE if digits < 4 else 0.0001)


def test_a_published_test_passes() -> None:
    """A ratio just above its bound passes."""
    test = parse_test("0:2")
    assert test.ratio([379, 10170, 21828, 10640, 343]) == pytest.approx(2.946, abs=0.001)
    assert test.verdict([379, 10170, 21828, 10640, 343]) == "passed"
    assert test.verdict([343, 10640, 21828, 10170, 379]) == "failed"
    assert test.verdict([379, 10170, 21828, 10630, 343]) == "undecided"


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.9444, 2.9444), (0.05, 0.1, -2.2513, 2.8904), (0.01, 0.05, -2.9857, 4.5539)],
)
def test_bounds_follow_from_both_errors(alpha: float, beta: float, lower: float, upper: float) -> None:
    """The bounds are those of Wald."""
    test = SequentialTest(0, 10, alpha, beta)
    assert (test.lower, test.upper) == pytest.approx((lower, upper), abs=0.00005)


def tilted(deviations: float) -> list[float]:
    """Return the shares 5:20:50:20:5, tilted exponentially until the mean is so many deviations above a half."""
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        weights = [share * math.exp(tilt * place / 4) for place, share in enumerate((5, 20, 50, 20, 5))]
        shares = [weight / sum(weights) for weight in weights]
        mean, variance = moments(shares)
        if mean - 0.5 < deviations * math.sqrt(variance):
            low = tilt
        else:
            high = tilt
    return shares


@cache
def runs(elo: int) -> tuple[float, float]:
    """Return the share of 200 tests -50:50 that pass at a normalised Elo, and their mean number of pairs."""
    rng = random.Random(f"runs {elo}")
    shares = tilted(elo / ELO_OF_DEVIATION * math.sqrt(2))
    test = SequentialTest(-50, 50)
    passed, pairs = 0, []
    for _ in range(200):
        counts = [0] * 5
        while (verdict := test.verdict(counts)) == "undecided":
            for place in rng.choices(range(5), shares, k=2):
                counts[place] += 1
        passed += verdict == "passed"
        pairs.append(sum(counts))
    return passed / 200, statistics.fmean(pairs)


@pytest.mark.parametrize(
    ("elo", "least", "most", "pairs"),
    [
        pytest.param(-50, 0.0, 0.08, 37, marks=pytest.mark.long),
        pytest.param(0, 0.39, 0.61, 68, marks=pytest.mark.long),
        (50, 0.92, 1.0, 41),
    ],
)
def test_errors_are_as_rare_as_promised(elo: int, least: float, most: float, pairs: float) -> None:
    """When one hypothesis is true, the test decides for the other in about 5 % of its runs, and all runs end soon."""
    passed, mean = runs(elo)
    assert least <= passed <= most
    assert mean == pytest.approx(pairs, rel=0.25)


def test_one_pair_decides_nothing() -> None:
    """A single pair says nothing about the variance, even for hypotheses that are far apart."""
    for place in range(5):
        counts = [0] * 5
        counts[place] = 1
        for test in ("0:10", "-50:50", "0:10:logistic", "-50:50:0.1:0.1:logistic"):
            assert parse_test(test).verdict(counts) == "undecided"
    assert parse_test("0:10").ratio([0] * 5) == 0


def test_the_pair_that_crosses_decides() -> None:
    """A monitor takes pairs in the order of their completion; what comes after its decision changes nothing."""
    monitor = Monitor(parse_test("0:100"))
    verdicts = []
    for points in [2, 1.5, 1, 2, 2, 0.5] * 10:
        monitor = monitor.after(points)
        verdicts.append(monitor.verdict)
    assert monitor.verdict == "passed"
    decided = verdicts.index("passed")
    assert sum(monitor.counts) == decided + 1
    assert monitor.ratio >= monitor.test.upper
    fewer = Monitor(parse_test("0:100"))
    for points in ([2, 1.5, 1, 2, 2, 0.5] * 10)[:decided]:
        fewer = fewer.after(points)
    assert fewer.ratio < fewer.test.upper
    for points in [0] * 50:
        assert monitor.after(points) is monitor


def test_points_of_a_pair_are_its_result() -> None:
    """Each sum of points has its count."""
    monitor = Monitor(parse_test("0:10"))
    for points in (0, 0.5, 0.5, 1, 1.5, 1.5, 1.5, 2):
        monitor = monitor.after(points)
    assert monitor.counts == (1, 2, 1, 3, 1)


@pytest.mark.parametrize("points", [-0.5, 2.5, 0.25, math.nan, math.inf])
def test_impossible_points_are_refused(points: float) -> None:
    """Two games have 0, 0.5, 1, 1.5 or 2 points."""
    with pytest.raises(ValueError, match="points"):
        Monitor(parse_test("0:10")).after(points)


@given(COUNTS, ELO, ELO, st.sampled_from(["normalized", "logistic"]))
def test_a_ratio_is_finite_and_antisymmetric(counts: list[int], one: float, other: float, model: str) -> None:
    """Exchanged entrants have the opposite ratio of the opposite hypotheses, and every ratio is a finite number."""
    if one == other:
        return
    low, high = sorted((one, other))
    ratio = parse_test(f"{low:g}:{high:g}:{model}").ratio(counts)
    exchanged = parse_test(f"{-high:g}:{-low:g}:{model}").ratio(counts[::-1])
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(-exchanged, rel=1e-5, abs=1e-5)


@given(COUNTS, st.lists(ELO, min_size=3, max_size=3, unique=True))
def test_ratios_of_hypotheses_add_up(counts: list[int], elos: list[float]) -> None:
    """The ratio from one hypothesis to another is the sum over one between them."""
    low, middle, high = sorted(elos)
    parts = [SequentialTest(low, middle).ratio(counts), SequentialTest(middle, high).ratio(counts)]
    assert SequentialTest(low, high).ratio(counts) == pytest.approx(
        sum(parts), rel=1e-6, abs=1e-6 * sum(map(abs, parts))
    )


@given(st.integers(0, 500), st.integers(1, 500), st.integers(0, 500))
def test_a_better_result_raises_the_ratio(lost: int, drawn: int, won: int) -> None:
    """A win instead of a draw never speaks for the smaller difference in logistic Elo."""
    test = parse_test("0:10:logistic")
    assert test.ratio([lost, drawn - 1, won + 1]) >= test.ratio([lost, drawn, won]) - 1e-9


@given(COUNTS.filter(any), st.floats(-8, 8))
def test_the_most_likely_distribution_has_what_was_asked_for(counts: list[int], ratio: float) -> None:
    """The probabilities of a hypothesis are a distribution with its ratio of mean to deviation."""
    seen = [count or 0.001 for count in counts]
    found = likely_with_ratio([count / sum(seen) for count in seen], ratio)
    assert all(share > 0 for share in found)
    assert sum(found) == pytest.approx(1, abs=1e-6)
    mean, variance = moments(found)
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(ratio, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("ratio", [-1.0, -0.4, 0.02, 0.7, 1.2])
@pytest.mark.parametrize("counts", [[3, 10, 40, 14, 5], [0.001, 2, 30, 12, 4], [1, 0.001, 0.001, 0.001, 9]])
def test_no_other_distribution_is_more_likely(counts: list[float], ratio: float) -> None:
    """Of all distributions with a ratio of mean to deviation, none near or far is more likely than the one found."""
    shares = [count / sum(counts) for count in counts]
    best = likelihood(shares, likely_with_ratio(shares, ratio))
    rng = random.Random(3)
    tried = 0
    for _ in range(600):
        weights = [share * math.exp(rng.gauss(0, 1)) for share in shares]
        other = with_ratio([weight / sum(weights) for weight in weights], ratio)
        if other is not None:
            tried += 1
            assert likelihood(shares, other) <= best + 1e-9
    assert tried > 300


def likelihood(shares: Sequence[float], distribution: Sequence[float]) -> float:
    """Return the mean log likelihood of what was seen."""
    return sum(share * math.log(chance) for share, chance in zip(shares, distribution, strict=True))


def with_ratio(distribution: Sequence[float], ratio: float) -> list[float] | None:
    """Tilt a distribution until it has a ratio of mean to deviation; None if that takes too much."""
    low, high = -60.0, 60.0
    for _ in range(80):
        tilt = (low + high) / 2
        weights = [chance * math.exp(tilt * place / 4) for place, chance in enumerate(distribution)]
        found = [weight / sum(weights) for weight in weights]
        mean, variance = moments(found)
        if mean - 0.5 < ratio * math.sqrt(variance):
            low = tilt
        else:
            high = tilt
    mean, variance = moments(found)
    return found if abs(mean - 0.5 - ratio * math.sqrt(variance)) < 1e-9 else None


@given(COUNTS.filter(any), st.floats(0.001, 0.999))
def test_a_most_likely_distribution_with_a_mean(counts: list[int], mean: float) -> None:
    """The probabilities of a hypothesis in logistic Elo are a distribution with its mean."""
    seen = [count or 0.001 for count in counts]
    found = likely_with_mean([count / sum(seen) for count in seen], mean)
    assert sum(found) == pytest.approx(1, abs=1e-6)
    assert moments(found)[0] == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("0:10", SequentialTest(0, 10)),
        (" -5 : 5 ", SequentialTest(-5, 5)),
        ("+0.5:2.75:0.05:0.1", SequentialTest(0.5, 2.75, 0.05, 0.1)),
        ("0:10:logistic", SequentialTest(0, 10, model="logistic")),
        ("-.5:.5:0.01:0.05:Normalized", SequentialTest(-0.5, 0.5, 0.01)),
    ],
)
def test_a_test_is_read_and_written(text: str, test: SequentialTest) -> None:
    """A test has two differences, perhaps two error rates, and perhaps a model; its text reads the same."""
    assert parse_test(text) == test
    assert parse_test(test.text) == test


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10:0", "ELO0 must be less than ELO1"),
        ("5:5", "ELO0 must be less than ELO1"),
        ("0:10:0.5:0.5", "less than 1 together"),
        ("0:10:0.9:0.2", "less than 1 together"),
        ("0:10:0:0.05", "ALPHA is the probability"),
        ("0:10:0.05:1", "BETA is the probability"),
        ("0:10:0.05:1.5", "BETA is the probability"),
        ("0:10:-0.05:0.05", "ALPHA is the probability"),
        ("0:1001", "from -1000 to 1000"),
        ("-3000:0", "from -1000 to 1000"),
        ("0:10:0.05", "is no model"),
        ("0:10:0.05:0.05:bayesian", "is no model"),
        ("0:10:0.05:0.05:logistic:1", "a test is ELO0:ELO1"),
        ("nan:10", "such as 0:10"),
        ("0:inf", "such as 0:10"),
        ("0:1e3", "such as 0:10"),
        ("0:1_0", "such as 0:10"),
        ("0:１０", "such as 0:10"),
        ("0,10", "such as 0:10"),
        ("0", "such as 0:10"),
        ("", "such as 0:10"),
        (":", "such as 0:10"),
        ("0:10:::", "is no model"),
        ("9" * 1000 + ":1", "such as 0:10"),
    ],
)
def test_what_is_no_test_is_refused_with_the_reason(text: str, reason: str) -> None:
    """Each refusal says what is wrong and what a test looks like, in a line."""
    with pytest.raises(ValueError, match=reason) as refused:
        parse_test(text)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "values",
    [(math.nan, 1), (0, math.inf), (-math.inf, 0), (0, math.nan), (0, 1, math.nan), (0, 1, 0.05, math.nan)],
)
def test_numbers_that_are_not_finite_make_no_test(values: tuple[float, ...]) -> None:
    """A test made from a message or a stored event is checked as one that was typed."""
    elo0, elo1, alpha, beta = (*values, *(0.05,) * (4 - len(values)))
    with pytest.raises(ValueError, match=r"differences|probability"):
        SequentialTest(elo0, elo1, alpha, beta)
