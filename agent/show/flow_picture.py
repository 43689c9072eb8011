"""A flow tree as a picture: left to right, what was said against a claim beside it. Pure.

Every subtree has a horizontal band of its own, as high as its children stacked or as its own box, so
no two boxes ever touch. Colours are fallbacks: a page overrides them by class (node, pro, con, attacked).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from config.format import Side
from planning.debate.flow import ROOT, FlowNode, FlowTree, Status

WIDTH, PAD, LINE, FOOT = 264.0, 12.0, 17.0, 20.0  # of a box, in px
GAP_X, GAP_Y, MARGIN, TRUNK, BEND = 40.0, 12.0, 6.0, 30.0, 8.0
LINES = 4
FILL = {Side.PRO: "#e6f0f7", Side.CON: "#fbece0"}
STROKE = {Side.PRO: "#2f6f9f", Side.CON: "#b35a1f"}
NARROW, WIDE = frozenset("iljtfr.,:;'!|()[] I"), frozenset("mwMW@%&—")


@dataclass(frozen=True)
class _Box:
    node: FlowNode
    lines: tuple[str, ...]
    x: float
    y: float

    @property
    def height(self) -> float:
        return _height(self.lines)

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def flow_svg(tree: FlowTree) -> str:
    """The tree as one <svg> element: a box for each claim, its side, its status and how often it was visited.

    All text is escaped; the full claim and its arguments are in the box's <title>.
    """
    boxes = _layout(tree)
    if not boxes:
        return _svg(["Nothing has been said here."], 260, 36, '<text class="claim" x="6" y="22">Nothing yet.</text>')
    right = max(box.x for box in boxes.values()) + WIDTH + MARGIN
    bottom = max(box.y + box.height for box in boxes.values()) + MARGIN
    attacked = sum(box.node.status is Status.ATTACKED for box in boxes.values())
    label = [
        f"Flow tree of the claims of {tree.owner}.",
        f"Claims: {len(boxes)}, attacked: {attacked}, actions without a match: {len(tree.unmatched)}.",
    ]
    return _svg(label, right, bottom, "".join([*_edges(tree, boxes), *map(_box_svg, boxes.values())]))


def _layout(tree: FlowTree) -> dict[str, _Box]:
    order = list(tree)
    lines = {node.id: wrap(node.claim, WIDTH - 2 * PAD) for node in order}
    band: dict[str, float] = {}
    for node in reversed(order):  # children before their parents
        band[node.id] = max(_height(lines[node.id]), _stacked(band, node.children))
    tops = dict(_stack(band, tree.top, MARGIN))
    boxes: dict[str, _Box] = {}
    for node in order:
        top, height = tops[node.id], band[node.id]
        x = boxes[node.parent].x + WIDTH + GAP_X if node.parent != ROOT else TRUNK
        boxes[node.id] = _Box(node, lines[node.id], x, top + (height - _height(lines[node.id])) / 2)
        tops.update(_stack(band, node.children, top + (height - _stacked(band, node.children)) / 2))
    return boxes


def _height(lines: tuple[str, ...]) -> float:
    return 2 * PAD + LINE * len(lines) + FOOT


def _stacked(band: dict[str, float], ids: list[str]) -> float:
    return sum(band[node] + GAP_Y for node in ids) - GAP_Y if ids else 0.0


def _stack(band: dict[str, float], ids: list[str], top: float) -> Iterator[tuple[str, float]]:
    for node in ids:
        yield node, top
        top += band[node] + GAP_Y


def wrap(text: str, width: float) -> tuple[str, ...]:
    """At most `LINES` lines of about `width` px each; an ellipsis where something is left out."""
    lines = [""]
    for word in _pieces(text, width):
        tried = f"{lines[-1]} {word}".strip()
        if _measure(tried) <= width:
            lines[-1] = tried
        else:
            lines.append(word)
    if len(lines) <= LINES:
        return tuple(lines)
    last = lines[LINES - 1]
    while last and _measure(last + "…") > width:
        last = last[:-1]
    return (*lines[: LINES - 1], last.rstrip(" ,.;:") + "…")


def _pieces(text: str, width: float) -> Iterator[str]:
    """Its words; one that is wider than a line comes in pieces."""
    for word in _plain(text).split():
        piece = ""
        for sign in word:
            if _measure(piece + sign) > width:
                yield piece
                piece = ""
            piece += sign
        yield piece


def _plain(text: str) -> str:
    """On one line, without the control characters that XML does not allow."""
    return "".join(filter(str.isprintable, " ".join(text.split())))


def _measure(text: str) -> float:
    """The width of `text` in a wide 13 px sans-serif (DejaVu, Verdana): there is no font to ask here."""
    return sum(map(_advance, text))


def _advance(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 13.0
    return 4.7 if sign in NARROW else 12.0 if sign in WIDE else 9.2 if sign.isupper() else 8.0


def _svg(label: Iterable[str], width: float, height: float, body: str) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    font = 'font-family="system-ui, sans-serif" font-size="13"'
    return f'<svg class="flow" role="img" aria-label="{escape(" ".join(label))}" {size} {font}>{body}</svg>'


def _edges(tree: FlowTree, boxes: dict[str, _Box]) -> Iterator[str]:
    middle = (boxes[tree.top[0]].middle + boxes[tree.top[-1]].middle) / 2
    yield f'<circle class="trunk {tree.owner}" cx="{MARGIN}" cy="{middle:.1f}" r="4" fill="{STROKE[tree.owner]}"/>'
    for box in boxes.values():
        parent = boxes.get(box.node.parent)
        x, y = (parent.x + WIDTH, parent.middle) if parent else (MARGIN, middle)
        colour = f'fill="none" stroke="{STROKE[box.node.side]}"'
        yield f'<path class="edge {box.node.side}" d="{_elbow(x, y, box.x, box.middle)}" {colour}/>'


def _elbow(x: float, y: float, to_x: float, to_y: float) -> str:
    """Across, up or down, and across again, with round corners."""
    bend, turn = (x + to_x) / 2, min(BEND, abs(to_y - y) / 2)
    way = turn if to_y > y else -turn
    first = f"H{bend - turn:.1f}Q{bend:.1f} {y:.1f} {bend:.1f} {y + way:.1f}"
    second = f"V{to_y - way:.1f}Q{bend:.1f} {to_y:.1f} {bend + turn:.1f} {to_y:.1f}"
    return f"M{x:.1f} {y:.1f}{first}{second}H{to_x:.1f}"


def _box_svg(box: _Box) -> str:
    node, x, foot = box.node, box.x + PAD, box.y + box.height - PAD
    attacked = node.status is Status.ATTACKED
    dashes = ' stroke-dasharray="5 3"' if attacked else ""
    colours = f'fill="{FILL[node.side]}" stroke="{STROKE[node.side]}"{dashes}'
    lines = "".join(
        f'<text class="claim" x="{x:.1f}" y="{box.y + PAD + LINE * number - 4:.1f}">{escape(line)}</text>'
        for number, line in enumerate(box.lines, 1)
    )
    visits = f"{node.visits} visit{'' if node.visits == 1 else 's'}"
    return (
        f'<g class="node {node.side}{" attacked" if attacked else ""}">'
        f"<title>{escape(_plain(' — '.join([node.claim, *node.arguments])))}</title>"
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{WIDTH:.0f}" height="{box.height:.1f}" rx="8" {colours}/>{lines}'
        f'<text class="foot" x="{x:.1f}" y="{foot:.1f}" font-size="11">{node.side} · {node.status}</text>'
        f'<text class="foot" x="{box.x + WIDTH - PAD:.1f}" y="{foot:.1f}" font-size="11" text-anchor="end">'
        f"{visits}</text></g>"
    )
