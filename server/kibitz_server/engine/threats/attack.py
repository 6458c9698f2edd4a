"""Wins by threats of threats (in Gomoku: by threes), which `proof` proves, as lines of moves."""

from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.threats.proof import PROVEN, SOLVED
from kibitz_server.games.game import Game, Position


def prepare_attack(game: Game) -> SpecialisedSearch:
    """Return the search for wins by threats of threats. The game has `building`, `refuting` and `hopeless`."""
    return specialise("proof", game, ATTACKS=1)


class Attack:
    """Proofs that a side wins by threats of threats. Its table is kept for all positions.

    Args:
        search: The result of `prepare_attack`.
        attacker: The seat that attacks.
        control: Bounds the search, and counts its nodes.
    """

    def __init__(self, search: SpecialisedSearch, attacker: int, control: SearchControl) -> None:
        self._search = search
        self._attacker = attacker
        self._control = control
        self._ws = search.workspace(search.game.new_state())
        self._view = search.attach(control)

    def wins(self, position: Position) -> bool:
        """Return whether the attacker is proven to win; False also if the search was stopped."""
        self._search.load(self._ws, position.state.copy())
        found = self._search.run.search(self._ws, self._view, self._attacker, SOLVED, SOLVED, 0, 0)
        return int(found) == PROVEN

    def line(self, position: Position) -> list[int]:
        """Return a win of the attacker from a position, as move codes; empty if none was proven.

        The defender's moves in it look best, but another defence may take longer. Nor is the attack the shortest.
        """
        line: list[int] = []
        while position.outcome is None:
            if not self.wins(position):
                return []
            found = self._search.line(self._ws)
            # By threats alone the attacker wins as the whole line says.
            for code in found if position.state.turn == self._attacker else found[:1]:
                line.append(code)
                position = position.after(next(move for move in position.legal if move.code == code))
        return line
