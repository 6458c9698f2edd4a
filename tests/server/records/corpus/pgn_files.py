"""Chess in PGN as programs and people write it: characters, tags, moves, results and what is around them."""

from tests.server.records.corpus.case import Case

LOPEZ = "e4 e5 Nf3 Nc6 Bb5 a6"
FRC = "nqbrkbrn/pppppppp/8/8/8/8/PPPPPPPP/NQBRKBRN w GDgd - 0 1"
PAWNS = '[FEN "1n6/P6k/8/8/8/8/p6K/8 w - - 0 1"]\n\n'
BACK = "Nf3 Nf6 Ng1 Ng8 "


def characters(text: str, charset: str) -> bytes:
    """Return the bytes of a game of two named players."""
    return text.encode(charset)


MULLER = '[White "Müller, Jörg"]\n[Black "Hübner"]\n\n1. e4 *\n'
NAMES = ("Müller, Jörg", "Hübner")

CHARACTERS = [
    Case("plain", "1. e4 e5 2. Nf3 Nc6 1-0", moves="e4 e5 Nf3 Nc6", result=0, reason="resignation"),
    Case("Latin-1", MULLER.encode("latin-1"), players=NAMES, notes=("Windows-1252",)),
    Case(
        "Windows-1252", '[White "O’Kelly"]\n\n1. e4 *'.encode("cp1252"), players=("O’Kelly", "?"), notes=("99% sure",)
    ),
    Case("UTF-8 with a mark", MULLER.encode("utf-8-sig"), players=NAMES),
    Case("UTF-16 with a mark", MULLER.encode("utf-16"), players=NAMES),
    Case("UTF-16 without a mark", MULLER.encode("utf-16-be"), players=NAMES, notes=("UTF-16-BE",)),
    Case("Windows-1251", '[White "Петров"]\n\n1. e4 *'.encode("cp1251"), players=("Петров", "?"), notes=("1251",)),
    Case("zeros at the end", MULLER.encode() + b"\0\0", players=NAMES, notes=("zero are left out: 2",)),
    Case("a broken byte", MULLER.encode() + b"{\xff}", players=NAMES, notes=("broken",)),
    Case("lines by CR", MULLER.replace("\n", "\r"), players=NAMES, moves="e4"),
    Case("lines by CRLF", MULLER.replace("\n", "\r\n"), players=NAMES, moves="e4"),
]
TAGS = [
    Case("no blank line after the tags", '[White "Ann"]\n1. e4 *', moves="e4", players=("Ann", "?")),
    Case("tags on one line", '[White "Ann"] [Black "Ben"] 1. e4 *', moves="e4", players=("Ann", "Ben")),
    Case(
        "a tag without quotation marks", "[White Ann]\n\n1. e4 *", players=("Ann", "?"), notes=("tag White is not in",)
    ),
    Case(
        "a tag without its end",
        '[White "Ann"\n[Black "Ben"]\n\n1. e4 *',
        players=("Ann", "Ben"),
        notes=("White has no",),
    ),
    Case(
        "a tag that is only begun",
        '[White "Ann"]\n[Broken\n\n1. e4 e5 0:1',
        moves="e4 e5",
        result=1,
        players=("Ann", "?"),
        notes=("line 2: the tag Broken has no",),
    ),
    Case(
        "a tag without its end before another one",
        '[White "Ann" [Black "Ben"]\n\n1. e4 *',
        moves="e4",
        players=("Ann", "Ben"),
        notes=("White has no ']', and is read as 'Ann'",),
    ),
    Case("a tag of a bracket alone", '[\n[Black "Ben"]\n\n1. e4 *', moves="e4", notes=("this is not a tag",)),
    Case(
        "quotation marks in a tag", '[White "Ann "Owl" Fox"]\n\n1. e4 *', players=('Ann "Owl" Fox', "?"), notes=("odd",)
    ),
    Case("typographic quotation marks", "[White “Ann”]\n\n1. e4 *", players=("Ann", "?"), notes=("White",)),
    Case("a tag without a name", '["Ann"]\n[Black "Ben"]\n\n1. e4 *', players=("?", "Ben"), notes=("not a tag",)),
    Case("an odd date", '[Date "yesterday"]\n\n1. e4 *', moves="e4", notes=("the date 'yesterday' is left out",)),
    Case(
        "FRC", f'[Variant "FRC"]\n[FEN "{FRC}"]\n\n1. e4 e5 2. Be2 Be7 3. O-O *', moves="e4 e5 Be2 Be7 O-O", start=FRC
    ),
    Case(
        "Chess 960",
        f'[Variant "Chess 960"]\n[FEN "{FRC}"]\n\n1. e4 e5 2. Be2 Be7 3. O-O *',
        moves="e4 e5 Be2 Be7 O-O",
        start=FRC,
    ),
    Case(
        "Chess960 that is not said",
        f'[FEN "{FRC}"]\n\n1. e4 e5 2. Be2 Be7 3. O-O *',
        moves="e4 e5 Be2 Be7 O-O",
        notes=("read as Chess960",),
    ),
    Case("Chess960 without a position", '[Variant "Chess960"]\n\n1. e4 *', moves="e4", notes=("usual one",)),
    Case("the result only in its tag", '[Result "0-1"]\n\n1. e4', result=1),
    Case("a result in words in its tag", '[Result "draw"]\n\n1. e4', result=None, reason="agreement"),
    Case("no result in its tag", '[Result "who knows"]\n\n1. e4 1-0', result=0, notes=("tag Result is left out",)),
    Case("two results", '[Result "0-1"]\n\n1. e4 1-0', result=0, notes=("says 0-1, but the moves end with 1-0",)),
    Case("a result in the tag alone", '[Result "0-1"]\n\n1. e4 *', result=1, notes=("which counts",)),
]
RESULTS = [
    Case(f"result {text}", f"1. e4 e5 {text}", moves="e4 e5", result=winner)
    for text, winner in (
        ("1:0", 0),
        ("0 - 1", 1),
        ("1–0", 0),
        ("0—1", 1),
        ("1−0", 0),
        ("½-½", None),
        ("½:½", None),
        ("½", None),
        ("1/2", None),
        ("0.5-0.5", None),
        ("0,5–0,5", None),
        ("+:-", 0),
        ("-:+", 1),
        ("1-0 ff", 0),
        ("1-0.", 0),
        ("draw", None),
        ("Remis", None),
        ("White resigns", 1),
        ("{Black resigns} 1-0", 0),
    )
]
MOVES = [
    Case(
        "castling with dashes of print",
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O 0–0 *",
        moves="e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O",
    ),
    Case(
        "castling with Cyrillic letters", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. О-О *", moves="e4 e5 Nf3 Nf6 Bc4 Bc5 O-O"
    ),
    Case("long moves with dashes of print", "1. e2–e4 e7—e5 2. Ng1−f3 *", moves="e4 e5 Nf3"),
    Case("figurines", "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♟a6 *", moves=LOPEZ),
    Case("figurines with a variation selector", "1. ♙\ufe0ee4 e5 2. ♘\ufe0ef3 ♘\ufe0fc6 *", moves="e4 e5 Nf3 Nc6"),
    Case("German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *", moves=LOPEZ, notes=("German",)),
    Case("French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *", moves=LOPEZ, notes=("French",)),
    Case("Spanish", "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 *", moves=LOPEZ, notes=("Spanish",)),
    Case("Portuguese", "1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. O-O De7 *", moves=f"{LOPEZ} O-O Qe7", notes=("Portuguese",)),
    Case("Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 *", moves=LOPEZ, notes=("Dutch",)),
    Case("Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Кре2 *", moves=f"{LOPEZ} Ke2", notes=("Russian",)),
    Case("Polish", "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 *", moves=LOPEZ, notes=("Polish",)),
    Case("Czech", "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 *", moves=LOPEZ, notes=("Czech",)),
    Case("Hungarian", "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 *", moves=LOPEZ, notes=("Hungarian",)),
    Case("Icelandic", "1. e4 e5 2. Rf3 Rc6 3. Bb5 a6 *", moves=LOPEZ, notes=("Icelandic",)),
    Case("a promotion in German", '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8D *', moves="a8=Q", notes=("German",)),
    Case("promotions in parentheses", f"{PAWNS}1. axb8(Q) a1 (N)+! 2. Qb3+ (2. Qb1) *", moves="axb8=Q a1=N Qb3"),
    Case("promotions with blanks", f"{PAWNS}1. a7 x b8 = Q a2-a1[N] 2. Qb3 *", moves="axb8=Q a1=N Qb3"),
    Case("a promotion in parentheses in German", f"{PAWNS}1. axb8(D) a1=(S) *", moves="axb8=Q a1=N", notes=("German",)),
    Case("a novelty in parentheses", "1. e4 Nf6 (N) 2. e5 *", moves="e4 Nf6 e5"),
    Case(
        "words for check",
        "1. e4 e5 2. Bc4 Nc6 3. Bxf7 ch!! Kxf7 4. Qh5 ch, g6 5. Qxe5 Check?! Nxe5 dis. ch. 6. d4 dbl ch?? *",
        moves="e4 e5 Bc4 Nc6 Bxf7+ Kxf7 Qh5+ g6 Qxe5 Nxe5 d4",
    ),
    Case(
        "words for check without blanks",
        "1. e4 e5 2. Bc4 Nc6 3. Bxf7dbl.ch! Kxf7 4. Qh5ch g6 5. Qxe5dis *",
        moves="e4 e5 Bc4 Nc6 Bxf7+ Kxf7 Qh5+ g6 Qxe5",
    ),
    Case("a word for mate", "1. f3 e5 2. g4 Qh4 mate?! 0-1", moves="f3 e5 g4 Qh4#", result=1, reason="checkmate"),
    Case(
        "a bishop and a pawn run together",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5a6 *",
        moves=LOPEZ,
        notes=("move 5, 'Bb5a6', is read as 2 moves",),
    ),
    Case("moves and numbers run together", "1.e4e52.Nf3Nc63.Bb5a6 *", moves=LOPEZ, notes=("is read as 6 moves",)),
    Case(
        "castling run together",
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0O-O5.d3 *",
        moves="e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3",
        notes=("is read as 3 moves",),
    ),
    Case("moves with commas", "1. e4,e5 2. Nf3,Nc6 *", moves="e4 e5 Nf3 Nc6", notes=("2 moves", "2 moves")),
    Case("signs beside moves", "1. e4!? e5± 2. Nf3+- Nc6∓ 3. Bb5□ a6?! *", moves=LOPEZ),
    Case("signs between moves", "1. e4 ± e5 +/= 2. Nf3 = Nc6 -+ 3. Bb5 N a6 ∞ *", moves=LOPEZ),
    Case("check and mate in words", "1. f3 e5 2. g4 Qh4 mate 0-1", moves="f3 e5 g4 Qh4#", result=1, reason="checkmate"),
    Case("two signs for mate", "1. f3 e5 2. g4 Qh4++ 0-1", moves="f3 e5 g4 Qh4#"),
    Case("check in words", "1. e4 f6 2. Qh5 ch g6 *", moves="e4 f6 Qh5+ g6"),
    Case("en passant", "1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 4. h4 *", moves="e4 a6 e5 d5 exd6 Nc6 h4"),
    Case("ep behind the move", "1. e4 a6 2. e5 d5 3. exd6ep *", moves="e4 a6 e5 d5 exd6"),
    Case("numbers with a bracket", "1) e4 e5 2) Nf3 Nc6 *", moves="e4 e5 Nf3 Nc6"),
    Case("numbers without a dot", "1 e4 e5 2 Nf3 Nc6 *", moves="e4 e5 Nf3 Nc6"),
    Case("an ellipsis", "1. e4 1… e5 2. Nf3 2... Nc6 *", moves="e4 e5 Nf3 Nc6"),
    Case(
        "no blank between moves", "1.e4e5 2.Nf3Nc6 *", moves="e4 e5 Nf3 Nc6", notes=("'e4e5', is read as 2", "'Nf3Nc6'")
    ),
    Case("captures by columns", "1. e4 d5 2. ed Qd5: 3. Nc3 *", moves="e4 d5 exd5 Qxd5 Nc3"),
    Case("commas", "1. e4, e5, 2. Nf3, Nc6 *", moves="e4 e5 Nf3 Nc6"),
    Case(
        "a null move",
        "1. e4 e5 2. Z0 Nf6 3. d4 *",
        moves="e4 e5",
        notes=("move 3, 'Z0', is left out, and so are the 2 after it",),
    ),
    Case("a null move as dashes", "1. e4 -- 2. d4 *", moves="e4", notes=("move 2, '--', is left out",)),
    Case("an illegal move", "1. e4 e5 2. Nf5 Nc6 1-0", moves="e4 e5", result=0, notes=("move 3, 'Nf5', is left out",)),
    Case("moves after mate", "1. f3 e5 2. g4 Qh4# 3. a3 *", moves="f3 e5 g4 Qh4#", notes=("comes after the end",)),
    Case(
        "the wrong result",
        "1. f3 e5 2. g4 Qh4# 1-0",
        result=1,
        notes=("the file has the result 1-0, but the game ended by checkmate",),
    ),
    Case("a third occurrence", f"1. {BACK * 2}e4 *", moves=f"{BACK * 2}e4", options=(("claims", True),)),
]
POSITIONS = [
    Case("no position in its tag", '[FEN "?"]\n\n1. e4 *', moves="e4"),
    Case("an odd position", '[FEN "begin"]\n\n1. e4 *', moves="e4", notes=("FEN is left out, so the game begins as",)),
    Case("move number 0", '[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 0"]\n\n1. O-O-O+ *', moves="O-O-O"),
    Case(
        "rights that the pieces deny",
        '[FEN "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"]\n\n1. Re1 *',
        moves="Re1",
        notes=("castling right 'K'", "right 'Q'", "right 'k'", "right 'q'"),
    ),
    Case("underscores", '[FEN "4k3/8/8/8/8/8/8/R3K3_w_Q_-_0_1"]\n\n1. Ra8+ *', moves="Ra8+"),
    Case("a clock beyond 50 moves", '[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 101 80"]\n\n80. Ke2 Kf8 *', moves="Ke2 Kf8"),
    Case("no moves beyond 50 moves", '[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 101 80"]\n\n*', moves=""),
    Case(
        "a clock beyond 75 moves",
        '[FEN "6k1/5ppp/8/8/8/8/8/R3K3 w - - 200 130"]\n\n130. Ke2 Kf8 *',
        moves="Ke2 Kf8",
        notes=("go on after a draw by the rules of today",),
    ),
    Case("no side to move", '[FEN "4k3/8/8/8/8/8/8/R3K3"]\n\n1. Ra8+ *', moves="Ra8+", notes=("so it is White",)),
    Case(
        "six occurrences", f"1. {BACK * 6}e4 *", moves=f"{BACK * 6}e4", notes=("(fivefold repetition), so only mate",)
    ),
    Case(
        "after a dead position",
        '[FEN "8/8/8/8/8/1k6/8/KB6 w - - 0 1"]\n\n1. Bc2+ Kc3 1/2-1/2',
        moves="Bc2+ Kc3",
        notes=("(dead position), so only mate",),
    ),
]
AROUND = [
    Case("a comment without an end", "1. e4 e5 {good", moves="e4 e5", notes=("line 1: a comment has no end",)),
    Case("a variation without an end", "1. e4 e5 (1... c5", moves="e4 e5", notes=("a variation has no end",)),
    Case("a bracket too many", "1. e4 e5) 2. Nf3 *", moves="e4 e5 Nf3", notes=("')' without '('",)),
    Case(
        "a comment to the next game", '1. e4 {x\n\n[White "Ann"]\n\n1. d4 *', moves="d4", number=2, players=("Ann", "?")
    ),
    Case("nested variations", "1. e4 (1. d4 (1. c4 {)}) d5) e5 *", moves="e4 e5"),
    Case("lines for programs", "% one\n1. e4\n% two\ne5 *", moves="e4 e5"),
    Case("comments by semicolon", "1. e4 ; good\ne5 ;\n*", moves="e4 e5"),
    Case("the third game of three", "1. e4 1-0\n\n1. d4 0-1\n\n1. c4 *", moves="c4", number=3),
    Case("marks by number", "1. e4 $1 $14 e5 $6 *", moves="e4 e5"),
]
ENDS = [
    Case(f"the end: {words}", f"1. e4 e5 2. Nf3 {{{words}}} {result}", moves="e4 e5 Nf3", result=winner, reason=reason)
    for words, result, winner, reason in (
        ("Black forfeits on time", "1-0", 0, "time"),
        ("White forfeits on time", "0-1", 1, "time forfeit"),
        ("White resigns", "0-1", 1, "resignation"),
        ("Game drawn by mutual agreement", "1/2-1/2", None, "agreement"),
        ("Black checkmated", "1-0", 0, "checkmate"),
        ("Game drawn by repetition", "1/2-1/2", None, "threefold repetition"),
        ("Draw by fifty moves rule", "1/2-1/2", None, "50-move rule"),
        ("Neither player has mating material", "1/2-1/2", None, "insufficient material"),
        ("Black forfeits by disconnection", "1-0", 0, "abandonment"),
        ("White wins by adjudication", "1-0", 0, "adjudication"),
        ("+0.30/13 0.28s, Black makes an illegal move: e9", "1-0", 0, "illegal move"),
        ("[%clk 0:00:00] Black left the game.", "1-0", 0, "abandonment"),
        ("White wins a pawn", "1-0", 0, "resignation"),
        ("White resigns", "1-0", 0, "resignation"),
    )
] + [
    Case("the end behind the result", "1. e4 e5 1-0 {Black ran out of time}", result=0, reason="time forfeit"),
    Case("the end in parentheses", "1. e4 e5 2. Nf3 (Black lost on time) 1-0", result=0, reason="time"),
    Case("a forfeit behind the result", "1. e4 e5 1-0 ff", result=0, reason="forfeit"),
    Case(
        "the end by a name",
        '[White "ann"]\n[Termination "ann won by resignation"]\n\n1. e4 e5 1-0',
        result=0,
        reason="resignation",
    ),
    Case(
        "a tag before a comment",
        '[Termination "rules infraction"]\n\n1. e4 {White resigns} 0-1',
        result=1,
        reason="rules infraction",
    ),
    Case("an end before the last move", "1. e4 {White resigns} e5 {No!} *", result="*"),
    Case(
        "an end without a result",
        "1. e4 e5 {White resigns.} *",
        result=1,
        reason="resignation",
        notes=("no result, but says 'White resigns', which counts",),
    ),
]
CASES = [*CHARACTERS, *TAGS, *RESULTS, *MOVES, *POSITIONS, *AROUND, *ENDS]
