"""Character sets of files: by their marks, their names, or a guess."""

import codecs

import pytest

from kibitz_protocol.formats.charsets import WESTERN, decoded, guessed

MARKED = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
]
NAMES = {
    "gb18030": ("李昌镐 古力 九段", "芈昱廷 范廷钰", "聂卫平", "马晓春", "柯洁"),
    "cp950": ("周俊勳 第三屆棋王賽", "林海峰 王銘琬", "張栩"),
    "cp932": ("本因坊秀策 コミ6目半", "井山裕太", "羽根直樹 黒中押し勝ち", "依田紀基"),
    "euc_jp": ("本因坊秀策 コミ6目半", "井山裕太", "羽根直樹 黒中押し勝ち", "依田紀基"),
    "cp949": ("이창호 조훈현", "박정환 신진서", "이세돌"),
    "koi8_r": ("Иванов, Пётр. Москва", "Карпов", "ВАСИЛЬЕВ"),
    "cp1251": ("Иванов, Пётр. Москва", "Карпов", "ВАСИЛЬЕВ"),
    "cp1252": ("Müller, Jörg", "Muñoz", "O’Kelly – Pólya", "Hübner", "Jóhannsson, Þór"),
    "cp1250": ("Łukasz", "Dvořák, Jiří"),
}


@pytest.mark.parametrize(("mark", "charset"), MARKED, ids=[charset for _, charset in MARKED])
def test_a_mark_names_the_character_set(mark: bytes, charset: str) -> None:
    """It counts more than the name in the file, and is no part of the text."""
    assert decoded(mark + "Müller 李".encode(charset), named="koi8_r") == ("Müller 李", ())


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_wide_characters_need_no_mark(charset: str) -> None:
    """Every other byte of the beginning is zero."""
    text, notes = decoded('[White "Müller"]'.encode(charset))
    assert (text, len(notes)) == ('[White "Müller"]', 1)


@pytest.mark.parametrize(("charset", "name"), [(charset, name) for charset in NAMES for name in NAMES[charset]])
def test_a_name_or_two_tell_the_character_set(charset: str, name: str) -> None:
    """The note has the guess and how sure it is."""
    text = f"(;GM[1]FF[3]SZ[19]PB[{name}]PW[Anna];B[pd];W[dd])"
    data = text.encode(charset)
    found = decoded(data)
    assert found.text == text
    language, confidence = guessed(data, WESTERN)
    assert confidence > 0.5
    assert found.notes == (
        f"the file does not name its character set: read as {language.name}, a guess that is {confidence:.0%} sure",
    )


def test_a_few_broken_bytes_leave_the_rest() -> None:
    """A text in UTF-8 stays one, and each broken byte is a replacement character."""
    text, notes = decoded(("é" * 40).encode() + b"\xff.")
    assert (text, notes) == ("é" * 40 + "\ufffd.", ("characters that are broken are shown as \ufffd: 1",))


def test_any_bytes_are_text() -> None:
    """Zeros are left out, line ends are of one kind, and what Windows-1252 lacks is Latin-1."""
    assert decoded(b"a\r\nb\rc\n\0\0") == ("a\nb\nc\n", ("characters that are zero are left out: 2",))
    assert decoded(b"\x92\x81", named="cp1252").text == "’\x81"
    assert decoded(bytes(range(1, 256))).text
