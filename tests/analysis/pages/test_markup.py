"""HTML in tokens: nothing is lost or changed, whatever stands in it; what stands outermost; what a head says."""

import pytest

from analysis.pages.arrange import opened_and_folded, sections
from analysis.pages.markup import head_notes, outermost, source, texts, tokens

HTML = """<!doctype html><h1 title="a > b">One<br>two &amp; &#8722;3</h1>
<!-- a <p> note --><ul><li>a <b>b</b><ul><li>c</li></ul></li>
</ul></em><svg><path d="M0"/><text>7</text></svg><script>if (1 < 2) "<p>no</p>"</script> last & least <"""


def test_joined_the_tokens_are_the_page() -> None:
    assert source(tokens(HTML)) == HTML
    for end in range(len(HTML)):
        assert source(tokens(HTML[:end])) == HTML[:end]


def test_each_piece_is_what_it_is() -> None:
    kinds = [(one.kind, one.tag) for one in tokens(HTML)][:7]
    assert kinds == [
        ("note", ""), ("start", "h1"), ("text", ""), ("empty", "br"), ("text", ""), ("end", "h1"), ("text", ""),
    ]  # fmt: skip
    assert tokens(HTML)[1].attributes == {"title": "a > b"}
    assert " ".join(texts(HTML)).split() == ["One", "two", "&", "−3", "a", "b", "c", "last", "&", "least", "<"]


def test_elements_within_elements_belong_to_the_outermost() -> None:
    found = [source(one) for one in outermost(HTML)]
    assert "".join(found) == HTML
    assert "<ul><li>a <b>b</b><ul><li>c</li></ul></li>\n</ul>" in found
    assert '<svg><path d="M0"/><text>7</text></svg>' in found


@pytest.mark.parametrize("room", [0, 4070, 4090, 9000])
def test_a_head_is_read_whole_and_the_body_not_at_all(room: int) -> None:
    page = (
        f'<html><head><style>{"x" * room}</style><meta name="a" content="&#34;1&#34;">'
        '<meta charset="utf-8"></head><body><meta name="b" content="2">'
    )
    assert head_notes(page) == {"a": '"1"'}
    assert head_notes(page[: page.index("</head>")]) == {"a": '"1"'}


def test_a_list_within_a_list_is_no_end_of_it() -> None:
    """The first items stand open, each whole with what stands within it."""
    item = "<li>" + "word " * 20 + "<ul><li>inner</li><li>inner</li></ul></li>"
    opened, folded = opened_and_folded(f"<ul>{6 * item}</ul><p>More.</p>")
    assert opened == f"<ul>{4 * item}</ul>"
    assert folded == f"<ul>{2 * item}</ul><p>More.</p>"


def test_headings_part_a_text_and_lose_nothing() -> None:
    text = "<p>a</p>\n<h2>One <em>x</em></h2>\n<p>b</p><h2>Two</h2><h2>Three</h2> c"
    found = sections([("text", text)], None)
    assert [(one.heading, one.number, one.blocks[0][1][0]) for one in found] == [
        ("", 0, "<p>a</p>"), ("One <em>x</em>", 1, "<p>b</p>"), ("Three", 3, "c"),
    ]  # fmt: skip
