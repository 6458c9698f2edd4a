"""The order of the best players."""

from random import Random

from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.store.archive.queries import Standing
from kibitz_server.store.archive.ranking import Ranking

GAMES = "connect4", "nim", "reversi"


class CountingRating(Rating):
    """Rating that counts how often any is read."""

    count = 0

    @property
    def lower_bound(self) -> int:
        """Lower bound of the rating."""
        CountingRating.count += 1
        return super().lower_bound


def standing(name: str, rating: Rating) -> Standing:
    """Return a standing without opponents."""
    return Standing(name, rating, set(), engines_only=True)


def test_the_order_stays_that_of_the_ratings() -> None:
    """After any changes of ratings and names, the best are those that sorting all ratings finds."""
    rng = Random(1)
    known = {(f"p{number}", rng.choice(GAMES)): standing(f"n{number % 7}", Rating(number % 20)) for number in range(60)}
    ranking = Ranking(known.items())
    for _ in range(300):
        player, game = f"p{rng.randrange(80)}", rng.choice(GAMES)
        rating = Rating(rng.randrange(40), rng.uniform(1.0, 8.0), matches=rng.randrange(9))
        known[player, game] = standing(f"N{rng.randrange(7)}", rating)
        ranking.put(player, game, known[player, game])
    rows = sorted((2 * at.rating.deviation - at.rating.shown, at.name, *place[::-1]) for place, at in known.items())
    assert [row[:4] for row in ranking.best(1000)] == rows
    assert [row[:4] for row in ranking.best(5, "nim")] == [row for row in rows if row[2] == "nim"][:5]
    assert [row[:4] for row in ranking.named("n3 ", 9)] == [row for row in rows if row[1].lower() == "n3"][:9]
    assert ranking.best(5, "chess") == ranking.named("nobody", 5) == []


def test_a_known_strength_comes_before_a_lucky_one() -> None:
    """A high rating after few matches ranks below a lower one that is known well, in one game and in all."""
    lucky, known = Rating(41.3, 6.3, 9), Rating(33.0, 1.8, 200)
    assert (lucky.shown, lucky.deviation, lucky.lower_bound) == (2185, 265, 1655)
    assert (known.shown, known.deviation, known.lower_bound) == (1836, 76, 1684)
    ranking = Ranking({("p1", "nim"): standing("lucky", lucky), ("p2", "nim"): standing("known", known)}.items())
    ranking.put("p3", "reversi", standing("beginner", Rating()))
    assert [row.name for row in ranking.best(9)] == ["known", "lucky", "beginner"]
    assert [row.name for row in ranking.best(9, "nim")] == ["known", "lucky"]


def test_showing_the_best_reads_no_other_rating() -> None:
    """The costs of a page do not grow with the number of players."""
    CountingRating.count = 0
    ratings = [CountingRating(number) for number in range(500)]
    ranking = Ranking(((f"p{number}", "nim"), standing(f"n{number}", rating)) for number, rating in enumerate(ratings))
    assert CountingRating.count == 500
    for _ in range(3):
        assert len(ranking.best(10)) == 10
    assert [ranked.name for ranked in ranking.named("n499", 10)] == ["n499"]
    assert CountingRating.count == 500
