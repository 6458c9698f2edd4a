"""The result of each command, as types: what `ask` returns depends on the command."""

import abc
from typing import overload

from kibitz_protocol.commands.accounts import (
    Bots,
    BotToken,
    ChangePassword,
    Identified,
    ListBots,
    ListSessions,
    Login,
    Logout,
    MakeBot,
    Register,
    Rename,
    RenewBot,
    Revoke,
    RevokeBot,
    Sessions,
    SignedIn,
)
from kibitz_protocol.commands.analysis import Analyse, Analysed
from kibitz_protocol.commands.archive import Archive, RatingList, SearchArchive, ShowRatings
from kibitz_protocol.commands.away.alerts import AlertSettings, ManageAlerts
from kibitz_protocol.commands.explain import Explain, Explained
from kibitz_protocol.commands.match_info import SeriesTable, ShowSeries, ShowWatchers, Watching
from kibitz_protocol.commands.positions import Evaluate, Evaluated, Explore, Explored
from kibitz_protocol.commands.puzzles import (
    AnswerPuzzle,
    DailyPuzzle,
    HelpPuzzle,
    ListPuzzleAttempts,
    NextPuzzle,
    PuzzleAttempts,
    PuzzleHint,
    PuzzleJudged,
    PuzzleShown,
    ShowPuzzle,
)
from kibitz_protocol.commands.studies.study import (
    CreateStudy,
    DeleteStudy,
    ExportStudy,
    ListStudies,
    SaveStudy,
    ShowStudy,
    Studies,
    StudyFile,
    StudySaved,
    StudyShown,
)
from kibitz_protocol.commands.teaching.lessons import (
    AnswerTask,
    DeleteLesson,
    DriveLesson,
    FollowResults,
    JoinLesson,
    LeaveLesson,
    LessonMade,
    LessonOpened,
    LessonResults,
    Lessons,
    LessonSource,
    ListLessons,
    MakeLesson,
    OpenLesson,
    ShowLesson,
    ShowTask,
    TaskAnswered,
    TaskShown,
)
from kibitz_protocol.to_client import (
    Entered,
    Games,
    Hinted,
    LobbyChatLog,
    Matches,
    Outcome,
    Pong,
    Recorded,
    Seeking,
    TurnsTold,
)
from kibitz_protocol.to_server import (
    Accept,
    AnyCommand,
    Chat,
    Claim,
    Create,
    Decline,
    FollowLobbyChat,
    GiveClientSeed,
    GoBerserk,
    Hint,
    Join,
    ListGames,
    ListMatches,
    Move,
    Mute,
    Offer,
    Ping,
    Record,
    Resign,
    SayInLobby,
    Seek,
    SetPace,
    Start,
    TellTurns,
    Tournament,
    Unseek,
    Unwatch,
    Watch,
    Withdraw,
)
from kibitz_protocol.tournaments.views import TournamentOutcome


class TypedAsk(abc.ABC):
    """Sends commands to a server. A type checker knows the result of each."""

    @overload
    async def ask(self, command: ListGames) -> Games: ...
    @overload
    async def ask(self, command: ListMatches) -> Matches: ...
    @overload
    async def ask(self, command: Create | Join | Start | Watch) -> Entered: ...
    @overload
    async def ask(self, command: Seek) -> Entered | Seeking: ...
    @overload
    async def ask(self, command: Record) -> Recorded: ...
    @overload
    async def ask(self, command: TellTurns) -> TurnsTold: ...
    @overload
    async def ask(self, command: Hint) -> Hinted: ...
    @overload
    async def ask(self, command: Explain) -> Explained: ...
    @overload
    async def ask(self, command: Explore) -> Explored: ...
    @overload
    async def ask(self, command: Evaluate) -> Evaluated: ...
    @overload
    async def ask(self, command: Analyse) -> Analysed: ...
    @overload
    async def ask(self, command: SearchArchive) -> Archive: ...
    @overload
    async def ask(self, command: ShowRatings) -> RatingList: ...
    @overload
    async def ask(self, command: ShowSeries) -> SeriesTable: ...
    @overload
    async def ask(self, command: ShowWatchers) -> Watching: ...
    @overload
    async def ask(self, command: NextPuzzle | ShowPuzzle | DailyPuzzle) -> PuzzleShown: ...
    @overload
    async def ask(self, command: AnswerPuzzle) -> PuzzleJudged: ...
    @overload
    async def ask(self, command: HelpPuzzle) -> PuzzleHint | PuzzleJudged: ...
    @overload
    async def ask(self, command: ListPuzzleAttempts) -> PuzzleAttempts: ...
    @overload
    async def ask(self, command: MakeLesson) -> LessonMade: ...
    @overload
    async def ask(self, command: ListLessons) -> Lessons: ...
    @overload
    async def ask(self, command: ShowLesson) -> LessonSource: ...
    @overload
    async def ask(self, command: OpenLesson) -> LessonOpened: ...
    @overload
    async def ask(self, command: ShowTask) -> TaskShown: ...
    @overload
    async def ask(self, command: AnswerTask) -> TaskAnswered: ...
    @overload
    async def ask(self, command: FollowResults) -> LessonResults: ...
    @overload
    async def ask(self, command: JoinLesson | LeaveLesson | DriveLesson | DeleteLesson) -> None: ...
    @overload
    async def ask(self, command: CreateStudy | SaveStudy) -> StudySaved: ...
    @overload
    async def ask(self, command: ShowStudy) -> StudyShown: ...
    @overload
    async def ask(self, command: ListStudies) -> Studies: ...
    @overload
    async def ask(self, command: ExportStudy) -> StudyFile: ...
    @overload
    async def ask(self, command: ManageAlerts) -> AlertSettings: ...
    @overload
    async def ask(self, command: Ping) -> Pong: ...
    @overload
    async def ask(
        self,
        command: Move
        | GiveClientSeed
        | GoBerserk
        | Resign
        | Claim
        | Offer
        | Accept
        | Decline
        | Withdraw
        | DeleteStudy
        | Unwatch
        | Unseek
        | Chat
        | SayInLobby
        | Mute
        | SetPace,
    ) -> None: ...
    @overload
    async def ask(self, command: Register | Rename) -> Identified: ...
    @overload
    async def ask(self, command: FollowLobbyChat) -> LobbyChatLog: ...
    @overload
    async def ask(self, command: Login) -> SignedIn: ...
    @overload
    async def ask(self, command: ListSessions) -> Sessions: ...
    @overload
    async def ask(self, command: MakeBot | RenewBot) -> BotToken: ...
    @overload
    async def ask(self, command: ListBots) -> Bots: ...
    @overload
    async def ask(self, command: Logout | Revoke | ChangePassword | RevokeBot) -> None: ...
    @overload
    async def ask(self, command: Tournament) -> TournamentOutcome: ...
    @overload
    async def ask(self, command: AnyCommand) -> Outcome | None: ...
    async def ask(self, command: AnyCommand) -> Outcome | None:
        """Send a command and return its result, across reconnections.

        Raises:
            RefusedError: The server refuses the command.
            NetworkError: The client has given up reconnecting, or the server does not answer.
            LostSync: Events of a match are missing.
            UnreadableMessage: The server sent a message that is not one of the protocol, or more than are read.
        """
        return await self._ask(command)

    @abc.abstractmethod
    async def _ask(self, command: AnyCommand) -> Outcome | None: ...
