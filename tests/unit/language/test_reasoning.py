"""How a point argues, by its small words."""

from __future__ import annotations

import pytest

from planning.language.cues.point_cues import Form, form_of


@pytest.mark.parametrize(
    ("passage", "form"),
    [
        ("a study found that forty percent of them stopped", Form.FIGURE),
        ("my neighbour told me when i met her at the shop", Form.STORY),
        ("it is unfair and every person has a right to choose", Form.RIGHT),
        ("soon they will do it and it will end up in tears", Form.FORECAST),
        ("who pays for it when no family can afford the bill", Form.COST),
        ("why not use the courts instead they already have the power", Form.OTHER_WAY),
        ("it never works and nobody ever does it", Form.ALWAYS),
        ("it happens because fear makes people leave", Form.CAUSE),
        ("grey wool and green hills", Form.PLAIN),
    ],
)
def test_how_a_point_argues_shows_in_small_words(passage: str, form: Form) -> None:
    assert form_of([passage]) is form
