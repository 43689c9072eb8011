"""Hand-written stand-ins for the outside parts, and a small motion made by hand."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from config.format import Format, Side, Stage, Turn
from config.heard_word import HeardWord
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from planning.ports import Vectors
from speech.audio import EAR_RATE, ROOM_RATE, Audio
from speech.ports import Progress, Utterance

# -- the mind's parts --------------------------------------------------------------------------------


class BagEmbedder:
    """A bag of words hashed into 256 dimensions: the same words in any order have cosine 1."""

    name = "bag of words"
    same = 0.8
    related = 0.5
    dimensions = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"[a-z0-9']+", text.lower()):
                row[_bucket(word)] += 1.0
            if not row.any():
                row[0] = 1.0  # rows have length 1, even for a text without words
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@cache
def _bucket(word: str) -> int:
    return hashlib.sha256(word.encode()).digest()[0]


# -- the ear's and the mouth's parts -----------------------------------------------------------------


class SineVoice:
    """A tone of 0.4 s for each word and a breath for each sentence: longer texts take longer."""

    name = "sine"

    def synthesize(self, text: str) -> Audio:
        seconds = 0.4 * len(text.split()) + 0.1
        time = np.arange(round(seconds * ROOM_RATE)) / ROOM_RATE
        return Audio((np.sin(2 * np.pi * 220 * time) * 8000).astype(np.int16), ROOM_RATE)


class EnergyDetector:
    """Somebody speaks in a frame that is louder than 1 % of full scale."""

    frame_seconds = 0.02

    def is_speech(self, frame: Audio) -> bool:
        return frame.level > 0.01


class ScriptedRecognizer:
    """Hears in each utterance the next line of its script, the words evenly over the sound; then nothing."""

    name = "script"
    lanes = 1

    def __init__(self, *script: str) -> None:
        self._script = list(script)

    def utterance(self) -> Utterance:
        return _ScriptedUtterance(self._script.pop(0) if self._script else "")

    def close(self) -> None:
        """Nothing to end."""


class _ScriptedUtterance:
    left_out: Sequence[str] = ()

    def __init__(self, line: str) -> None:
        self._words = line.split()
        self._seconds = 0.0

    def accept(self, audio: Audio) -> Progress:
        assert audio.rate == EAR_RATE
        self._seconds += audio.seconds
        return Progress(tail=" ".join(self._words))

    def finish(self) -> Sequence[HeardWord]:
        each = self._seconds / max(1, len(self._words))
        return [HeardWord(word, i * each, (i + 1) * each) for i, word in enumerate(self._words)]


# -- a motion made by hand ---------------------------------------------------------------------------


def _node(name: str, claim: str, reason: str, impact: str, scores: tuple[float, float], *children: Any) -> Any:
    """`scores` are (attack, support), left out where the level has none."""
    level = name.count(".")
    return {
        "id": name,
        "claim": claim,
        "heard": [],
        "argument": [reason],
        "impact": impact,
        "evidence": [],
        "attack": scores[0] if level > 0 else None,
        "support": scores[1] if level != 1 else None,
        "children": list(children),
    }


def _line(name: str, *nodes: tuple[str, str, str, float, float]) -> Any:
    """A chain of answers: each node counters the one before it."""
    claim, reason, impact, attack, support = nodes[0]
    rest = [_line(f"{name}.1", *nodes[1:])] if nodes[1:] else []
    return _node(name, claim, reason, impact, (attack, support), *rest)


UNIFORMS: dict[str, Any] = {
    "schema": "rostrum.rehearsal",
    "version": 1,
    "id": "uniforms",
    "motion": "School uniforms should be mandatory",
    "domain": "Education",
    "type": "policy",
    "names": ["Leeds"],
    "evidence": {
        "e1": {"source": "Leeds Study", "year": 2019, "finding": "A Leeds study counted 9 percent fewer fights."},
        "e2": {"source": "Tailor Weekly", "finding": "Tailors report that blazers cost 80 pounds."},
    },
    "sides": {
        "pro": {
            "definition": ["A uniform means one set of garments for all pupils.", "Mandatory means without exception."],
            "criterion": ["Judge by the peace in the playground.", "Ask what helps the weakest child."],
            "trees": [
                {
                    "id": "pro-bullying",
                    "topic": "bullying",
                    "weighing": ["Playground peace was our first promise.", "Nobody showed cruelty growing under it."],
                    "answer": ["Playground cruelty has deeper roots.", "Cloth cannot teach kindness."],
                    "root": _node(
                        "p1",
                        "Uniforms reduce bullying over clothes.",
                        "Mockery starts where labels are compared.",
                        "Fewer tears at the gate is worth a tie.",
                        (0.0, 1.6),
                        _line(
                            "p1.1",
                            ("Bullies simply find other marks to mock.", "Hair, accents and spots remain.",
                             "Mockery survives the wardrobe.", 1.3, 0.0),
                            ("Removing the easiest target spares many pupils.", "Most teasing takes the shortest path.",
                             "Spared children learn in quiet.", 1.4, 1.6),
                            ("Sparing some moves cruelty onto others.", "Someone stands at the end of every queue.",
                             "Shifted pain is still pain.", 1.2, 1.0),
                        ),
                        _line(
                            "p1.2",
                            ("Cheap and costly versions stay visible.", "Fabric tells who paid what.",
                             "Rank returns through the seams.", 0.9, 0.0),
                            ("One supplier makes every garment alike.", "A single cut hides the bill.",
                             "Equal seams quiet the gossip.", 1.0, 1.2),
                            ("Single suppliers charge monopoly prices.", "No rival shop may sell the badge.",
                             "Parents pay for the silence.", 0.8, 0.8),
                        ),
                    ),
                },
                {
                    "id": "pro-money",
                    "topic": "family budgets",
                    "weighing": ["Household savings were our second promise."],
                    "answer": ["Household savings were never proved."],
                    "root": _node(
                        "p2",
                        "Mandatory outfits save households money.",
                        "Two shirts and a jumper replace a wardrobe.",
                        "Saved cash buys books.",
                        (0.0, 1.4),
                        _line(
                            "p2.1",
                            ("Households end up buying two wardrobes.", "Weekend garments are still needed.",
                             "Twice the washing, twice the receipts.", 1.5, 0.0),
                            ("Weekend garments last longer when weekdays are covered.", "Jeans rest five days a week.",
                             "Slower wear means fewer receipts.", 1.1, 1.3),
                            ("Growing children outgrow jeans before wearing them out.", "Inches decide, never holes.",
                             "Rested jeans go unused to charity.", 1.0, 0.9),
                        ),
                    ),
                },
            ],
        },
        "con": {
            "definition": ["Mandatory here means punished when ignored."],
            "criterion": ["Judge by how freely young people grow."],
            "trees": [
                {
                    "id": "con-expression",
                    "topic": "self expression",
                    "weighing": ["Young voices need room."],
                    "answer": ["Young voices speak louder than sleeves."],
                    "root": _node(
                        "c1",
                        "Dress lets teenagers express their identity.",
                        "Colour is the first language of adolescence.",
                        "A silenced style is a silenced self.",
                        (0.0, 1.5),
                        _line(
                            "c1.1",
                            ("Identity shows in words and deeds instead.", "Debate clubs reveal more than sleeves.",
                             "Character needs no costume.", 1.4, 0.0),
                            ("Shy teenagers have garments before they have words.", "Silence speaks through colour.",
                             "Quiet selves deserve a channel.", 1.2, 1.1),
                            ("Shyness is overcome by belonging to a team.", "Shared colours open conversations.",
                             "Belonging lends courage.", 0.9, 1.0),
                        ),
                    ),
                },
                {
                    "id": "con-hours",
                    "topic": "teaching hours",
                    "weighing": ["Lost lessons never return."],
                    "answer": ["Lost lessons were counted in seconds."],
                    "root": _node(
                        "c2",
                        "Enforcing dress codes wastes teaching hours.",
                        "Every inspection delays the first lesson.",
                        "Minutes at the door become weeks each decade.",
                        (0.0, 1.2),
                        _line(
                            "c2.1",
                            ("Inspections take seconds once habits form.", "By October nobody forgets a tie.",
                             "Routine is cheap.", 1.1, 0.0),
                            ("Habits break with every new term and trend.", "Socks, skirts and studs start over.",
                             "Routine never settles.", 1.0, 0.9),
                            ("Trends press harder where no rule stands.", "Free wardrobes quarrel daily.",
                             "Rules end quarrels.", 1.2, 1.1),
                        ),
                    ),
                },
            ],
        },
    },
}  # fmt: skip
UNIFORMS["sides"]["pro"]["trees"][0]["root"]["evidence"] = ["e1"]
UNIFORMS["sides"]["con"]["trees"][0]["root"]["evidence"] = ["e2"]


def uniforms_data() -> dict[str, Any]:
    """A copy of the motion's file as data, to be damaged at will."""
    return copy.deepcopy(UNIFORMS)


def uniforms() -> Rehearsal:
    """School uniforms: both sides, two trees each, three answers deep; `p1` has two lines of answers."""
    return Rehearsal(MotionFile.model_validate(UNIFORMS))


def short_format(*, blind: bool = False, gap_seconds: float = 2.0) -> Format:
    """Opening, opening, rebuttal, rebuttal, closing, closing in 10 s turns, closings 5 s."""
    turns = [
        Turn(side=side, stage=stage, seconds=seconds, blind=blind and stage is Stage.OPENING)
        for stage, seconds in ((Stage.OPENING, 10), (Stage.REBUTTAL, 10), (Stage.CLOSING, 5))
        for side in Side
    ]
    return Format(name="short", turns=tuple(turns), gap_seconds=gap_seconds, warnings_seconds=(4.0,))
