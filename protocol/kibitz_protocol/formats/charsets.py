"""Character sets of files with games: the bytes of a file as text, with a note where the character set is a guess.

Byte order marks come first, then a name in the file, then UTF-8, which other texts are hardly ever by chance. Otherwise
the bytes are judged as text of each language that files of games are in: how likely are its characters, and their
neighbours? The classes of characters are rough, but a name or two is enough to tell the usual character sets apart.
"""

import codecs
import functools
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from kibitz_protocol.validation.legible import legible

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # The mark of UTF-32 begins like that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LATIN = "Windows-1252"
SAMPLE = 8192
"""Bytes of lines with other characters than ASCII that a guess looks at."""
WINDOWS = {byte: bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(0x80, 0xA0)}
"""Windows-1252 where it differs from Latin-1."""
MOSTLY = 2
"""In UTF-8 with faults, there are so many good characters beside ASCII for a broken one."""
LINE = re.compile(rb"[^\r\n]{0,400}?[\x80-\xff][^\r\n]{0,400}")

LARGER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "iso8859-1": "cp1252"}
"""Character sets that have all of another one, whose name files give to them."""
FEW = 3
"""Least characters beyond ASCII that are UTF-8, by which a file is not in the set of several bytes that it names."""


class Decoded(NamedTuple):
    """The text of a file, and notes of how it was read."""

    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Language:
    """What text in a language looks like.

    Attributes:
        charset: The name of its character set, which Python knows.
        name: What to call it.
        usual: Characters of which half of all others than ASCII are, as in names of players; letters by frequency.
        classes: For further characters, up to a last one: how many of all are among these.
        alphabet: Whether its letters have a large and a small form, so that a large one follows no small one.
        mixed: Whether its words have letters of ASCII too.
    """

    charset: str
    name: str
    usual: str
    classes: tuple[tuple[str, str, float], ...]
    alphabet: bool = False
    mixed: bool = False


KANA, IDEOGRAPHS = ("\u3041", "\u30ff"), ("\u4e00", "\u9fff")
CYRILLIC = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
CHINESE = (
    "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石"
    "姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹常武乔贺赖龚文古力聂柯洁时越芈昱廷俞斌棋局围黑白胜负子目半中盘第届杯赛"
    "比战名人段九八七六五四三二一年月日院国日中韩手先让贴认输超时的是"
)
TRADITIONAL = (
    "李王張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石"
    "姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段錢湯尹常武喬賀賴龔文俊勳聖棋局圍黑白勝負子目半中盤第屆杯盃賽比戰名人段九八七六"
    "五四三二一年月日院國日中韓手先讓貼認輸超時的是"
)
JAPANESE = (
    "のンスーイトルリアカクタコシミラニナハマジドグロオキサテフメレ田山本藤木村川小林高大中井野石坂島上原谷和橋張羽武宮治郎一二三四五六"
    "七八九十段名人本因坊秀策栄戦第期局目半勝黒白番中押年月日院棋聖碁天元王座先互先持時間敦正光雄清洋子美策寛算砂哲道知"
)
KOREAN = (
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민진지나엄채원천방공현함변염여추도소석선설마길연위표명"
    "기반창호훈세돌준환영수동상철경재승은희국전대회결승배기왕위국수명인단초일삼사육칠팔구십흑백승패반집불계제시간월"
)
LANGUAGES = (
    Language("gb18030", "Chinese, GB 18030", CHINESE, ((*IDEOGRAPHS, 0.4), ("\u3000", "\uffee", 0.05))),
    Language("cp950", "Chinese, Big5", TRADITIONAL, ((*IDEOGRAPHS, 0.4), ("\u3000", "\uffee", 0.05))),
    Language("cp932", "Japanese, Shift JIS", JAPANESE, ((*IDEOGRAPHS, 0.3), (*KANA, 0.15), ("\u3000", "\uff60", 0.03))),
    Language("euc_jp", "Japanese, EUC-JP", JAPANESE, ((*IDEOGRAPHS, 0.3), (*KANA, 0.15), ("\u3000", "\uff60", 0.03))),
    Language("cp949", "Korean, EUC-KR", KOREAN, (("\uac00", "\ud7a3", 0.45), (*IDEOGRAPHS, 0.02))),
    Language("koi8_r", "Russian, KOI8-R", CYRILLIC, (), alphabet=True),
    Language("cp1251", "Russian, Windows-1251", CYRILLIC, (), alphabet=True),
    Language("cp1252", LATIN, "üöéäáóíßñçèãêøåæâîôàúëïûìòùõþð’–½", (), alphabet=True, mixed=True),
    Language("cp1250", "Windows-1250", "áéíóýčěřšžůúňťďłąęśćżźńőűöü", (), alphabet=True, mixed=True),
)
WESTERN = {"cp1252": 3.0}
"""The only character set that is likelier than others everywhere: older programs wrote it without a thought."""
LARGE = 0.4
"""How much less likely a large letter is than a small one."""
RARELY = math.log(1e-7)
"""Logarithm of how likely a character is that belongs to none of the classes."""


def decoded(
    data: bytes, *, named: str | None = None, label: str = "", usual: Mapping[str, float] | None = None
) -> Decoded:
    """Return the bytes of a file as text. Nothing is refused: what is not text becomes a replacement character.

    Args:
        data: The bytes.
        named: The character set that the file names, which Python knows; a byte order mark counts more.
        label: How the file names it, such as `CA[UTF-8]`; empty where it names none.
        usual: How much more likely character sets of `LANGUAGES` are than others, as factors, such as
            `{"cp1252": 20.0}` in a format whose standard has Latin-1.
    """
    for mark, charset in MARKS:
        if data.startswith(mark):
            return _as(data[len(mark) :], charset)
    if (wide := _wide(data)) is not None:
        return _as(data, wide, f"the file has no byte order mark, and is read as {wide.upper()}")
    why = (
        f"the character set {legible(label)} is not known here" if label else "the file does not name its character set"
    )
    if named is not None:
        if (fitting := _fitting(data, named)) is not None:
            return fitting
        why = f"the file is not in the character set {legible(label)} that it names"
    utf8 = () if not label else (f"{why}: read as UTF-8",)
    try:
        return _whole(data.decode(), *utf8)
    except UnicodeDecodeError:
        pass
    text = data.decode(errors="replace")
    broken = text.count("\ufffd")
    if MOSTLY * broken <= len(text) - len(text.encode("ascii", errors="ignore")) - broken:
        return _as(data, "utf-8", *utf8)
    language, confidence = guessed(data, usual or WESTERN)
    return _as(data, language.charset, f"{why}: read as {language.name}, a guess that is {confidence:.0%} sure")


def _fitting(data: bytes, charset: str) -> Decoded | None:
    """Return bytes as text of a character set that a file names; None if they are surely not in it."""
    charset = LARGER.get(charset, charset)
    plain = data.decode("ascii", errors="ignore")
    # Bytes of other character sets are good UTF-8 hardly ever, and only if they are few.
    with suppress(UnicodeDecodeError):
        if charset != "utf-8" and len(data.decode()) - len(plain) >= (1 if _one_byte(charset) else FEW):
            return None
    text = data.decode(charset, errors="replace")
    broken = text.count("\ufffd")
    good = len(text) - len(plain) - broken
    return _as(data, charset) if charset == "cp1252" or not broken or MOSTLY * broken <= good else None


def _one_byte(charset: str) -> bool:
    return charset.startswith(("ascii", "iso8859", "cp12", "koi8", "mac", "tis"))


def guessed(data: bytes, usual: Mapping[str, float]) -> tuple[Language, float]:
    """Return the likeliest language of bytes that are not UTF-8, and how sure that is, from 0 to 1."""
    sample = b"\n".join(_lines(data))
    scores = [_score(sample, language) + math.log(usual.get(language.charset, 1.0)) for language in LANGUAGES]
    best = max(scores)
    return LANGUAGES[scores.index(best)], min(0.99, 1 / sum(math.exp(max(score - best, -700.0)) for score in scores))


def _lines(data: bytes) -> list[bytes]:
    size, lines = 0, []
    for found in LINE.finditer(data):
        lines.append(found[0])
        size += len(found[0])
        if size > SAMPLE:
            break
    return lines


def _score(sample: bytes, language: Language) -> float:
    """Return the logarithm of how likely a text is in a language, whose letters follow each other as in words."""
    text = sample.decode(language.charset, errors="replace")
    usual = _usual(language)
    classes = [(first, last, math.log(share / (ord(last) - ord(first) + 1))) for first, last, share in language.classes]
    score, before = 0.0, " "
    for character in text:
        if character.isascii():
            # In a word of another script there is none of ASCII.
            odd = not language.mixed and not before.isascii() and character.isalpha()
            score += math.log(0.001 if odd else 0.02)
        else:
            found = usual.get(character)
            if found is None:
                found = next((share for first, last, share in classes if first <= character <= last), RARELY)
            score += found + _beside(before, character, language)
        before = character
    return score


@functools.cache
def _usual(language: Language) -> Mapping[str, float]:
    """Return the logarithm of how likely each usual character is: letters by their place, and all others alike."""
    weights = {each: 1 / (place + 4) if language.alphabet else 1.0 for place, each in enumerate(language.usual)}
    if language.alphabet:
        weights = {each.upper()[:1]: LARGE * weight for each, weight in weights.items()} | weights
    whole = sum(weights.values())
    return {each: math.log(0.5 * weight / whole) for each, weight in weights.items()}


def _beside(before: str, character: str, language: Language) -> float:
    """Return how much likelier a character is after another one, as a logarithm."""
    if not before.isalpha():
        return 0.0
    if not language.alphabet:
        return math.log(0.05) if before.isascii() else 0.0
    if character.isupper() and before.islower():
        return math.log(0.01)
    if character.isupper() and before.isupper():
        return -math.log(LARGE)
    if not language.mixed:
        return math.log(0.01) if before.isascii() else 0.0
    # Letters with marks are seldom beside each other.
    return 0.0 if before.isascii() else math.log(0.02)


def _wide(data: bytes) -> str | None:
    """Return the form of UTF-16 without a mark that bytes have: every other byte of ASCII is zero there."""
    head = data[:256]
    if len(head) >= 4 and not any(head[0::2]) and all(head[1::2]):
        return "utf-16-be"
    if len(head) >= 4 and not any(head[1::2]) and all(head[0::2]):
        return "utf-16-le"
    return None


def _as(data: bytes, charset: str, *notes: str) -> Decoded:
    if charset == "cp1252":
        # Five bytes have no meaning there, but in Latin-1.
        return _whole(data.decode("iso8859-1").translate(WINDOWS), *notes)
    text = data.decode(charset, errors="replace")
    if broken := text.count("\ufffd"):
        notes = (*notes, f"characters that are broken are shown as \ufffd: {broken}")
    return _whole(text, *notes)


def _whole(text: str, *notes: str) -> Decoded:
    """Return a text with line ends of one kind and without zeros, which some programs write at the end of a file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if zeros := text.count("\0"):
        return Decoded(text.replace("\0", ""), (*notes, f"characters that are zero are left out: {zeros}"))
    return Decoded(text, notes)
