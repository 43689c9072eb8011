"""What a match is made of, and what takes the place of a part that cannot be had."""

import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from agent.components import Components
from agent.components.motions import motion_for
from agent.match.events import Degraded, ModelUsed, RoleUse
from agent.running.setup import SeatSetup
from config.errors import UnknownName, UsageError
from config.format import Side
from config.settings import Endpoint, Role, Settings
from planning.asking.client import LanguageModel
from planning.methods.treedebater.front_door import rehearsal_of
from speech.timing.duration import FittedWords, Syllables
from speech.voices.phonemes import Phonemes


def components(**settings: object) -> Components:
    return Components(Settings.model_validate(settings))


@pytest.mark.parametrize(("wanted", "kind"), [("words", FittedWords), ("syllables", Syllables), ("phonemes", Phonemes)])
def test_the_estimator_of_the_settings_is_used(wanted: str, kind: type) -> None:
    chosen = components(speaking={"durations": wanted})
    assert type(chosen.estimator()) is kind
    assert chosen.replaced == []


def test_an_estimator_that_cannot_be_had_is_replaced_and_said() -> None:
    chosen = components(speaking={"durations": "fastspeech:/no/such/folder"})
    assert type(chosen.estimator()) is Syllables
    assert [(one.part, one.instead) for one in chosen.replaced] == [("durations", "syllables")]


NOBODY = {"default": {"base_url": "http://127.0.0.1:1/v1", "model": "m"}}
BARE = SeatSetup.parse("treedebater,without=rehearsal")


def test_without_a_model_there_is_nobody_to_write_without_trees() -> None:
    with pytest.raises(UsageError, match="models in the settings"):
        motion_for("fat-tax", [BARE], Settings())


def test_with_a_model_any_motion_can_be_debated_bare_of_trees() -> None:
    settings = components(models=NOBODY).settings
    known = motion_for("fat-tax", [BARE, SeatSetup.parse("treedebater")], settings)
    assert known.prepared and known.text == "Developed countries should impose a fat tax"
    unknown = motion_for("Cats are better than dogs!", [BARE], settings)
    assert (unknown.id, unknown.prepared) == ("cats-are-better-than-dogs", False)
    with pytest.raises(UnknownName):
        motion_for("Cats are better than dogs!", [BARE, SeatSetup.parse("treedebater")], settings)


def test_each_part_takes_away_its_own_thing_of_what_is_prepared() -> None:
    settings = Settings()
    motion = motion_for("fat-tax", [], settings)
    whole = rehearsal_of(motion, settings)
    bare, uncited = (rehearsal_of(motion, settings, [part]) for part in ("rehearsal", "evidence"))
    assert bare.file.evidence == whole.file.evidence and bare.file.evidence
    assert not uncited.file.evidence and not any(node.node.evidence for node in uncited.nodes.values())
    assert [(one.id, one.claim, one.f(2)) for one in uncited.nodes.values()] == [
        (one.id, one.claim, one.f(2)) for one in whole.nodes.values()
    ]
    for side in Side:
        assert bare.case(side).definition == whole.case(side).definition
        assert bare.case(side).criterion == uncited.case(side).criterion == whole.case(side).criterion
        assert bare.roots(side) == []
    others = [rehearsal_of(motion, settings, [part]) for part in ("flow", "audience", "look-ahead", "check")]
    assert all(one.file == whole.file for one in others)


def test_each_choice_is_a_line_in_the_log_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "rostrum"):
        chosen = components(speaking={"durations": "fastspeech:/no", "voices": {"con": "espeak:en-us"}})
        chosen.estimator()
        chosen.voice(Side.CON)
    lost, taken = [record.getMessage() for record in caplog.records]
    assert lost == str(chosen.replaced[0]) and lost.endswith("; using syllables")
    assert taken == "voice of con: espeak-ng en-us, because speaking.voices.con is espeak:en-us"


def test_a_source_of_evidence_that_cannot_be_had_is_named_once(tmp_path: Path) -> None:
    chosen = components(evidence={"folder": str(tmp_path / "nowhere")})
    assert chosen.evidence() is None
    assert str(chosen.replaced[0]).startswith(f"evidence: {tmp_path / 'nowhere'} is not a folder")


# -- what a match is told of them ------------------------------------------------------------------

HERE = {"base_url": "http://127.0.0.1:1/v1", "model": "m"}


def spends(model: LanguageModel | None, calls: int = 1) -> None:
    """As if it had been asked so often."""
    assert model is not None
    for _ in range(calls):
        with model.ledger.call(Role.WRITER, Endpoint(**HERE), "a prompt") as call:  # type: ignore[arg-type]
            call.failed = False


def used(events: list[Any]) -> list[tuple[Side, list[tuple[bool, int]]]]:
    return [(one.side, [(row.preparation, row.calls) for row in one.rows]) for one in events]


def test_each_side_reports_what_it_used_before_the_match_and_in_it() -> None:
    chosen = components(models={"default": HERE})
    pro, con = (chosen.model(Role.WRITER, side=side) for side in Side)
    spends(pro, 2)
    assert used(chosen.seat_ready(Side.PRO)) == [(Side.PRO, [(True, 2)])]
    assert chosen.seat_ready(Side.CON) == []
    spends(con)
    spends(pro)
    assert used(chosen.news(Side.PRO)) == [(Side.PRO, [(True, 2), (False, 1)])]
    assert used(chosen.news(Side.CON)) == [(Side.CON, [(False, 1)])]
    assert chosen.news(Side.PRO) == chosen.news(Side.CON) == []  # nothing since
    whole = chosen.model()
    assert whole is not None and whole.ledger.calls == 4


def test_what_was_replaced_is_told_by_the_first_who_is_asked() -> None:
    chosen = components()
    chosen.replace("loudspeaker", "there is none", "the recordings only")
    assert chosen.news(Side.CON) == [
        Degraded(part="loudspeaker", reason="there is none", instead="the recordings only")
    ]
    assert chosen.news(Side.CON) == chosen.news(Side.PRO) == []


def test_in_a_match_that_goes_on_what_was_used_before_counts_on() -> None:
    chosen = components(models={"default": HERE})
    row = {"role": "writer", "model": "m", "host": "127.0.0.1:1", "estimated": False, "cost": None, "seconds": 1.0}
    counts = {"calls": 5, "failed": 1, "prompt_tokens": 50, "completion_tokens": 5}
    chosen.recall({Side.PRO: ModelUsed(side=Side.PRO, rows=(RoleUse.model_validate(row | counts),))})
    spends(chosen.model(side=Side.PRO))
    chosen.seat_ready(Side.PRO)
    spends(chosen.model(side=Side.PRO))
    assert used(chosen.news(Side.PRO)) == [(Side.PRO, [(False, 6), (True, 1)])]


def test_seats_that_are_made_side_by_side_share_encoder_and_models() -> None:
    chosen, together = components(models={"default": HERE}), Barrier(2)

    def make(side: Side) -> tuple[object, object]:
        together.wait()
        model = chosen.model(Role.WRITER, side=side)
        return chosen.embedder(), model and model.name(Role.WRITER)

    with ThreadPoolExecutor(2) as pool:
        (first, _), (second, _) = pool.map(make, Side)
    assert first is second
