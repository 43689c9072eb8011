"""A tree as a picture, from its root to the right. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from agent.show.flow_sheet import wrap
from config.plain_text import printable_line

WIDTH, GAP_X, GAP_Y, MARGIN, HEAD = 250.0, 40.0, 12.0, 16.0, 40.0
PAD, LINE, FOOT = 12.0, 17.0, 20.0
FILL = {"good": "#e3f1ef", "bad": "#fce4e2", "warn": "#fdeed9", "plain": "#f4f2ec"}
STROKE = {"good": "#0b6b66", "bad": "#b3201d", "warn": "#8f4700", "plain": "#5b606a"}
DARK = {"good": ("#143331", "#5fc9bf"), "bad": ("#431b19", "#ff8a80"), "warn": ("#3b2a12", "#f5b35c")} | {
    "plain": ("#24282f", "#a4a8b1")
}


@dataclass
class Box:
    """A node: what it is about, and in a line under it what came of it. `tone`: good, bad, warn or plain."""

    id: str
    text: str
    foot: str
    tone: str
    children: list[Box] = field(default_factory=list)

    @property
    def lines(self) -> tuple[str, ...]:
        return wrap(self.text, WIDTH - 2 * PAD)

    @property
    def feet(self) -> tuple[str, ...]:
        return wrap(self.foot, WIDTH - 2 * PAD)[:2]

    @property
    def height(self) -> float:
        return 2 * PAD + LINE * (len(self.lines) + len(self.feet)) + 4


@dataclass(frozen=True)
class _Placed:
    box: Box
    x: float
    y: float
    above: _Placed | None


def tree_svg(root: Box, title: str, link: Callable[[str], str] | None = None) -> str:
    """The tree as an <svg> document. All text is escaped.

    Args:
        link: where a node's box leads; nowhere, if not given.
    """
    placed: list[_Placed] = []
    bottom = _place(root, 0, HEAD, None, placed)
    width = max(one.x for one in placed) + WIDTH + MARGIN
    told = printable_line(title)
    body = [
        f'<rect class="ground" width="{width:.0f}" height="{bottom + MARGIN:.0f}" fill="#ffffff"/>',
        f'<text class="ink" x="{MARGIN}" y="26" font-size="15" font-weight="600">{escape(_cut(told, width))}</text>',
        *(_bough(one) for one in placed if one.above is not None),
        *(_linked(one, link) for one in placed),
    ]
    return (
        f'<svg role="img" xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{bottom + MARGIN:.0f}" '
        f'viewBox="0 0 {width:.0f} {bottom + MARGIN:.0f}" font-family="system-ui, sans-serif" font-size="13" '
        f'fill="#1b1d21"><title>{escape(told)}</title><style>{_dark()}</style>{"".join(body)}</svg>\n'
    )


def _place(box: Box, depth: int, top: float, above: _Placed | None, placed: list[_Placed]) -> float:
    """Put a box beside its first child, and its children one below the other; where they end."""
    here = _Placed(box, MARGIN + depth * (WIDTH + GAP_X), top, above)
    placed.append(here)
    below = top
    for child in box.children:
        below = _place(child, depth + 1, below, here, placed)
    return max(below, top + box.height + GAP_Y)


def _linked(one: _Placed, link: Callable[[str], str] | None) -> str:
    drawn = _drawn(one)
    return drawn if link is None else f'<a href="{escape(link(one.box.id))}">{drawn}</a>'


def _drawn(one: _Placed) -> str:
    box = one.box
    x, y = one.x + PAD, one.y + PAD - 4
    lines = "".join(_line(x, y + LINE * place, line, "ink") for place, line in enumerate(box.lines, 1))
    start = len(box.lines)
    feet = "".join(
        _line(x, y + 4 + LINE * (start + place), line, "foot", f' font-size="12" fill="{STROKE[box.tone]}"')
        for place, line in enumerate(box.feet, 1)
    )
    colours = f'fill="{FILL[box.tone]}" stroke="{STROKE[box.tone]}"'
    return (
        f'<g class="{box.tone}"><rect class="box" x="{one.x:.1f}" y="{one.y:.1f}" width="{WIDTH:.0f}" '
        f'height="{box.height:.1f}" rx="8" {colours}/>{lines}{feet}</g>'
    )


def _line(x: float, y: float, text: str, kind: str, more: str = "") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'


def _bough(one: _Placed) -> str:
    assert one.above is not None
    x, y, end, to = one.above.x + WIDTH, one.above.y + 22, one.x, one.y + 22
    bend = (x + end) / 2
    return (
        f'<path class="bough" d="M{x:.1f} {y:.1f}C{bend:.1f} {y:.1f} {bend:.1f} {to:.1f} {end:.1f} {to:.1f}" '
        f'fill="none" stroke="#9a9da5" stroke-width="1.5"/>'
    )


def _dark() -> str:
    """For a screen that is dark; paper, slides and everything that knows no styles have the light colours."""
    rules = "".join(
        f".{tone} .box{{fill:{fill};stroke:{stroke}}}.{tone} .foot{{fill:{stroke}}}"
        for tone, (fill, stroke) in DARK.items()
    )
    ground = ".ground{fill:#1d2026}.ink{fill:#eceae4}.bough{stroke:#6b707a}"
    return f"@media screen and (prefers-color-scheme:dark){{{ground}{rules}}}"


def _cut(text: str, width: float) -> str:
    """As much of a title as goes on one line."""
    lines = wrap(text, width - 2 * MARGIN)
    return lines[0] if len(lines) == 1 else f"{lines[0]} …"
