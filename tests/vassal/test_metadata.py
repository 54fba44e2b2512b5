"""What modules, saves and extensions say of themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal import metadata
from vassal.errors import Damaged, TooLarge
from vassal.metadata import Metadata

MODULE = b"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<data version="1">
  <version>1.2</version>
  <extra1>by hand</extra1>
  <extra2/>
  <VassalVersion>3.7.0</VassalVersion>
  <dateSaved>1794982759065</dateSaved>
  <description>Two &amp; two</description>
  <description lang="de">Zwei &amp; zwei</description>
  <name>Skirmish</name>
  <name lang="fr">Guerre \xc3\xa9clair</name>
</data>
"""

WHOLE = Metadata(
    version="1.2",
    vassal_version="3.7.0",
    saved=1_794_982_759_065,
    description="Two & two",
    name="Skirmish",
    extra1="by hand",
    extra2="",
    descriptions=(("de", "Zwei & zwei"),),
    names=(("fr", "Guerre éclair"),),
)


def test_it_is_read_and_written_as_the_engine_writes_it() -> None:
    assert metadata.parse(MODULE) == WHOLE
    assert metadata.encode(WHOLE) == MODULE


def test_what_is_absent_stays_absent() -> None:
    sparse = metadata.parse(b"<data><version>1</version></data>")
    assert sparse == Metadata(version="1", extra1=None, extra2=None)
    assert b"extra1" not in metadata.encode(sparse)


def test_an_extension_says_whether_it_fits_every_module() -> None:
    assert metadata.parse(b"<data><universal>true</universal></data>").universal is True
    assert metadata.parse(b"<data><universal>no</universal></data>").universal is False
    assert metadata.encode(Metadata(universal=False)).count(b"<universal>false</universal>") == 1


@pytest.mark.parametrize(
    ("version", "swapped"),
    [
        ("3.6.10", True),
        ("3.2.17", True),
        ("3.6.11", False),
        ("3.7.0", False),
        ("3.6", True),
        ("3.8.0-beta1", False),
        ("", False),
    ],
)
def test_older_engines_swapped_language_and_text(version: str, swapped: bool) -> None:
    pair = '<name lang="Guerre">fr</name>' if swapped else '<name lang="fr">Guerre</name>'
    data = f"<data><VassalVersion>{version}</VassalVersion><name>War</name>{pair}</data>".encode()
    read = metadata.parse(data)
    assert read.names == (("fr", "Guerre"),)
    assert pair.encode() in metadata.encode(read)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<data>",
        b"no xml",
        b"\xff\xfe\x00",
        b"<data>\xff</data>",
        b'<?xml version="1.0" encoding="klingon"?><data/>',
        b"<a>" * 100_000,
        b"<!DOCTYPE data><data/>",
        b'<!DOCTYPE d [<!ENTITY a "b">]><data><name>&a;</name></data>',
        b'<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><data><name>&a;</name></data>',
        b'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><data><name>&b;</name></data>',
    ],
)
def test_what_is_no_safe_xml_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(Damaged, match=r"\Asavedata: [^\n]*\Z"):
        metadata.parse(data, "savedata")


def test_more_than_a_megabyte_is_refused() -> None:
    with pytest.raises(TooLarge, match="savedata: more than 1024 kB"):
        metadata.parse(b" " * (1 << 20) + b"<data/>", "savedata")


@pytest.mark.parametrize("date", ["", "yesterday", "9" * 30, "1.5"])
def test_a_date_that_is_none_is_no_date(date: str) -> None:
    assert metadata.parse(f"<data><dateSaved>{date}</dateSaved></data>".encode()).saved is None


def test_other_elements_and_comments_are_passed_over() -> None:
    data = b"<data><!-- a --><?b c?><checksum>1</checksum><name>A<b>B</b></name></data>"
    assert metadata.parse(data).name == "AB"


TEXTS = st.text(max_size=8).map(lambda text: metadata._clean(text).replace("\r", "").strip())


@given(TEXTS, TEXTS, st.none() | TEXTS, st.none() | TEXTS, st.integers(-(10**15), 10**15))
def test_any_texts_come_back(version: str, engine: str, name: str | None, about: str | None, saved: int) -> None:
    entry = Metadata(version, engine, saved, about, name)
    assert metadata.parse(metadata.encode(entry)) == entry
