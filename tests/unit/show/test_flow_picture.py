"""A flow tree as a picture."""

from __future__ import annotations

from xml.etree import ElementTree

from agent.show.flow_picture import flow_svg, wrap
from planning.debate.argument import ActionKind
from planning.debate.flow import FlowTree
from tests.unit.reported import CON, EVIL, PRO, action


def grown() -> FlowTree:
    tree = FlowTree(PRO)
    tree.apply(action(ActionKind.PROPOSE, PRO, "first claim"))
    tree.apply(action(ActionKind.ATTACK, CON, "against the first"), "pro1")
    tree.apply(action(ActionKind.REBUT, PRO, "answer to that"), "pro2")
    tree.apply(action(ActionKind.ATTACK, CON, "a much longer second point " * 12), "pro1")
    tree.apply(action(ActionKind.PROPOSE, PRO, EVIL))
    return tree


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """x, y, width and height of every box."""
    root = ElementTree.fromstring(svg)
    return [
        (float(r.attrib["x"]), float(r.attrib["y"]), float(r.attrib["width"]), float(r.attrib["height"]))
        for r in root.iter("rect")
    ]


def test_every_claim_has_a_box_and_no_two_touch() -> None:
    tree = grown()
    placed = boxes(flow_svg(tree))
    assert len(placed) == len(tree.nodes)
    for number, (x, y, w, h) in enumerate(placed):
        for u, v, i, j in placed[number + 1 :]:
            assert x + w < u or u + i < x or y + h < v or v + j < y


def test_a_claim_stands_to_the_right_of_what_it_answers() -> None:
    tree = grown()
    x = {node.id: box[0] for node, box in zip(tree, boxes(flow_svg(tree)), strict=True)}
    for node in tree:
        assert all(x[child] > x[node.id] for child in node.children)


def test_status_side_and_visits_are_in_the_picture() -> None:
    svg = flow_svg(grown())
    assert svg.count('class="node pro attacked"') == 1
    for words_in_boxes in ("pro · attacked", "con · proposed", "2 visits<", "1 visit<", "0 visits<"):
        assert words_in_boxes in svg
    assert 'role="img"' in svg
    assert "<script" not in svg


def test_an_empty_tree_is_a_picture_too() -> None:
    assert "Nothing yet." in ElementTree.fromstring(flow_svg(FlowTree(CON))).itertext()


def test_long_claims_end_in_an_ellipsis_and_long_words_are_broken() -> None:
    lines = wrap("uniforms " * 60, 200)
    assert len(lines) == 4
    assert lines[-1].endswith("…")
    assert "".join(wrap("x" * 60, 200)) == "x" * 60
    assert wrap("\x07 \u202e", 200) == ("",)
    assert wrap("short", 200) == ("short",)
