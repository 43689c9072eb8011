"""The fakes keep the promises of the Protocols they stand in for."""

from __future__ import annotations

import numpy as np

from config.format import Side
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.audio import EAR_RATE, Audio, silence
from tests.fakes import BagEmbedder, EnergyDetector, ScriptedRecognizer, SineVoice


def test_the_embedder_gives_unit_vectors_and_knows_a_reordering(embedder: BagEmbedder) -> None:
    vectors = embedder.embed(["uniforms reduce bullying", "bullying: uniforms reduce!", "tides follow the moon", ""])
    assert vectors.shape == (4, 256)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)
    assert vectors[0] @ vectors[1] > 0.999
    assert vectors[0] @ vectors[2] < embedder.related


def test_no_two_claims_of_the_motion_are_alike_to_the_embedder(embedder: BagEmbedder, motion: Rehearsal) -> None:
    vectors = embedder.embed([node.claim for node in motion.nodes.values()])
    cosines = vectors @ vectors.T - np.eye(len(vectors))
    assert cosines.max() < embedder.related


def test_the_motion_has_both_sides_two_trees_each_three_answers_deep(motion: Rehearsal) -> None:
    for side in Side:
        assert len(motion.roots(side)) == 2
    for root in (*motion.roots(Side.PRO), *motion.roots(Side.CON)):
        assert max(n.level for n in motion.nodes.values() if motion.root_of(n) is root) == 3


def test_a_longer_text_takes_the_voice_longer(voice: SineVoice) -> None:
    assert voice.synthesize("one two three").seconds > voice.synthesize("one two").seconds


def test_the_detector_tells_sound_from_silence(voice: SineVoice, detector: EnergyDetector) -> None:
    spoken = next(voice.synthesize("hello").at(EAR_RATE).frames(detector.frame_seconds))
    assert detector.is_speech(spoken)
    assert not detector.is_speech(silence(detector.frame_seconds, EAR_RATE))


def test_the_recognizer_follows_its_script_and_then_hears_nothing() -> None:
    recognizer = ScriptedRecognizer("good evening", "my first point")
    sound = Audio(np.ones(EAR_RATE, dtype=np.int16), EAR_RATE)
    heard = []
    for _ in range(3):
        utterance = recognizer.utterance()
        utterance.accept(sound)
        heard.append(utterance.finish())
    assert [[word.text for word in words] for words in heard] == [["good", "evening"], ["my", "first", "point"], []]
    assert (heard[0][0].start, heard[0][1].end) == (0.0, 1.0)
