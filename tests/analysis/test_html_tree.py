"""The tree of a page: elements that never end, ends that nothing opened, what no reader sees, and what comes after."""

from tests.analysis.html_tree import tree

PAGE = """<main><h1 class="big title">One<br>two</h1><ul><li>a <b>b</b><ul><li>c</li></ul></li></ul></em>
<svg><g class="axis x"><path d="M0"/><text>7</text></g></svg><script>if (1 < 2) "<p>no</p>"</script></main><p>last"""


def test_what_stands_where_is_read_whatever_ends_or_not() -> None:
    page = tree(PAGE)
    assert [one.text() for one in page.all("li")] == ["a b c", "c"]
    assert [one.text() for one in page.all("p")] == ["last"]
    text = next(page.all("text"))
    assert [one.tag for one in text.ancestors()] == ["g", "svg", "main", ""]
    assert page.first("h1", "title", "big") is not None
    assert page.first("h1", "tit") is None


def test_what_comes_after_and_what_is_left_out() -> None:
    page = tree(PAGE)
    title, axis = page.first("h1"), page.first("g", "axis")
    assert title is not None
    assert axis is not None
    assert title.behind().text() == "a b c 7 last"
    assert title.behind().without(axis).text() == "a b c last"
    assert page.text() == "Onetwo a b c 7 last"
