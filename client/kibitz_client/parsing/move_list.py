"""Lists of moves as one typed text: `b2 a1`, or `8/5 6/5, 31, 24/23` where moves contain blanks. No I/O."""

from kibitz_protocol.formats.openings import SEPARATOR as SEPARATOR
from kibitz_protocol.formats.openings import join_moves as join_moves
from kibitz_protocol.formats.openings import moves_text as moves_text
from kibitz_protocol.formats.openings import split_moves as split_moves
