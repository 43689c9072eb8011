"""Words in the boxes of a flow sheet."""

from __future__ import annotations

from agent.show.flow_sheet import wrap


def test_long_claims_end_in_an_ellipsis_and_long_words_are_broken() -> None:
    lines = wrap("uniforms " * 60, 200)
    assert len(lines) == 4
    assert lines[-1].endswith("…")
    assert "".join(wrap("x" * 60, 200)) == "x" * 60
    assert wrap("\x07 \u202e", 200) == ("",)
    assert wrap("short", 200) == ("short",)
