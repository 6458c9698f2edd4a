"""The order of the best players."""

from random import Random

from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.store.archive.ranking import Ranking

GAMES = "connect4", "nim", "reversi"


class CountingRating(Rating):
    """Rating that counts how often any is read."""

    count = 0

    @property
    def shown(self) -> int:
        """Displayed rating."""
        CountingRating.count += 1
        return super().shown


def test_the_order_stays_that_of_the_ratings() -> None:
    """After any changes of ratings and names, the best are those that sorting all ratings finds."""
    rng = Random(1)
    known = {(f"p{number}", rng.choice(GAMES)): (f"n{number % 7}", Rating(number % 20)) for number in range(60)}
    ranking = Ranking(known.items())
    for _ in range(300):
        player, game = f"p{rng.randrange(80)}", rng.choice(GAMES)
        known[player, game] = f"N{rng.randrange(7)}", Rating(rng.randrange(40), matches=rng.randrange(9))
        ranking.put(player, game, *known[player, game])
    rows = sorted((-rating.shown, name, game, player) for (player, game), (name, rating) in known.items())
    assert [row[:4] for row in ranking.best(1000)] == rows
    assert [row[:4] for row in ranking.best(5, "nim")] == [row for row in rows if row[2] == "nim"][:5]
    assert [row[:4] for row in ranking.named("n3 ", 9)] == [row for row in rows if row[1].lower() == "n3"][:9]
    assert ranking.best(5, "chess") == ranking.named("nobody", 5) == []


def test_showing_the_best_reads_no_other_rating() -> None:
    """The costs of a page do not grow with the number of players."""
    CountingRating.count = 0
    ratings = [CountingRating(number) for number in range(500)]
    ranking = Ranking(((f"p{number}", "nim"), (f"n{number}", rating)) for number, rating in enumerate(ratings))
    assert CountingRating.count == 500
    for _ in range(3):
        assert len(ranking.best(10)) == 10
    assert [ranked.name for ranked in ranking.named("n499", 10)] == ["n499"]
    assert CountingRating.count == 500
