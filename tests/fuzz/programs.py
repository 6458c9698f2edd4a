"""Fuzz targets of what programs for games write: files in PGN and SGF, and lines of runners in UCI and GTP."""

from collections.abc import Iterator
from io import BytesIO

from kibitz_protocol.formats.pgn.reader import read_file as pgn_file
from kibitz_protocol.formats.pgn.reader import read_games as pgn_games
from kibitz_protocol.formats.sgf.reader import decode_sgf
from kibitz_protocol.formats.sgf.reader import read_games as sgf_games
from kibitz_protocol.formats.text import BadGame
from kibitz_server.programs.engines.strength import EngineStrength
from kibitz_server.programs.gtp.commands import read_command as read_gtp
from kibitz_server.programs.gtp.engine import PlaySettings
from kibitz_server.programs.gtp.session import STREAMS
from kibitz_server.programs.uci.commands import BadCommand, Go
from kibitz_server.programs.uci.commands import read_command as read_uci
from kibitz_server.programs.uci.limits import limit_of
from kibitz_server.records.pgn import record_lines as pgn_lines
from kibitz_server.records.sgf import record_lines as sgf_lines
from kibitz_server.records.verifier import verify
from tests.fuzz.target import Target, check_sentence, text_of
from tests.server.programs.gtp.runner import Runner

GTP_FILES = ("loadsgf", "printsgf")
"""Commands that read or write the file that they name."""
RANDOM = PlaySettings(EngineStrength("random"))


def _pgn(data: bytes) -> None:
    """A file in PGN is refused with a reason, or its games are records that the rules agree with."""
    _check_games(map(pgn_lines, pgn_games(pgn_file(BytesIO(data)).text)))


def _check_games(records: Iterator[Iterator[str]]) -> None:
    """Check that each game of a file is a record, or refused with a reason, and so the rest of the file."""
    while True:
        try:
            lines = next(records, None)
            if lines is None:
                return
            verify(f"{line}\n" for line in list(lines))
        except BadGame as error:
            check_sentence(str(error))


def _pgn_seeds() -> Iterator[bytes]:
    yield b'[Game "tictactoe"]\n[X "Ann"]\n\n1. b2 {[%eval 0.3] [%clk 0:01:00]} a1 (1... c3) 2. b3 c1 3. b1 1-0'
    yield b'[Game "mnk"]\n[Columns "4"]\n[Start "----/----/-X-- O"]\n[Opening "a1"]\n1. b2 $1 ; well\n c1! *'
    yield "1. \u2658f3 d5 2. e4e6 {+0.3/9 1.2s, x} (+M5/9 3s) 3. O\u2013O Sf6 4. ed [%clk 1:59] 1:0 ff".encode()
    yield b'[TimeControl "40/9:36+3"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w KQ - 160 0"]\n[Black M\xfcller]\n1. Ra8 -- \xbd'
    yield b'[GameType "21"]\n[FEN "B:W21,K22:B1,2"]\n1. 1-6 {[%emt 0:02] [%eval #-3]} 21-17 1/2-1/2'


def _sgf(data: bytes) -> None:
    """A file in SGF is refused with a reason, or its games are records that the rules agree with."""
    _check_games(map(sgf_lines, sgf_games(decode_sgf(data).text)))


def _sgf_seeds() -> Iterator[bytes]:
    yield b"(;GM[1]SZ[5]KM[6.50]HA[0]RE[B+2.5]DT[2026-11-20];B[cc]BL[9.5]C[[%eval 0.3\\]];W[bb]OW[3](;B[])(;B[aa]))"
    yield b"mail: (;SZ[7]HA[2]AB[cc][ee]AW[aa:bb]AE[ab]PL[W]KM[375];W[dd];W[tt];B[];W[]RE[W+T])\n(;GM[2])"
    yield b"(;CA[gbk]PB[\xb0\\]SiZe[4:4]AddBlack[ba]AB[bb:cb];Black[ad];W[dd]TM[60]OT[3 fischer](;B[\\\n]C[a\\\\b]))"


def _uci(data: bytes) -> None:
    """A line of a runner of the UCI engine is a command with limits in order, or refused with a reason."""
    for line in text_of(data).splitlines():
        try:
            command = read_uci(line)
        except BadCommand as error:
            check_sentence(str(error))
            continue
        if isinstance(command, Go):
            for seat in range(2):
                limit_of(command, seat, None)


def _uci_seeds() -> Iterator[bytes]:
    yield b"uci\nisready\nsetoption name Level value 7\nucinewgame\nquit"
    yield b"position startpos moves e2e4 e7e5\ngo wtime 60000 btime 59000 winc 100 binc 100 movestogo 40"
    yield b"position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2\ngo depth 5 nodes 1000 movetime 10 searchmoves a1a2"


def _gtp(data: bytes) -> None:
    """Each line of a runner of the Go engine that has a command gets one answer, and each search is bounded."""
    runner = Runner(5, RANDOM)
    for line in text_of(data).splitlines():
        command = read_gtp(line)
        if command is not None and (command.name in STREAMS or (command.name in GTP_FILES and command.words)):
            continue
        runner.text = ""
        runner.session.handle(line)
        if command is None:
            assert runner.text == ""
        else:
            assert runner.text.startswith((f"={command.id}", f"?{command.id}"))
            assert runner.text.index("\n\n") == len(runner.text) - 2
    assert all(limit.seconds or limit.nodes or limit.level for limit in runner.searches.limits)


def _gtp_seeds() -> Iterator[bytes]:
    yield b"1 name\n2 boardsize 4\nkomi 6.5\nplay b D4\n3 genmove w\nundo\nshowboard\nfinal_score\nquit"
    yield b"fixed_handicap 2\nboardsize 7\nset_free_handicap A1 B2\nfinal_status_list alive\nprintsgf\nkibitz-area"
    yield b"time_settings 60 10 5\ntime_left b 5 1\nkgs-time_settings byoyomi 1 2 3\ngenmove b\nkgs-genmove_cleanup w"
    yield b"kibitz-param seconds 2\nkibitz-level 5\ngogui-play_sequence b A1 w pass b pass\ngg-undo 2\nknown_command x"


PROGRAMS = {
    "pgn": Target(_pgn, _pgn_seeds),
    "sgf": Target(_sgf, _sgf_seeds),
    "uci": Target(_uci, _uci_seeds),
    "gtp": Target(_gtp, _gtp_seeds),
}
