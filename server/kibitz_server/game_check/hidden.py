"""Checks of a game with hidden information: what a seat sees of positions and outcomes, and what it may guess."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from kibitz_server.engine.templates.sampling.dice import seeded
from kibitz_server.game_check.chance import MOST_CODE
from kibitz_server.game_check.finding import Broken
from kibitz_server.game_check.guarded import guarded
from kibitz_server.games.game import PUBLIC, BadPosition, Game, Position
from kibitz_server.games.record import Record

SECRET = "?"
GUESSES = 3
"""Guesses for each position and seat."""
MOST_MOVES = 5
"""Moves of a position whose written form is compared."""

Call = Callable[..., Any]
"""Calls a function of the game, by its name, that must not change the state: the arguments are state and more."""


class HiddenCheck:
    """Promises of a game with hidden information, checked at one position after another."""

    def __init__(self, game: Game, call: Call) -> None:
        self._game = game
        self._rules = game.rules
        self._call = call
        self._audiences = (*range(len(game.declaration.seats)), PUBLIC)
        self._choices: dict[int, list[str]] = {}
        self._guessed = 0

    def check(self, position: Position) -> None:
        """Check what each seat, and a spectator, sees of a position.

        Raises:
            Broken: The game breaks a promise.
        """
        for audience in self._audiences:
            seen = self._seen(position.state, audience)
            if self._differing(seen, self._seen(seen, audience)):
                raise Broken("seen", "seen changes a record that it has made", "blank the same fields each time")
            self._check_public(position, seen, audience)
            if position.chances:
                self._check_chances(position, seen, audience)
            elif "guess" in self._game.names and position.outcome is None:
                self._check_guess(position, seen, audience)
        if position.legal:
            self._check_information(position)
        if "won" in self._game.names and position.outcome is not None:
            self._check_won(position)

    def _seen(self, state: Record, audience: int) -> Record:
        """Return a copy of a state as an audience has seen it."""
        copy = guarded(self._game, state)
        self._rules.seen(copy, audience)
        return copy

    def _differing(self, first: Record, second: Record) -> list[str]:
        """Return the names of the fields in which two records differ."""
        return [each.name for each in self._game.fields if getattr(first, each.name) != getattr(second, each.name)]

    def _check_public(self, position: Position, seen: Record, audience: int) -> None:
        """Check that what all may know is the same in a seen record."""
        state = position.state
        same: list[tuple[str, Any, Any]] = [("turn", state.turn, seen.turn)]
        functions = ["outcome", *(["ending"] if position.outcome is not None else [])]
        functions += ["points"] if "points" in self._game.names else []
        same += [(name, self._call(name, state), self._call(name, seen)) for name in functions]
        shown = Position(self._game, seen)
        if not position.chances:
            same.append(("legal", [*position.legal], [*shown.legal]))
        for name, real, found in same:
            if real != found:
                problem = f"{name} is {found!r} in a record as {_whom(audience)} has seen it, and {real!r} in truth"
                raise Broken(name if name != "turn" else "seen", problem[:400], "use only what all have seen")
        text = self._rules.position_text(seen, shown.picture.rows)
        if not isinstance(text, str) or not text.strip() or "\n" in text:
            hint = "write ? for what is blank, on one line"
            raise Broken("position_text", f"position_text of a seen record returns {text!r}", hint)

    def _check_chances(self, position: Position, seen: Record, audience: int) -> None:
        """Check how chance outcomes look to an audience: those that look alike must lead to records that look alike."""
        possible = {chance.code for chance in Position(self._game, seen).chances}
        after: Record | None = None
        told: list[tuple[Any, ...]] = []
        for chance in position.chances:
            if chance.code not in possible:
                problem = f"{_whom(audience)} holds the chance outcome {chance.text!r} impossible, which is due"
                raise Broken("chance", problem, "write all chance outcomes that a seen record allows")
            heard = self._call("chance_seen", position.state, chance.code, audience)
            if heard not in (chance.text, SECRET):
                raise Broken("chance_seen", f"chance_seen returns {heard!r}")
            if heard != self._call("chance_seen", seen, chance.code, audience):
                hint = "use only what the seat has seen"
                raise Broken("chance_seen", f"chance_seen of {chance.text!r} depends on what is hidden", hint)
            state = position.state.copy()
            self._rules.play(state, chance.code)
            looks = self._seen(state, audience)
            if heard != SECRET:
                told.append(tuple(repr(getattr(looks, field.name)) for field in self._game.fields))
                continue
            if after is not None and (fields := self._differing(after, looks)):
                problem = f"{_whom(audience)} sees in {fields[0]} of State which chance outcome it was"
                raise Broken("seen", problem, "blank all that tells a chance outcome that the seat does not see")
            after = looks
        if len(set(told)) < len(told):
            problem = f"chance_seen tells {_whom(audience)} a chance outcome that seen blanks"
            raise Broken(
                "chance_seen", problem, f"return {SECRET!r} for what the seat does not see after the chance outcome"
            )

    def _check_guess(self, position: Position, seen: Record, audience: int) -> None:
        """Check that a guess is possible and looks like the truth, and that nothing public tells them apart."""
        for _ in range(GUESSES):
            self._guessed += 1
            guess = seen.copy()
            memory = SimpleNamespace(random=seeded(self._guessed), moves=[0] * (self._rules.MAX_MOVES + 1))
            self._rules.guess(guess, memory)
            if fields := self._differing(self._seen(guess, audience), seen):
                problem = f"a guess differs in {fields[0]} of State from what {_whom(audience)} has seen"
                raise Broken("guess", problem, "replace blanks alone, in the form in which play leaves them")
            shown = Position(self._game, guess)
            self._check_possible(shown)
            self._check_said(position, shown)

    def _check_possible(self, guess: Position) -> None:
        """Check that the game can read a guess, so that there is no blank and no impossible card in it."""
        try:
            again = self._game.start(guess.text)
        except BadPosition as error:
            problem = f"a guess is not a position that the game reads: {error}"
            raise Broken("guess", problem[:400], "choose among what the chance outcomes allow") from None
        if again.text != guess.text or again.legal != guess.legal:
            raise Broken("guess", f"a guess is read back as {again.text!r}", "replace every blank")

    def _check_said(self, position: Position, guess: Position) -> None:
        """Check that the written form of a move does not tell what stays hidden after it."""
        if not self._game.has_said:
            return
        for move in position.legal[:MOST_MOVES]:
            after = [self._seen(each.after(move).state, PUBLIC) for each in (position, guess)]
            if not self._differing(*after) and position.said(move) != guess.said(move):
                hint = "say only what all see after the move"
                raise Broken("said", f"said tells of {move.text} what is hidden: {position.said(move)!r}", hint)

    def _check_information(self, position: Position) -> None:
        """Check that the information follows from what the side to move has seen, and tells its moves."""
        found = position.information
        if not 0 <= found < 2**64:
            raise Broken("information", f"information returns {found!r}", "return 64 bits: mix(...) & ALL")
        if Position(self._game, self._seen(position.state, position.state.turn)).information != found:
            problem = "information depends on what the side to move has not seen"
            raise Broken("information", problem, "use only what is left after seen")
        texts = [move.text for move in position.legal]
        if self._choices.setdefault(found, texts) != texts:
            problem = "two positions with other legal moves have the same information"
            raise Broken("information", problem, "mix all that matters for the choice into it")

    def _check_won(self, position: Position) -> None:
        won, most = self._call("won", position.state), int(self._game.names["WON_LIMIT"])
        if not isinstance(won, int | float) or isinstance(won, bool) or abs(won) > min(most, MOST_CODE):
            raise Broken("won", f"won returns {won!r}", f"return a number from -{most} to {most} (WON_LIMIT)")


def _whom(audience: int) -> str:
    return "a spectator" if audience == PUBLIC else f"seat {audience}"
