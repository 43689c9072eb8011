"""How many calls the checks of a comparison add: a tree in which everything expands, answered by rule on loopback."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench import Measurement
from bench.loopback.chats import LoopbackModel
from bench.loopback.recording import RecordedQuestion
from config.errors import ProviderError
from config.settings import Models, cache_folder
from planning.asking.client import LanguageModel
from planning.compare.documents.reading import read_all
from planning.compare.records import Comparison, Sizes
from planning.compare.run import Job, compare, models_of
from planning.encoders.local import MiniLM
from planning.evidence.shelf import Shelf
from planning.ports import Embedder

DEPTHS = (1, 2, 3)
SENTENCES = 10  # of the synthesis; the check refuses half of them at first
_KINDS = ("red", "green", "blue", "grey", "brown", "white", "black", "pink", "gold", "dark")
_SHOWN = re.compile(r"^\[([A-H]\d+)", re.M)
_NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.M)


def run(embedder: Embedder | None = None, depths: Sequence[int] = DEPTHS) -> Measurement:
    """A row a depth: calls in all, those of the checks, and of what they have written again."""
    embedder = embedder or MiniLM(cache_folder())
    return Measurement("checks", {"sentences": SENTENCES}, [_row(depth, embedder) for depth in depths], [])


def _row(depth: int, embedder: Embedder) -> dict[str, object]:
    asked = Counter[str]()

    def answer(question: RecordedQuestion) -> str:
        asked[question.shape] += 1
        return _answer(question)

    with LoopbackModel(answer, "bench") as server, tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(
            _compared(
                Models(default=server.models().default.model_copy(update={"in_flight": 16, "tries": 3})),
                Path(folder),
                depth,
                embedder,
            )
        )
    if not found.complete or found.missing:
        raise ProviderError("bench", f"the comparison is not whole: {found.stopped or found.missing}")
    checks, again = asked["PartsAnswer"], asked["MendedAnswers"]
    return {
        "what": f"compare, depth {depth}",
        "calls": asked.total(),
        "without_checks": asked.total() - checks - again,
        "checks": checks,
        "written_again": again,
    }


async def _compared(models: Models, folder: Path, depth: int, embedder: Embedder) -> Comparison:
    paths = [folder / f"{letter}.md" for letter in "ab"]
    for path in paths:
        told = "\n\n".join(
            f"Part {n} of {path.stem} tells of matter {n}. It has more to say. It ends." for n in range(40)
        )
        path.write_text(f"# Document {path.stem}\n\n{told}\n")
    models, shelf = models_of(models), Shelf(folder / "shelf")
    llm = LanguageModel(models)
    try:
        job = Job(read_all(paths, shelf), "what the parts tell", sizes=Sizes(depth=depth, words=SENTENCES * 6))
        return await compare(job, llm, models, embedder, journal=folder / "journal.jsonl", shelf=shelf)
    finally:
        await llm.close()


def _answer(question: RecordedQuestion) -> str:
    shown = list(dict.fromkeys(_SHOWN.findall(question.user)))
    first = [next((key for key in shown if key[0] == letter), "") for letter in "AB"]
    topic = question.user.partition("\n")[0]
    own = re.search(r"Your document is (\w)", question.user)
    mine = [key for key in shown if own and key[0] == own[1]]
    numbers = _NUMBERED.findall(question.user)

    def sentence(n: int, what: str) -> dict[str, object]:
        text = f"Both tell of a {_KINDS[n - 1]} {what}."
        return {"text": text, "relation": "shared", "segments": first, "does_not_address": "none"}

    def part(number: str, text: str) -> dict[str, object]:
        finding = "wider" if "blot" in text else "carried"
        return {"sentence": int(number), "says": text, "finding": finding, "segments": shown, "why": ""}

    answers: dict[str, object] = {
        "ClaimsAnswer": {"claims": [{"title": f"{topic} {key}", "description": "", "segments": [key]}
                                    for key in mine[:3]]},
        "LabelsAnswer": {"labels": [{"segment": key, "supports": True, "refutes": False, "clarifies": False,
                                     "irrelevant": False} for key in shown]},
        "SubtopicsAnswer": {"subtopics": [{"title": f"{topic} {n}", "description": "", "claims": [f"A.{n}", f"B.{n}"]}
                                          for n in (1, 2, 3)]},
        "TurnAnswer": {"argument": f"We speak of {topic}.", "segments": mine[:2], "concedes": False},
        "ExpansionAnswer": {"explanation": "There is more.", "progressed": True, "open_questions": False,
                            "clear_winner": False, "winner": "none"},
        "SynthesisAnswer": {"sentences": [sentence(n, "blot" if n % 2 else "part") for n in range(1, SENTENCES + 1)]},
        "MendedAnswers": {"sentences": [sentence(int(n), "piece") | {"number": int(n)} for n, _ in numbers]},
        "PartsAnswer": {"parts": [part(*one) for one in numbers]},
    }  # fmt: skip
    return json.dumps(answers[question.shape])
