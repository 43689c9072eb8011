"""Counted figures as bars: pictures for the page of `rostrum analyse`. Pure.

A row is a label with its bars under each other or, stacked, side by side. Colours are fallbacks: a page overrides
them by class (series s0, s1, ...).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from agent.show.flow_picture import wrap

LABEL, BARS, VALUE = 210.0, 420.0, 90.0  # widths in px
THICK, GAP, LINE, MARGIN = 16.0, 12.0, 16.0, 6.0
COLOURS = ("#2f6f9f", "#b35a1f", "#3f7d53", "#7a4fa3", "#a3842b", "#8c2f45", "#4f6b7a", "#6b6b6b")
KEY_WIDTH = 170.0


@dataclass(frozen=True)
class Bar:
    """One value of a series; `told` is written beside it (or, stacked, in its tooltip)."""

    series: str
    value: float
    told: str


@dataclass(frozen=True)
class Row:
    label: str
    bars: tuple[Bar, ...]


def bars_svg(title: str, rows: Sequence[Row], series: Sequence[str], longest: float, *, stacked: bool = False) -> str:
    """The rows as one <svg> element with a key to its series; all text is escaped.

    Args:
        title: what the picture shows, for those who do not see it.
        series: their names, in the order of their colours.
        longest: the value whose bar takes the whole width.
    """
    body, top = [*_key(series)], _key_height(series)
    for row in rows:
        lines = wrap(row.label, LABEL - 2 * MARGIN)
        height = max(LINE * len(lines), THICK * (1 if stacked else len(row.bars)))
        body += _label(lines, top + (height - LINE * len(lines)) / 2, row.label)
        body += (_stacked if stacked else _grouped)(row, series, longest, top)
        top += height + GAP
    width = LABEL + BARS + VALUE
    size = f'width="{width:.0f}" height="{top:.0f}" viewBox="0 0 {width:.0f} {top:.0f}"'
    font = 'font-family="system-ui, sans-serif" font-size="12"'
    return f'<svg class="bars" role="img" aria-label="{escape(title)}" {size} {font}>{"".join(body)}</svg>'


def _label(lines: Sequence[str], top: float, whole: str) -> Iterator[str]:
    yield f"<g><title>{escape(_printable(whole))}</title>"
    for number, line in enumerate(lines, 1):
        yield f'<text x="{MARGIN:.0f}" y="{top + LINE * number - 4:.1f}">{escape(line)}</text>'
    yield "</g>"


def _grouped(row: Row, series: Sequence[str], longest: float, top: float) -> Iterator[str]:
    for place, bar in enumerate(row.bars):
        y = top + THICK * place
        width = _width(bar.value, longest)
        yield _rect(LABEL, y, width, row, bar, series)
        yield f'<text class="value" x="{LABEL + width + 5:.1f}" y="{y + THICK - 5:.1f}">{escape(bar.told)}</text>'


def _stacked(row: Row, series: Sequence[str], longest: float, top: float) -> Iterator[str]:
    x = LABEL
    for bar in row.bars:
        width = _width(bar.value, longest)
        yield _rect(x, top, width, row, bar, series)
        x += width


def _rect(x: float, y: float, width: float, row: Row, bar: Bar, series: Sequence[str]) -> str:
    number = series.index(bar.series)
    told = escape(_printable(f"{row.label}, {bar.series}: {bar.told}"))
    return (
        f'<rect class="s{number}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{THICK - 2:.0f}" '
        f'fill="{COLOURS[number % len(COLOURS)]}"><title>{told}</title></rect>'
    )


def _width(value: float, longest: float) -> float:
    return BARS * min(1.0, max(0.0, value / longest)) if longest > 0 else 0.0


def _key(series: Sequence[str]) -> Iterator[str]:
    a_line = int((LABEL + BARS + VALUE) // KEY_WIDTH)
    for number, name in enumerate(series):
        x, y = MARGIN + KEY_WIDTH * (number % a_line), MARGIN + LINE * (number // a_line)
        colour = COLOURS[number % len(COLOURS)]
        yield f'<rect class="s{number}" x="{x:.0f}" y="{y:.0f}" width="10" height="10" fill="{colour}"/>'
        yield f'<text class="value" x="{x + 15:.0f}" y="{y + 10:.0f}">{escape(_printable(name))}</text>'


def _key_height(series: Sequence[str]) -> float:
    a_line = int((LABEL + BARS + VALUE) // KEY_WIDTH)
    return MARGIN + LINE * -(-len(series) // a_line) + GAP


def _printable(text: str) -> str:
    """On one line, without the control characters that XML does not allow."""
    return "".join(filter(str.isprintable, " ".join(text.split())))
