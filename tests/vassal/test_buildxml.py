from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal import buildxml
from vassal.buildfile import document
from vassal.buildxml import parse
from vassal.components import Component
from vassal.errors import Damaged, TooLarge, Unsupported, VassalError
from vassal.limits import Limits


def test_the_tree_is_read_as_it_stands() -> None:
    data = b"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- a remark --><?target data?>
<a.Root name="x &amp; y&#10;z" empty="">
    <b.Slot>  +/null/one\ttwo <!-- inside --> &lt;three&gt; </b.Slot><b.Bare/>
</a.Root>
"""
    assert parse(data) == Component(
        "a.Root",
        {"name": "x & y\nz", "empty": ""},
        (Component("b.Slot", text="+/null/one\ttwo  <three>"), Component("b.Bare")),
    )


@pytest.mark.parametrize(
    "data",
    [
        "<a b='ä'/>".encode(),
        b"\xef\xbb\xbf<a b='\xc3\xa4'/>",
        b"<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xe4'/>",
        b'<?xml version="1.0" encoding="windows-1252"?>\n<a b="\xe4"/>',
        "<a b='ä'/>".encode("utf-16"),
        '<?xml version="1.0" encoding="UTF-16"?><a b="ä"/>'.encode("utf-16"),
    ],
)
def test_every_usual_encoding_is_read(data: bytes) -> None:
    assert parse(data) == Component("a", {"b": "ä"})


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"", Damaged, "buildFile.xml: not well-formed XML"),
        (b"<a>", Damaged, "not well-formed XML: .*line 1"),
        (b"<a/><b/>", Damaged, "junk after document element: line 1, column 4"),
        (b"<a>&eacute;</a>", Damaged, "undefined entity: line 1, column 3"),
        (b"<a>\x01</a>", Damaged, "not well-formed XML"),
        (b"<a>\xff</a>", Damaged, "byte 3 is not utf-8"),
        (b"<?xml version='1.0' encoding='utf-7'?><a/>", Unsupported, "the encoding utf-7 is not read"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", Unsupported, "the encoding klingon is not known"),
        (b"<!DOCTYPE a><a/>", Unsupported, "a document type declaration is not read"),
        (
            b"<?xml version='1.0'?>\n<!-- x --> \n<?y z?><!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
            Unsupported,
            "document type",
        ),
        ("<!DOCTYPE a><a/>".encode("utf-16"), Unsupported, "document type"),
        (b"\xef\xbb\xbf\xef\xbb\xbf<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", Unsupported, "document type"),
        (b"<!-- never ends", Damaged, "not well-formed XML"),
        (b"<?never ends", Damaged, "not well-formed XML"),
        (b"<a>" * 201, TooLarge, "nested more than 200 deep"),
        (
            b"<a " + b" ".join(b'a%x=""' % number for number in range(500_000)) + b"/>",
            TooLarge,
            "a tag, with its text, of",
        ),
        (
            b"<a>" + (b"<b " + b" ".join(b"a%d=''" % n for n in range(200)) + b"/>") * 10_001 + b"</a>",
            TooLarge,
            "more than 2000000",
        ),
        (b"<a>" + b"<b/>" * 500_001 + b"</a>", TooLarge, "more than 500000 components"),
    ],
    ids=range(18),
)
def test_what_cannot_be_read_is_told_in_one_line(data: bytes, error: type[VassalError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        parse(data)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("buildFile.xml: ")


def test_the_parser_itself_refuses_a_document_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buildxml, "_refuse_doctype", lambda text, place: None)
    with pytest.raises(Unsupported, match="a document type declaration is not read"):
        parse(b"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>")


def test_a_document_over_the_limit_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(TooLarge, match=r"there: 11 bytes of XML, more than 10"):
        parse(b"<abcdefgh/>", "there", Limits(xml=10))


names = st.from_regex(r"[A-Za-z][A-Za-z0-9.]{0,8}", fullmatch=True)
letters = st.characters(min_codepoint=32, blacklist_categories=("Cs",), blacklist_characters="\ufffe\uffff")
texts = st.text(letters | st.sampled_from("&<>\"'"), max_size=20)
trees = st.recursive(
    st.builds(
        Component, names, st.dictionaries(names, texts | st.just("\t\n\r"), max_size=3), text=texts.map(str.strip)
    ),
    lambda inner: st.builds(
        Component, names, st.dictionaries(names, texts, max_size=2), st.lists(inner, min_size=1, max_size=4).map(tuple)
    ),
    max_leaves=10,
)


@given(trees)
def test_what_is_written_is_read_as_the_same_tree(tree: Component) -> None:
    assert parse(document(tree)) == tree


@given(st.binary(max_size=200) | st.text("<>/ab=\"'!?-[]&;#x \n", max_size=80).map(str.encode))
def test_anything_is_read_or_refused(data: bytes) -> None:
    with suppress(VassalError):
        assert parse(data).tag
