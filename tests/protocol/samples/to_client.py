"""A sample of every message from a server, with every result of a command and every fact of an event."""

from kibitz_protocol import to_client as told
from kibitz_protocol.commands import (
    accounts,
    admin,
    analysis,
    archive,
    explain,
    match_info,
    positions,
    puzzles,
)
from kibitz_protocol.commands.away import alerts
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.commands.statistics import EloFigures
from kibitz_protocol.commands.studies import study
from kibitz_protocol.commands.teaching import lessons
from kibitz_protocol.refusals import Code
from kibitz_protocol.values import clocks
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.matches import ChanceView, Delay, OfferView, RematchView, Result
from kibitz_protocol.values.seats import Away
from tests.protocol.samples import tournaments
from tests.protocol.samples.values import (
    BOT,
    DRAWN,
    GAME,
    GRID,
    MOVE,
    ROW,
    SEARCH,
    SEATS,
    SERIES,
    STATE,
    TOKEN,
    TREE,
    WON,
    ZOE,
)

SOLVER = puzzles.SolverRating(game="chess", rating=1512, deviation=90, attempts=9, solved=7, streak=3, best=5)
LESSON = lessons.LessonRow(lesson="K7QX42", name="Forks", tasks=1, pupils=1, at=1.7e9)
PUPIL = lessons.PupilRow(pupil=1, name="Zoë", marks=[lessons.TaskMark(right=True, tries=2)], here=True, following=False)
DRAW = ChanceView(number=1, ply=0, text="31", said="Zoë rolls 31")
NODES = [
    study.ToldNode(text="Who wins?"),
    study.ToldNode(parent=0, move="b2", said="b2", seat=0, nags=[1], shapes=["r0-4"]),
]
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
        ratings=[archive.RatingRow(player="Zoë", game="mnk", rating=1612, deviation=97, matches=14, opponents=5)],
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
        score=match_info.SeriesScore(
            won=0,
            drawn=0,
            lost=1,
            pairs=[0, 2, 30, 12, 4],
            strength=EloFigures(
                score=0.59375,
                elo=65.9,
                elo_low=31.0,
                elo_high=102.2,
                elo_error=35.6,
                normalized_elo=132.4,
                normalized_error=69.5,
                superiority=0.9999,
            ),
        ),
    ),
    match_info.Watching(match="m1", count=2, names=["Zoë", "otter"]),
    told.Entered(match="m1", code="K7QX42", seat=None),
    told.Entered(match="m1", code="K7QX42", seat=0, key="7F3K-9QXM-ABCD-EFGH"),
    told.Hinted(match="m1", ply=4, move="b2", search=SEARCH),
    explain.Explained(
        algorithm="textbook",
        title="leaves",
        searched=2,
        pruned=1,
        root=TREE,
        steps=[
            explain.SearchStep(to=0),
            explain.SearchStep(to=1),
            explain.SearchStep(to=0, child=1, beta=3, best=3, cut=True),
        ],
    ),
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
            positions.Reached(move="b2", seat=0, position="---/-X-/--- O", said="Xb2"),
        ],
        ply=1,
        state=STATE,
        seats=SEATS,
        result=WON,
    ),
    positions.Evaluated(position="p1", move="b2", search=SEARCH),
    puzzles.PuzzleShown(
        puzzle="0a1b2c3d4e5f",
        game=GAME,
        options={"columns": 3},
        board=GRID,
        before=STATE,
        lead="b2",
        state=STATE,
        seat=0,
        rating=1480,
        you=SOLVER,
        day="2026-11-30",
        counts=True,
    ),
    puzzles.PuzzleJudged(
        puzzle="0a1b2c3d4e5f",
        right=True,
        over=True,
        line=["b2"],
        state=STATE,
        solution=["b2"],
        result="solved",
        counted=True,
        change=12,
        you=SOLVER,
        rating=1470,
        themes=["win", "short"],
        source=puzzles.PuzzleSource(players=["@ann", "level 3"], code="K7QX42", ply=12),
        start="---/---/--- X",
        moves=["a1", "b2"],
    ),
    puzzles.PuzzleHint(puzzle="0a1b2c3d4e5f", cell=4, start="b2", result="helped"),
    puzzles.PuzzleAttempts(
        attempts=[
            puzzles.PuzzleAttempt(
                puzzle="0a1b2c3d4e5f", game="chess", at=1.7e9, result="solved", before=1500, after=1512
            )
        ],
        games=["chess"],
        you=[SOLVER],
    ),
    lessons.LessonMade(lesson=LESSON),
    lessons.Lessons(lessons=[LESSON], most=50),
    lessons.LessonSource(lesson=LESSON, text='{"name": "Forks", "tasks": []}'),
    lessons.LessonOpened(
        lesson="K7QX42", name="Forks", teacher="ann", tasks=1, yours=False, you=PUPIL, step="1", seq=3
    ),
    lessons.TaskShown(
        lesson="K7QX42",
        task=1,
        what="move",
        question="Find the fork.",
        game=GAME,
        options={"columns": 3},
        board=GRID,
        state=STATE,
        position="---/---/--- X",
        mark=lessons.TaskMark(right=None, tries=0),
    ),
    lessons.TaskAnswered(
        lesson="K7QX42",
        task=1,
        right=True,
        said="b2",
        state=STATE,
        mark=lessons.TaskMark(right=True, tries=2),
        explanation="Two lines are open after it.",
        solution=["b2"],
    ),
    lessons.LessonResults(lesson=LESSON, questions=["Find the fork."], pupils=[PUPIL], step="", seq=7),
    told.Seeking(others=3, seek="s1"),
    told.LobbyChatLog(said=[told.LobbySaid(name="Zoë", text="lunch?", at=1.7e9)]),
    told.Pong(at=1.7e9),
    told.TurnsTold(topic="kibitz/v1/players/p1/turn", on=True),
    told.Recorded(match="m1", snapshot=None, events=[], last=9),
    archive.Exported(match="m1", name="chess-K7QX42.pgn", content='[Event "Casual match"]\n', next=None),
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
    admin.Engines(
        use="spare",
        cluster="tls://192.0.2.8:8786",
        connected=True,
        trouble="",
        connections=1,
        waiting=2,
        places=[
            admin.EnginePlace(
                place="tls://192.0.2.9:40001",
                state="used",
                why="",
                version="0.1.0",
                slots=4,
                busy=2,
                taken=1,
                finished=120,
                lost=1,
                speeds=[admin.SpeedView(game="chess", algorithm="alphabeta", per_s=1_250_000)],
                unused=[admin.UnusedGame(game="go", why="another version of the game")],
                heard_s=0.25,
            )
        ],
    ),
    admin.HostView(
        name="Chess club", welcome="Tuesdays", games=["chess"], all_games=["chess", "go"], create="accounts", saved=True
    ),
    study.Studies(
        studies=[
            study.StudyRow(
                study="7KQ2-XF9H-3MTB",
                title="Ends",
                owner="@Zoë",
                yours=True,
                game="mnk",
                listed=False,
                moves=2,
                created_at=1.5,
                changed_at=2.5,
            )
        ],
        most=100,
    ),
    study.StudySaved(study="7KQ2-XF9H-3MTB", version=2, changed_at=2.5),
    study.StudyShown(
        study="7KQ2-XF9H-3MTB",
        version=2,
        title="Ends",
        owner="@Zoë",
        yours=True,
        listed=False,
        created_at=1.5,
        changed_at=2.5,
        game=GAME,
        options={"columns": 3},
        board=GRID,
        start=None,
        state=STATE,
        nodes=NODES,
    ),
    study.StudyFile(study="7KQ2-XF9H-3MTB", name="mnk-7KQ2-XF9H-3MTB.pgn", content="*"),
    alerts.AlertSettings(
        push_key="B" * 87,
        mail=True,
        channels=[
            alerts.AlertChannel(
                channel="c1",
                kind="push",
                address="push.example.org",
                kinds=["turn"],
                created_at=1_795_000_000,
                sent_at=1_795_000_100,
            )
        ],
    ),
    *tournaments.OUTCOMES,
]
FACTS: list[told.Fact] = [
    told.Created(game="mnk", options={"columns": 3, "exact": False}, clock=None),
    told.Seated(seat=SEATS[0]),
    told.Left(seat=1),
    told.Started(),
    told.WentBerserk(seat=1),
    told.ClientSeedGiven(seat=1, client_seed="Zo-3_x9"),
    told.Moved(move=MOVE),
    told.ChanceDecided(chance=DRAW),
    told.Finished(result=WON),
    told.Aborted(reason="Zoë withdrew it"),
    told.Offered(seat=0, offer="draw"),
    told.Offered(seat=1, offer="settle", dead=[0, 1], points=[4, 5.5]),
    told.Agreed(seat=0, offer="resume", by=1),
    told.Declined(seat=1, offer="takeback", by=0),
    told.Withdrawn(seat=0, offer="pause"),
    told.TakenBack(seat=0, plies=2),
    told.Settled(dead=[0, 1]),
    told.Paused(adjourned=True),
    told.Resumed(),
    told.PaceSet(pace_s=2, step=True),
    told.RematchAgreed(),
    told.Rematched(match="m2", code="7QX42K"),
    told.RematchDropped(reason="the server is full of matches"),
    told.SeedRevealed(server_seed="5eed" * 16),
    told.SeedKept(),
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
        server_seed_hash="0dd5" * 16,
        repeatable=True,
        client_seeds=[None, "Zo-3_x9", None, None],
        chance_events=[DRAW],
        server_seed="5eed" * 16,
    ),
    *(
        told.Event(match="m1", seq=seq, at=1.7e9, phase="running", event=fact, state=STATE if seq % 2 else None)
        for seq, fact in enumerate(FACTS, 1)
    ),
    analysis.Analysing(match="m1", done=3, total=10, waiting=1),
    told.Thinking(match="m1", ply=4, seat=1, search=SEARCH),
    told.Presence(match="m1", away=[Away(seat=1, away_ms=3_000, claim_ms=57_000)]),
    told.Said(match="m1", room="watchers", name="Zoë", text="oh no", at=1.7e9),
    told.Seeks(
        seeks=[
            SeekView(seek="s1", game=None, options={}, clock=None, rated=False, since=1.5),
            SeekView(
                seek="s2",
                game="chess",
                options={"array": "any"},
                clock=clocks.Fischer(base_s=300, increment_s=3),
                rated=True,
                since=2.5,
            ),
        ],
        others=2,
        why="sought",
    ),
    told.Paired(match="m1", code="K7QX42", seat=1, opponent="Zoë"),
    told.Paired(match="m1", code="K7QX42", seat=1, opponent="Zoë", tournament=tournaments.PLACE),
    told.Next(match="m1", why="series", next="m2", code="K7QX43", series=SERIES),
    told.Next(match="m1", why="tv", next=None, code=None, series=None),
    told.Invitation(by="Zoë", row=ROW),
    told.Lobby(changed=[ROW], gone=["m2"]),
    told.LobbySaid(name="Zoë", text="lunch?", at=1.7e9),
    lessons.LessonEvent(lesson="K7QX42", seq=4, step="2"),
    lessons.LessonEvent(lesson="K7QX42", seq=8, pupil=PUPIL),
    lessons.LessonEvent(lesson="K7QX42", seq=9, ended=True),
    told.Notice(text="the server restarts"),
    told.Starting(loaded=120, matches=516),
    told.TournamentSnapshot(seq=9, tournament=tournaments.VIEW),
    *(
        told.TournamentEvent(tournament="t1", seq=seq, at=1.7e9, state="running", event=fact)
        for seq, fact in enumerate(tournaments.FACTS, 1)
    ),
    told.Standings(
        tournament="t1", seq=9, rows=[tournaments.STANDING], ranks=[2, 1], own=tournaments.OWN, sprt=tournaments.SPRT
    ),
]
