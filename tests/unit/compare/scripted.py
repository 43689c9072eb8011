"""A model's server that plays every part of a comparison by rule, from what it is shown; and runs over it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from planning.asking.client import LanguageModel
from planning.compare.documents.reading import read_all
from planning.compare.records import Comparison, Sizes, Steer, Way
from planning.compare.run import Job, compare, models_of
from planning.evidence.shelf import Shelf
from tests.fakes import BagEmbedder
from tests.model_server import Asked, ModelServer

DOCUMENTS = Path(__file__).parents[2] / "compared" / "documents"
HARNLEY, WESTMARK = DOCUMENTS / "harnley_trial.md", DOCUMENTS / "westmark_evaluation.html"
FOUR = (HARNLEY, WESTMARK, DOCUMENTS / "sleep_diaries.txt", DOCUMENTS / "transport_memo.md")
_SHOWN = re.compile(r"^\[([A-H]\d+)[^\]]*\] (.*)$", re.M)
_CLAIM = re.compile(r"^([A-H]\.\d): (.*)$", re.M)


def shown(asked: Asked) -> dict[str, str]:
    """The segments in a question, by their ids."""
    return dict(_SHOWN.findall(asked.user))


def kind(asked: Asked) -> str:
    """Which question it is, by the form of its answer."""
    return asked.schema_name


class Player:
    """Answers by rule. `expands`: what the moderator says of that topic's debate. `bends`: sees each answer first."""

    def __init__(
        self, expands: Callable[[str], bool] = lambda topic: False, bends: Callable[[Asked, Any], Any] | None = None
    ) -> None:
        self._expands, self._bends = expands, bends

    def __call__(self, asked: Asked) -> Any:
        answer = getattr(self, f"_{kind(asked)}")(asked)
        return self._bends(asked, answer) if self._bends else answer

    def _FocusAnswer(self, asked: Asked) -> Any:
        return {"topic": "later school hours", "description": "What they do and what they cost."}

    def _ClaimsAnswer(self, asked: Asked) -> Any:
        some = list(shown(asked).items())[:2]
        return {"claims": [{"title": f"On {key}", "description": text[:80], "segments": [key]} for key, text in some]}

    def _LabelsAnswer(self, asked: Asked) -> Any:
        rows = enumerate(shown(asked))
        return {
            "labels": [
                {"segment": key, "supports": False, "refutes": n == 0, "clarifies": n == 1, "irrelevant": n > 1}
                for n, key in rows
            ]
        }

    def _SubtopicsAnswer(self, asked: Asked) -> Any:
        claims = dict(_CLAIM.findall(asked.user))
        topic = re.search(r"Topic: (.*)", asked.user)
        told = topic[1] if topic else ""
        return {
            "subtopics": [
                {"title": f"{told} part {n}", "description": f"What {key} comes to.", "claims": [key]}
                for n, key in enumerate(list(claims)[:3], 1)
            ]
        }

    def _TurnAnswer(self, asked: Asked) -> Any:
        letter = re.search(r"Your document is ([A-H])", asked.user)
        own = [key for key in shown(asked) if letter and key[0] == letter[1]][:2]
        stage = "revise" if "exact" in asked.system else "respond" if "Answer the other" in asked.system else "present"
        return {"argument": f"We {stage} what stands in {', '.join(own)}.", "segments": own, "concedes": False}

    def _ExpansionAnswer(self, asked: Asked) -> Any:
        topic = re.search(r"Topic: (.*)", asked.user)
        more = self._expands(topic[1] if topic else "")
        return {
            "explanation": "It was looked at.",
            "progressed": more,
            "open_questions": False,
            "clear_winner": not more,
            "winner": "none" if more else "A",
        }

    def _SynthesisAnswer(self, asked: Asked) -> Any:
        """A shared sentence, and one for each of some segments, in their own words."""
        segments = shown(asked) or dict.fromkeys(re.findall(r"\[([AB]\d+)", asked.user), "")  # summaries name them
        first, second = _first_of_each(segments)
        told = [
            sentence("Both documents speak of school hours.", "shared", [first, second]),
            sentence("The two put it differently in several places.", "different", [first, second]),
        ]
        return {"sentences": told}

    def _MendedAnswers(self, asked: Asked) -> Any:
        first, second = _first_of_each(shown(asked))
        numbers = re.findall(r"^(\d+)\. ", asked.user, re.M)
        again = sentence("Both documents are about schools.", "shared", [first, second])
        return {"sentences": [again | {"number": int(number)} for number in numbers]}

    def _PartsAnswer(self, asked: Asked) -> Any:
        """Everything is carried, by all the passages under it; what has none is no claim."""
        return {"parts": [carried(*one) for one in statements(asked)]}

    def _PositionsAnswer(self, asked: Asked) -> Any:
        taken = re.findall(r"^([A-H]) (affirms|denies|qualifies) the claim, on these", asked.user, re.M)
        return {
            "stances": [{"document": letter, "stance": stance, "why": ""} for letter, stance in taken],
            "parts": [carried(*one) for one in statements(asked)],
        }

    def _ExclusionAnswer(self, asked: Asked) -> Any:
        return {"can_all_be_true": False, "why": "They speak of the same thing."}

    def _SummaryAnswer(self, asked: Asked) -> Any:
        return {"sentences": [{"text": text[:90], "segments": [key]} for key, text in list(shown(asked).items())[:4]]}

    def _ContradictionsAnswer(self, asked: Asked) -> Any:
        segments = shown(asked)
        letters = list(dict.fromkeys(key[0] for key in segments))[:2]
        first, second = (next(key for key in segments if key[0] == letter) for letter in letters)
        row = {
            "claim": "A later start keeps its gain in sleep.",
            "strength": "direct",
            "why": "They measured at other times.",
            "positions": [
                {"document": letters[0], "stance": "affirms", "says": "It is kept.", "segments": [first]},
                {"document": letters[1], "stance": "denies", "says": "It is lost.", "segments": [second]},
            ],
        }
        return {"contradictions": [row]}

    def _JudgedAnswer(self, asked: Asked) -> Any:
        numbers = re.findall(r"^(\d+)\. ", asked.user, re.M)
        return {
            "factual": [{"number": int(number), "factual": True, "why": ""} for number in numbers],
            "breadth": 3,
            "contextualization": 2,
            "why": "It covers most of it.",
        }


def statements(asked: Asked) -> list[tuple[int, str, list[str]]]:
    """The sentences that are to be checked, by their numbers, each with the passages above it."""
    found, above = list[tuple[int, str, list[str]]](), list[str]()
    for line in asked.user.splitlines():
        if line.endswith(":"):
            above = []
        elif passage := _SHOWN.match(line):
            above.append(passage[1])
        elif sentence := re.match(r"(\d+)\. (.*)", line):
            found.append((int(sentence[1]), sentence[2], above))
    return found


def carried(number: int, text: str, segments: list[str]) -> dict[str, Any]:
    """A sentence as one part that its passages carry."""
    return part(number, text, "carried" if segments else "no-claim", segments)


def part(number: int, says: str, finding: str, segments: Iterable[str] = (), why: str = "") -> dict[str, Any]:
    return {"sentence": number, "says": says, "finding": finding, "segments": list(segments), "why": why}


def sentence(text: str, relation: str, segments: Iterable[str], silent: str = "none") -> dict[str, Any]:
    return {"text": text, "relation": relation, "segments": list(segments), "does_not_address": silent}


def _first_of_each(segments: dict[str, str]) -> tuple[str, str]:
    letters = list(dict.fromkeys(key[0] for key in segments))[:2]
    first, second = (next(key for key in segments if key[0] == letter) for letter in letters)
    return first, second


def compared(
    server: ModelServer,
    folder: Path,
    *paths: Path,
    focus: str = "later school hours",
    way: Way = Way.TREE,
    depth: int = 1,
    steering: tuple[Steer, ...] = (),
    saved: list[Comparison] | None = None,
    **settings: Any,
) -> Comparison:
    """A comparison of these, the two about school hours if none are named; its journal lies in `folder`."""

    async def work() -> Comparison:
        models = models_of(server.models(in_flight=32, **settings))
        shelf = Shelf(folder / "shelf")
        sizes = Sizes(depth=depth, claims=2, words=60)
        job = Job(read_all(paths or (HARNLEY, WESTMARK), shelf), focus, way, sizes, steering)
        llm = LanguageModel(models)
        try:
            return await compare(
                job,
                llm,
                models,
                BagEmbedder(),
                journal=folder / "journal.jsonl",
                shelf=shelf,
                save=(saved if saved is not None else []).append,
            )
        finally:
            await llm.close()

    return asyncio.run(work())
