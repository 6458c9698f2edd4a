"""What a player or spectator does next: a random action of those that make sense now, and some that do not."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.simulation.people.client import WRITERS, Client, View

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tictactoe", {}),
    ("tictactoe", {}),
    ("mnk", {"columns": 4, "rows": 3, "connect": 3}),
    ("connect4", {"columns": 4, "rows": 4, "connect": 3}),
    ("nim", {"heaps": "1,2,3"}),
    ("kalah", {"houses": 2, "seeds": 2}),
)
CLOCKS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "fischer", "base_s": 20, "increment_s": 1},
    {"kind": "fischer", "base_s": 60, "increment_s": 0},
    {"kind": "delay", "base_s": 10, "delay_s": 2},
    {"kind": "byoyomi", "base_s": 5, "periods": 2, "period_s": 4},
    {"kind": "move", "move_s": 8},
    {"kind": "correspondence", "days": 1},
)
OFFERS = ("chance", "takeback", "takeback", "pause", "resume", "adjourn", "abort", "rematch", "rematch")


class Person:
    """A player, or a spectator if `plays` is False, that acts at random until it is quiet."""

    def __init__(self, simulation: "Simulation", client: Client, *, plays: bool, pace_s: float) -> None:
        self.client = client
        self.quiet = False
        self._simulation = simulation
        self._random = client.random
        self._chance = simulation.world.stream(f"games of {client.name}")
        self._pace_s = pace_s
        both: list[tuple[float, Callable[[], None]]] = [
            (2.0, self._watch),
            (0.6, self._list),
            (0.6, self._chat),
            (0.3, self._unwatch),
            (0.3, self._read),
            (0.7, self._again),
            (0.5, self._come_and_go),
            (0.2, self._ping),
            (0.5, self._trespass),
        ]
        players: list[tuple[float, Callable[[], None]]] = [
            (2.0, self._host),
            (4.0, self._join),
            (14.0, self._move),
            (2.5, self._offer),
            (4.0, self._answer_offer),
            (0.4, self._resign),
            (1.0, self._interrupt),
            (0.4, self._claim),
            (0.5, self._hint),
            (0.4, self._seek),
        ]
        actions = both + (players if plays else [])
        self._weights = [weight * self._random.uniform(0.3, 1.7) for weight, _ in actions]
        self._actions = [action for _, action in actions]
        simulation.world.after(self._random.uniform(0, pace_s), self._act)

    def _act(self) -> None:
        if self.quiet:
            return
        if self.client.link is None and self._random.random() < 0.02:
            self.client.connect()
        if self.client.ready:
            self._random.choices(self._actions, self._weights)[0]()
        self._simulation.world.after(self._random.expovariate(1 / self._pace_s), self._act)

    # -- choices

    def _view(self, wanted: Callable[[View], bool] = lambda _: True) -> View | None:
        found = [view for view in self.client.views.values() if wanted(view)]
        return self._random.choice(found) if found else None

    def _any_code(self) -> str | None:
        codes = [row["code"] for row in self.client.rows.values()] + self._simulation.codes[-12:]
        return self._random.choice(codes) if codes else None

    # -- actions

    def _host(self) -> None:
        random = self._random
        game, options = random.choice(GAMES)
        chosen = self._chance.random()
        if chosen < 0.25:
            game, options = "dash", {"opening": self._chance.random() < 0.5}
        elif chosen < 0.35:
            game, options = "lure", {"hands": self._chance.randint(1, 4)}
        engine: dict[str, Any] = {
            "kind": "engine",
            "engine": {
                "algorithm": {"dash": "expectiminimax", "lure": "random"}.get(game, "alphabeta"),
                "limit": {"seconds": random.choice((1.0, 8.0, 16.0))},
            },
        }
        if random.random() < 0.3:
            engine = {"kind": "engine", "engine": {"algorithm": "random", "limit": {}}}
        me: dict[str, Any] = {"kind": "me"}
        other = random.choice([client.name for client in self._simulation.clients])
        seats = random.choice(
            [
                [me, {"kind": "open"}],
                [me, {"kind": "open"}],
                [me, engine],
                [engine, me],
                [engine, engine],
                [me, {"kind": "invite", "name": other}],
                [{"kind": "open"}, {"kind": "open"}],
                [me, me],
                [{"kind": "open"}, engine],
            ]
        )
        fields: dict[str, Any] = {"game": game, "options": options, "seats": seats, "clock": random.choice(CLOCKS)}
        fields["visibility"] = random.choice(("public", "public", "public", "unlisted", "private"))
        if random.random() < 0.3:
            delay = random.choice(({"moves": 2}, {"seconds": 5.0}, {"moves": 1, "seconds": 2.0}))
            fields["delay"] = delay
        if random.random() < 0.2:
            fields["series"] = 3
        if random.random() < 0.1:
            fields["autostart"] = False
        if random.random() < 0.1:
            fields["watchable"] = False
        if random.random() < 0.3:
            fields["engine_pace_s"] = 1.5
        if random.random() < 0.3:
            fields["first"] = "random"
        self.client.send("create", **fields)

    def _join(self) -> None:
        code = self._any_code()
        if code is not None:
            self.client.send("join", match=code, **self.client.key_of(code))

    def _move(self) -> None:
        random = self._random
        view = self._view(lambda view: view.my_turn)
        if view is None:
            self._start()
            return
        state = view.state
        fields: dict[str, Any] = {"match": view.match, "ply": state["ply"]}
        fields["move"] = random.choice(state["legal"]) if state["legal"] else "a1"
        chance = random.random()
        if chance < 0.04:
            fields["move"] = "z99"
        elif chance < 0.08:
            fields["ply"] = max(0, state["ply"] - 1)
        if random.random() < 0.3:
            fields["position"] = state["position"]
        self.client.send("move", **fields)
        if chance > 0.97:  # a program that does not wait for the answer
            self.client.send("move", **fields)

    def _start(self) -> None:
        view = self._view(lambda view: view.phase == "open")
        if view is not None and self._random.random() < 0.3:
            self.client.send("start", match=view.match)

    def _offer(self) -> None:
        view = self._view(lambda view: bool(view.yours) and view.phase != "open")
        if view is not None:
            offers = OFFERS if view.phase != "paused" else ("resume", "resume", "draw", "abort")
            self.client.send("offer", match=view.match, offer=self._random.choice(offers))

    def _answer_offer(self) -> None:
        random = self._random
        view = self._view(lambda view: bool(view.yours) and bool(view.offers))
        if view is None:
            return
        seat, offer = random.choice(view.offers)
        answer = "withdraw" if seat in view.yours else random.choice(("accept", "accept", "accept", "decline"))
        self.client.send(answer, match=view.match, **({"offer": offer} if random.random() < 0.7 else {}))

    def _resign(self) -> None:
        view = self._view(lambda view: bool(view.yours) and not view.over)
        if view is not None:
            self.client.send("resign", match=view.match)

    def _interrupt(self) -> None:
        """Offer what an engine accepts at once while it searches, so that its move is no longer needed."""
        view = self._view(lambda view: bool(view.yours) and view.phase == "running" and not view.my_turn)
        if view is not None:
            self.client.send("offer", match=view.match, offer=self._random.choice(("pause", "takeback", "abort")))

    def _claim(self) -> None:
        view = self._view(lambda view: bool(view.yours) and view.phase == "running")
        if view is not None:
            self.client.send("claim", match=view.match, result=self._random.choice(("win", "draw")))

    def _hint(self) -> None:
        view = self._view(lambda view: view.my_turn)
        if view is not None:
            self.client.send("hint", match=view.match)

    def _seek(self) -> None:
        if self._random.random() < 0.3:
            self.client.send("unseek")
        else:
            self.client.send("seek", game="tictactoe", clock={"kind": "fischer", "base_s": 20, "increment_s": 1})

    def _watch(self) -> None:
        view = self._view()
        if view is not None and self._random.random() < 0.2:
            self.client.send("watch", match=view.match, since=view.seq, **self.client.key_of(view.code))
            return
        code = "tv" if self._random.random() < 0.1 else self._any_code()
        if code is not None:
            fields = {"preview": True} if self._random.random() < 0.2 else {}
            self.client.send("watch", match=code, **fields, **self.client.key_of(code))

    def _unwatch(self) -> None:
        view = self._view(lambda view: not view.yours or view.over)
        if view is not None:
            self.client.send("unwatch", match=view.match)

    def _list(self) -> None:
        self.client.send("list", follow=self._random.random() < 0.5)

    def _chat(self) -> None:
        view = self._view()
        if view is not None:
            self.client.send("chat", match=view.match, text="well played")

    def _read(self) -> None:
        code = self._any_code()
        if code is not None and not self.client.ready:
            return
        if code is not None:
            self.client.send("record", match=code, since=self._random.choice((0, 0, 3)), **self.client.key_of(code))

    def _ping(self) -> None:
        self.client.send("ping")

    def _trespass(self) -> None:
        """Act in a match without regard to seat, turn and phase, as a hostile program does."""
        view, random = self._view(), self._random
        if view is not None:
            ply = random.randint(0, 3) if view.state is None else max(0, view.state["ply"] + random.choice((-1, 0, 1)))
            offer = random.choice(OFFERS)
            actions: list[tuple[str, dict[str, Any]]] = [
                ("move", {"ply": ply, "move": random.choice(("a1", "b2", "1"))}),
                ("start", {}),
                ("join", {}),
                ("claim", {"result": "win"}),
                ("offer", {"offer": offer}),
                ("accept", {"offer": offer}),
                ("decline", {}),
                ("withdraw", {}),
            ]
            t, fields = random.choice(actions)
            self.client.send(t, match=view.match, **fields)

    def _again(self) -> None:
        """Send an answered command again, as a client that lost the answer does."""
        answered = [asked for asked in self.client.answered if asked["t"] in WRITERS]
        if answered:
            self.client.send_again(self._random.choice(answered))

    def _come_and_go(self) -> None:
        if self.client.link is not None:
            if self._random.random() < 0.5:
                self.client.link.leave()
            else:
                self.client.drop(self._random.choice((0.0, 0.5, 3.0, 30.0)))
