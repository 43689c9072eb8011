"""Which prepared claim a passage makes: by all that is known of it, one passage after another."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from config.errors import ConfigError
from config.format import Side, Stage
from planning.debate.encoding import Encoded
from planning.language.cues.cues import stem
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import OF_NODE, OF_NOTHING, Weights
from planning.methods.treedebater.reading.prepared_claims import Recognition
from planning.methods.treedebater.reading.recognise import SpeechReader
from planning.methods.treedebater.trees.rehearsal import Rehearsal, bare
from tests.fakes import BagEmbedder
from tools.fitting.claims import as_json

PRO, CON = Side
ENDS = ("al", "ally", "alize", "ing", "ed", "ation", "ational", "edly")
BULLYING = "uniforms reduce bullying over clothes"


def said(passage: str, encoder: BagEmbedder | None = None) -> Encoded:
    return Encoded(passage, encoder or BagEmbedder())


@pytest.fixture
def recognition(motion: Rehearsal, embedder: BagEmbedder) -> Recognition:
    return shipped.recognition(motion, embedder)


@pytest.fixture
def pro(recognition: Recognition) -> SpeechReader:
    return SpeechReader(recognition, PRO, Stage.OPENING)


def test_a_claim_in_its_own_words_is_surely_made(pro: SpeechReader) -> None:
    like = pro.read(said(BULLYING))
    assert like is not None
    assert like.node.id == "p1"
    assert like.about
    assert like.made
    assert like.sure
    assert [node.id for node, _ in like.likely] == ["p1"]
    assert like.argues
    assert like.cosine == pytest.approx(1.0, abs=1e-5)
    assert like.probability == 1.0


def test_only_what_that_side_could_say_is_asked(recognition: Recognition) -> None:
    like = SpeechReader(recognition, CON, Stage.OPENING).read(said(BULLYING))
    assert like is not None
    assert like.node.side is CON


def test_something_else_is_not_even_about_it(pro: SpeechReader) -> None:
    like = pro.read(said("volcanoes erupted near Iceland yesterday"))
    assert like is not None
    assert not like.about
    assert not like.argues


def test_half_a_claim_is_likelier_after_the_half_before_it(recognition: Recognition) -> None:
    half = "over clothes and nothing else really"
    alone = SpeechReader(recognition, PRO, Stage.REBUTTAL).read(said(half))
    after = SpeechReader(recognition, PRO, Stage.REBUTTAL)
    after.read(said("uniforms reduce bullying"))
    led_up = after.read(said(half))
    assert alone is not None
    assert led_up is not None
    assert led_up.node.id == "p1"
    assert led_up.probability > (alone.probability if alone.node.id == "p1" else 0.0)


def test_an_announcement_forgets_what_led_up_to_the_last_point(recognition: Recognition) -> None:
    def after(before: str) -> float:
        reader = SpeechReader(recognition, PRO, Stage.REBUTTAL)
        reader.read(said(before))
        like = reader.read(said("secondly over clothes and nothing else really"))
        assert like is not None
        return like.probability

    assert after(BULLYING) == pytest.approx(after("volcanoes erupted near Iceland yesterday"))


def test_a_passage_that_adds_nothing_does_not_make_the_claim_before_it(pro: SpeechReader) -> None:
    pro.read(said(BULLYING))
    like = pro.read(said("volcanoes erupted"))
    assert like is not None
    assert not like.made


def test_main_claims_are_likelier_in_an_opening(recognition: Recognition) -> None:
    def share(stage: Stage) -> float:
        like = SpeechReader(recognition, PRO, stage).read(said("uniforms calm quarrels over clothes somewhat"))
        assert like is not None
        assert like.node.id == "p1"
        return like.probability

    assert share(Stage.OPENING) > share(Stage.REBUTTAL)


def test_a_report_is_found_among_what_was_said(recognition: Recognition) -> None:
    meant = recognition.meant(said("we have heard that uniforms reduce bullying"), {"p1", "p2"})
    assert meant is not None
    assert meant.id == "p1"
    assert recognition.meant(said("we have heard of volcanoes"), {"p1", "p2"}) is None
    assert recognition.meant(said("uniforms reduce bullying"), ()) is None


def test_where_nothing_is_prepared_nothing_is_recognised(embedder: BagEmbedder) -> None:
    recognition = shipped.recognition(bare("Cats are better than dogs"), embedder)
    assert SpeechReader(recognition, PRO, Stage.OPENING).read(said("cats are clean")) is None


def test_an_encoder_that_takes_over_is_asked_for_everything_again(motion: Rehearsal) -> None:
    encoder = BagEmbedder()
    reader = SpeechReader(shipped.recognition(motion, encoder), PRO, Stage.OPENING)
    reader.read(said("uniforms reduce bullying", encoder))
    encoder.name, encoder.dimensions = "another bag", 512
    like = reader.read(said(BULLYING, encoder))
    assert like is not None
    assert like.node.id == "p1"
    assert like.cosine == pytest.approx(1.0, abs=1e-5)


def test_words_are_stemmed_in_several_threads_at_once() -> None:
    words = [f"{start}{middle}{end}" for start in "abcdefgh" for middle in ("ration", "hopp", "nat") for end in ENDS]
    alone = [stem.__wrapped__(word) for word in words]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(stem.__wrapped__, words)) == alone


# -- weights -----------------------------------------------------------------------------------------


def test_weights_survive_being_written(tmp_path: Path) -> None:
    weights = Weights(np.arange(len(OF_NODE), dtype=np.float32), -np.arange(len(OF_NOTHING), dtype=np.float32))
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(as_json(weights)), encoding="utf-8")
    read = shipped.weights(path)
    assert read.node.tolist() == weights.node.tolist()
    assert read.nothing.tolist() == weights.nothing.tolist()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"node": {"alone": 1}, "nothing": {}}', '{"node": 3, "nothing": 4}', "\x00"]
)
def test_what_are_no_weights_is_refused_with_its_path(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"weights\.json"):
        shipped.weights(path)


def test_a_missing_file_of_weights_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="none"):
        shipped.weights(tmp_path / "none.json")


def test_the_shipped_weights_say_what_they_were_worth() -> None:
    told = json.loads(shipped.WEIGHTS.read_text(encoding="utf-8"))["fitted"]
    assert told["passages"] > 0
    assert told["encoder"] == "all-MiniLM-L6-v2"
