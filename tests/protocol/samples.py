"""Samples of every message type in both directions, with every kind of value."""

from typing import Any, get_args

from kibitz_protocol import to_client as told
from kibitz_protocol import to_server as given
from kibitz_protocol.commands import accounts, admin, analysis, archive, explain, match_info, positions
from kibitz_protocol.refusals import Code
from kibitz_protocol.values import clocks
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.engines import EngineSpec, Limit, SearchReport
from kibitz_protocol.values.games import GameInfo, OptionInfo
from kibitz_protocol.values.matches import Delay, MatchRow, MoveView, OfferView, RematchView, Result, SeriesView
from kibitz_protocol.values.seats import Away, Bot, Engine, Invite, Me, Open, SeatView
from kibitz_protocol.values.state import State

TOKEN = "token-of-32-letters-or-so-it-seems"
ENGINE = EngineSpec(algorithm="alphabeta", limit=Limit(seconds=0.5, depth=8, nodes=1000, seed=7))

ACTIONS: list[admin.Action] = [
    admin.ListPlayers(),
    admin.ListConnections(),
    admin.ListAllMatches(),
    admin.EndMatch(match="K7QX42", reason="spam"),
    admin.Mute(player="eve", for_s=3600, reason="rude"),
    admin.Unmute(player="eve"),
    admin.Ban(scope="address", target="203.0.113.0/24", for_s=None, reason="flood"),
    admin.Unban(target="203.0.113.0/24"),
    admin.ListSanctions(),
    admin.Announce(text="back at noon"),
    admin.Drain(on=True),
    admin.SetRole(player="ann", role="moderator"),
    admin.ListDeeds(most=10),
]

TO_SERVER: list[ClientModel] = [
    given.Hello(),
    given.Hello(client="kibitz 0.1", name="Zoë", token=TOKEN, capabilities=["thinking"]),
    given.ListGames(id="1"),
    given.ListMatches(id="2", follow=True),
    given.ListMatches(id="2b", game="mnk", phase="live", player="Zoë", rated=False, free=True, min_rating=1600),
    given.Create(id="3", game="tictactoe", seats=[Me(), Open()]),
    given.Create(
        id="4",
        game="mnk",
        options={"columns": 5, "rows": "4", "exact": True},
        seats=[Engine(engine=ENGINE), Engine(engine=EngineSpec(algorithm="random"))],
        shuffle=True,
        clock=clocks.Byoyomi(base_s=60, periods=3, period_s=30),
        position="-----/-----/-----/----- X",
        listed=False,
        autostart=False,
        show_thinking=True,
        first="second",
        moves=["b2", "a1"],
        visibility="private",
        watchable=False,
        delay=Delay(moves=2, seconds=30),
        chat=False,
        rated=True,
        series=10,
    ),
    given.Create(id="4b", game="mnk", seats=[Invite(name="Zoë"), Bot(name="deep fox")]),
    given.Join(id="5", match="K7QX42", seat=1, key="7F3K-9QXM"),
    given.Start(id="6", match="K7QX42"),
    given.Move(id="7", match="K7QX42", ply=3, move="b2", position="0123456789ab"),
    given.Resign(id="8", match="K7QX42"),
    archive.SearchArchive(
        id="8b", player="Zoë", game="mnk", result="won", rated=True, since=5, until=6, limit=3, cursor="5.0 m1"
    ),
    archive.ShowRatings(id="8c", game="mnk", player="Zoë", limit=5),
    match_info.ShowSeries(id="8d", match="K7QX42", key="a-key"),
    match_info.ShowWatchers(id="8e", match="K7QX42", key="a-key"),
    given.Offer(id="14", match="K7QX42", offer="takeback"),
    given.Accept(id="15", match="K7QX42"),
    given.Decline(id="16", match="K7QX42", offer="draw"),
    given.Withdraw(id="17", match="K7QX42", offer="adjourn"),
    given.Claim(id="23", match="K7QX42", result="draw"),
    given.Watch(id="9", match="tv", since=4),
    given.Record(id="9", match="K7QX42", since=9, key="a-key"),
    given.Watch(id="9c", match="K7QX42", preview=True),
    given.Unwatch(id="10", match="K7QX42"),
    given.TellTurns(id="10b", on=False),
    given.Hint(id="11", match="K7QX42", engine=ENGINE),
    given.Explain(
        id="11b",
        of=explain.OfGame(game="mnk", options={"columns": 5}, position="-----/-----/----- X", moves=["b2"]),
        algorithm="minimax",
        depth=2,
    ),
    given.Explain(id="11c", of=explain.OfMatch(match="K7QX42", key="a-key", ply=3)),
    given.Explain(id="11d", of=explain.OfLeaves(tree="[[3, 12], [2, 4.5]]", first="min")),
    given.Analyse(id="11h", match="K7QX42", key="a-key", effort="deep"),
    positions.Explore(id="11e", of=explain.OfGame(game="mnk", moves=["b2", "a1"]), since=1),
    positions.Explore(id="11f", of=explain.OfMatch(match="K7QX42", ply=3)),
    positions.Evaluate(id="11g", of=explain.OfGame(game="mnk", moves=["b2"]), engine=ENGINE),
    given.Chat(id="12", match="K7QX42", text="good game ☺"),
    given.FollowLobbyChat(id="12a"),
    given.SayInLobby(id="12aa", text="lunch?"),
    given.Mute(id="12b", name="Zoë"),
    given.Seek(id="12c"),
    given.Seek(
        id="12d", game="mnk", options={"columns": 5}, clock=clocks.Fischer(base_s=300, increment_s=3), rated=True
    ),
    given.Unseek(id="12e"),
    given.Ping(id="13"),
    accounts.Register(id="14", name="Zoë", password="correct horse"),
    accounts.Login(id="15", name="Zoë", password="correct horse"),
    accounts.Logout(id="16"),
    accounts.ListSessions(id="17"),
    accounts.Revoke(id="18", session=None),
    accounts.ChangePassword(id="19", old="correct horse", new="battery staple"),
    accounts.Rename(id="20", name="otter"),
    accounts.MakeBot(id="21", name="Zoë's bot"),
    accounts.ListBots(id="22"),
    accounts.RenewBot(id="23", bot="Zoë's bot"),
    accounts.RevokeBot(id="24", bot="Zoë's bot"),
    *(admin.Admin(id=str(number), action=action) for number, action in enumerate(ACTIONS, 25)),
]

GRID = Grid(column_labels=["a"], row_labels=["1"], symbols={"-": "empty", "X": "cross"}, cell_labels=[], block=0)
GAME = GameInfo(
    name="mnk",
    title="m,n,k",
    summary="Place stones.",
    move_help="a move is an empty square",
    seats=["X", "O"],
    options=[
        OptionInfo(name="columns", default=3, range="1 to 19", meaning="squares from left to right"),
        OptionInfo(name="exact", default=False, range="true or false", meaning="a longer line does not win"),
    ],
    guide="Goal: a line.\nNotation: a1 is the bottom left.",
)
STATE = State(
    ply=1,
    to_move=1,
    position="0123456789ab",
    text="X O",
    rows=["X"],
    counts=[],
    blocks="",
    last=[0],
    legal=["a1"],
    paths=[[0]],
    counters={"discs": 2},
    remaining_ms=[60_000, 29_500, 60_000, 60_000],
    flag_ms=[150_000, 59_500, 150_000, 150_000],
    periods=[3, 2, 3, 3],
    ticking=1,
)
SEARCH = SearchReport(
    algorithm="alphabeta",
    score=-35,
    wins_in=None,
    depth=9,
    nodes=123_456,
    seconds=0.5,
    line=["b2", "a1"],
    selective=14,
    fill=710,
    shares=[("b2", 640), ("a1", 360)],
    exact=False,
    distance=None,
)
SEATS = [
    SeatView(seat=0, kind="human", name="Zoë"),
    SeatView(seat=1, kind="engine", name="alphabeta:depth=8"),
    SeatView(seat=2, kind="open", name=None),
    SeatView(seat=3, kind="open", name=None, kept_for="deep fox", bot=True),
]
SERIES = SeriesView(id="s1", number=2, games=10, score=[0.5, 1.5, 0, 0])
WON = Result(winner=0, reason="line", points=[2, 0, 0, 0])
DRAWN = Result(winner=None, reason="full board")
MOVE = MoveView(ply=0, seat=0, move="b2", elapsed_ms=1500, search=SEARCH)
ROW = MatchRow(
    match="m1",
    code="K7QX42",
    game="mnk",
    options={"columns": 3, "exact": False},
    phase="running",
    seats=SEATS,
    ply=4,
    clock="5+3",
    watchers=2,
    result=None,
    host="Zoë",
    rated=True,
    visibility="unlisted",
    watchable=True,
    delay=Delay(moves=2),
    series=SERIES,
    for_you=True,
)

LEAF = explain.TreeNode(
    node=1,
    move="1",
    player="max",
    alpha=None,
    beta=-2.5,
    value=3,
    bound="exact",
    pruned=False,
    why="leaf",
    children=[],
)
PRUNED = explain.TreeNode(
    node=None,
    move="2",
    player="max",
    alpha=3,
    beta=-2.5,
    value=None,
    bound="exact",
    pruned=True,
    why="left out: after 1 min has enough here (alpha 3, beta -2.5)",
    children=[],
)
TREE = explain.TreeNode(
    node=0,
    move=None,
    player="min",
    alpha=None,
    beta=-2.5,
    value=3,
    bound="at least",
    pruned=False,
    why="min takes the lowest: 1",
    children=[LEAF, PRUNED],
)

ZOE = told.Identity(id="id-zoe", name="Zoë", account=True, role="player")
BOT = told.Identity(id="id-bot", name="Zoë's bot", account=True, role="bot")

OUTCOMES: list[told.Outcome] = [
    told.Games(games=[GAME]),
    told.Matches(matches=[ROW]),
    archive.Archive(
        matches=[
            archive.ArchiveRow(
                match="m1",
                code="K7QX42",
                game="mnk",
                clock="5+3",
                seats=ROW.seats,
                result=Result(winner=None, reason="full board"),
                ply=9,
                rated=True,
                created_at=1.5,
                ended_at=2.5,
            )
        ],
        next="2.5 m1",
    ),
    archive.RatingList(
        ratings=[archive.RatingRow(player="Zoë", game="mnk", rating=1612, deviation=97, matches=14)],
        history=[archive.RatingStep(match="m1", game="mnk", at=2.5, before=1600, after=1612, deviation=97)],
    ),
    match_info.SeriesTable(
        series="s1",
        game="mnk",
        clock=None,
        games=4,
        played=[
            match_info.SeriesGame(
                number=1,
                match="m1",
                code="K7QX42",
                phase="finished",
                seats=ROW.seats,
                result=Result(winner=1, reason="line"),
                ply=9,
                created_at=1.5,
                ended_at=2.5,
            )
        ],
    ),
    match_info.Watching(match="m1", count=2, names=["Zoë", "otter"]),
    told.Entered(match="m1", code="K7QX42", seat=None),
    told.Entered(match="m1", code="K7QX42", seat=0, key="7F3K-9QXM-ABCD-EFGH"),
    told.Hinted(match="m1", ply=4, move="b2", search=SEARCH),
    explain.Explained(algorithm="textbook", title="leaves", searched=2, pruned=1, root=TREE),
    analysis.Analysed(
        match="m1",
        code="K7QX42",
        game="mnk",
        algorithm="alphabeta",
        effort="normal",
        nodes=123_456,
        seconds=0.5,
        moves=[
            analysis.AnalysedMove(
                ply=0,
                seat=0,
                move="a1",
                before=0.5,
                after=0.25,
                best="b2",
                line=["b2", "a1"],
                score=0,
                wins_in=None,
                depth=9,
                loss=0.25,
                judgement="blunder",
            ),
            analysis.AnalysedMove(
                ply=1,
                seat=1,
                move="b2",
                before=1.0,
                after=1.0,
                best="b2",
                line=["b2"],
                score=29_993,
                wins_in=7,
                exact=True,
                depth=9,
                loss=0.0,
                exempt="forced",
            ),
        ],
        final=0.0,
        sides=[
            analysis.AnalysedSide(seat=0, accuracy=31.6, judged=1, inaccuracies=0, mistakes=0, blunders=1),
            analysis.AnalysedSide(seat=1, accuracy=None, judged=0, inaccuracies=0, mistakes=0, blunders=0),
        ],
    ),
    positions.Explored(
        game=GAME,
        options={"columns": 3},
        board=GRID,
        start=None,
        since=0,
        line=[
            positions.Reached(move=None, seat=None, position="---/---/--- X"),
            positions.Reached(move="b2", seat=0, position="---/-X-/--- O"),
        ],
        ply=1,
        state=STATE,
        seats=SEATS,
        result=WON,
    ),
    positions.Evaluated(position="p1", move="b2", search=SEARCH),
    told.Seeking(others=3),
    told.LobbyChatLog(said=[told.LobbySaid(name="Zoë", text="lunch?", at=1.7e9)]),
    told.Pong(at=1.7e9),
    told.TurnsTold(topic="kibitz/v1/players/p1/turn", on=True),
    told.Recorded(match="m1", snapshot=None, events=[], last=9),
    accounts.Identified(you=ZOE),
    accounts.SignedIn(you=ZOE, session="s1", token=TOKEN),
    accounts.Sessions(
        sessions=[
            accounts.SessionView(
                session="s1", label="kibitz 0.1", created_at=1.6e9, seen_at=1.7e9, connections=1, current=True
            )
        ]
    ),
    accounts.BotToken(bot=BOT, token=TOKEN),
    accounts.Bots(bots=[accounts.BotView(bot=BOT, created_at=1.7e9, seen_at=None, connections=0)]),
    admin.Connections(
        connections=[admin.ConnectionView(player=ZOE, address="192.0.2.7", client="kibitz", since=1.7e9, following=1)]
    ),
    admin.Players(players=[admin.PlayerView(player=ZOE, connections=2, playing=1, muted=False)]),
    admin.Sanctions(
        sanctions=[
            admin.SanctionView(
                id="x", sanction="mute", scope="player", target="eve", until=1.8e9, reason="rude", by="ann", at=1.7e9
            )
        ]
    ),
    admin.Deeds(deeds=[admin.DeedView(at=1.7e9, by="ann", action="mute", target="eve", detail="rude")]),
]
FACTS: list[told.Fact] = [
    told.Created(game="mnk", options={"columns": 3, "exact": False}, clock=None),
    told.Seated(seat=SEATS[0]),
    told.Left(seat=1),
    told.Started(),
    told.Moved(move=MOVE),
    told.Finished(result=WON),
    told.Aborted(reason="Zoë withdrew it"),
    told.Offered(seat=0, offer="draw"),
    told.Agreed(seat=0, offer="resume", by=1),
    told.Declined(seat=1, offer="takeback", by=0),
    told.Withdrawn(seat=0, offer="pause"),
    told.TakenBack(seat=0, plies=2),
    told.Paused(adjourned=True),
    told.Resumed(),
    told.RematchAgreed(),
    told.Rematched(match="m2", code="7QX42K"),
    told.RematchDropped(reason="the server is full of matches"),
]
TO_CLIENT: list[ServerModel] = [
    told.Welcome(
        version=1,
        server="kibitz 0.1",
        you=told.Identity(id="id-zoe", name="Zoë"),
        token=TOKEN,
        capabilities=[],
        engines=["alphabeta", "random"],
    ),
    told.Accepted(id="8", result=None),
    *(told.Accepted(id="1", result=outcome) for outcome in OUTCOMES),
    told.Refused(id=None, code=Code.BAD_MESSAGE, message="that is not JSON", hint=None),
    told.Refused(id="7", code=Code.STALE_PLY, message="the match is at ply 1", hint="look again", state=STATE),
    told.Refused(id="8", code=Code.TOO_MANY, message="too many messages", hint="slow down", retry_after_s=2.5),
    told.Snapshot(
        match="m1",
        code="K7QX42",
        seq=9,
        phase="finished",
        game=GAME,
        options={"columns": 3, "exact": True},
        board=GRID,
        seats=SEATS,
        clock=clocks.Fischer(base_s=300, increment_s=3),
        created_at=1.7e9,
        show_thinking=True,
        watchers=3,
        moves=[MOVE],
        state=STATE,
        result=DRAWN,
        you=0,
        offers=[OfferView(seat=1, offer="rematch")],
        adjourned=False,
        rematch=RematchView(match="m2", code="7QX42K"),
        host="Zoë",
        opening=["b2"],
        rated=True,
        visibility="private",
        watchable=False,
        delay=Delay(seconds=30),
        chat=False,
        series=SERIES,
    ),
    *(
        told.Event(match="m1", seq=seq, at=1.7e9, phase="running", event=fact, state=STATE if seq % 2 else None)
        for seq, fact in enumerate(FACTS, 1)
    ),
    analysis.Analysing(match="m1", done=3, total=10, waiting=1),
    told.Thinking(match="m1", ply=4, seat=1, search=SEARCH),
    told.Presence(match="m1", away=[Away(seat=1, away_ms=3_000, claim_ms=57_000)]),
    told.Said(match="m1", room="watchers", name="Zoë", text="oh no", at=1.7e9),
    told.Paired(match="m1", code="K7QX42", seat=1, opponent="Zoë"),
    told.Next(match="m1", why="series", next="m2", code="K7QX43", series=SERIES),
    told.Next(match="m1", why="tv", next=None, code=None, series=None),
    told.Invitation(by="Zoë", row=ROW),
    told.Lobby(changed=[ROW], gone=["m2"]),
    told.LobbySaid(name="Zoë", text="lunch?", at=1.7e9),
    told.Notice(text="the server restarts"),
]


def members(union: Any) -> set[type]:
    """Return the models of an annotated union."""
    found: set[type] = set()
    for member in get_args(get_args(union)[0]):
        found |= {member} if isinstance(member, type) else members(member)
    return found


def named(message: ClientModel | ServerModel) -> str:
    """Return the test id of a message."""
    inner = getattr(message, "event", None) or getattr(message, "result", None)
    return " ".join(type(part).__name__ for part in (message, inner) if part is not None)
