"""A model that debates without thinking: it reads each passage as a point, and answers each point in a plain sentence.

It keeps to the prompts and their shapes, so that a benchmark measures how the words go round, not how good they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zlib import crc32

from bench.loopback.chats import LoopbackModel
from bench.loopback.recording import RecordedQuestion

QUOTED_WORDS = 6
ANSWER_WORDS = 26  # that a quotation and its answer take
REASONS = (
    "What holds for one house need not hold for a whole country, and it is the country that we decide for.",
    "That tells us what is hard about it, and says nothing about whether it is worth the trouble.",
    "It would be just as true if the motion fell, so it cannot be what decides this debate.",
    "Somebody has to carry that burden either way, and we have told you who does it better.",
    "A fault that can be mended is a reason to mend it, and never a reason to stand still.",
    "You have shown that some gain less than others, while nobody in this story is worse off.",
    "The fear is honest, but the safeguard against it is the very rule that we defend.",
    "It describes how things are today, which is what the two of us want to change.",
)
POINT = re.compile(r"^((?:pro|con)\d+\.\d+)(?: NEW)? \(speech.*\n +their words: “(.*)”$", re.M)
UNREAD = re.compile(r"^## Said by the other side just now.*\n((?:(?!\n|##).*\n)+)", re.M)
UNREAD_LINE = re.compile(r"^((?:pro|con)\d+\.\d+): “(.*)”$")  # what is not in the record yet has an id and no place
OPTION = re.compile(r"^ +(o\d+) \(prepared.*?\): (.*)$", re.M)
FRAME = re.compile(r"^(you say|so i ask)\b", re.I)
PASSAGE = re.compile(r"^\((\d+)\) (.+)$", re.M)


class PlainModel(LoopbackModel):
    """Serves while it is used as a context.

    Args:
        draft_seconds: that a draft takes.
        other_seconds: that anything else takes.
    """

    def __init__(self, draft_seconds: float = 0.0, other_seconds: float = 0.0) -> None:
        super().__init__(
            answer, "plain", lambda question: draft_seconds if question.shape == "Draft" else other_seconds
        )


def answer(question: RecordedQuestion) -> str | None:
    """What it says; None where it was asked for a shape that it does not know."""
    play = ROLES.get(question.shape)
    return None if play is None else json.dumps(play(question), ensure_ascii=False)


def _side(question: RecordedQuestion) -> str:
    found = re.search(r"for the (pro|con) side", question.user) or re.search(r"the (pro|con) side", question.system)
    return found[1] if found else "pro"


def _selection(question: RecordedQuestion) -> Mapping[str, Any]:
    claims = re.findall(r"^(\S+): .* \(strength", question.user, re.M)
    return {"claims": claims[:3], "framework": "What matters is who is better off."}


def _reading(question: RecordedQuestion) -> Mapping[str, Any]:
    """Each new passage is a point, in its own words, but for those that only lead from one to the next."""
    piece = question.user.rpartition("The new piece:")[2].replace("(?)", "")
    told = [(int(number), " ".join(words.split())) for number, words in PASSAGE.findall(piece)]
    told = [(number, words) for number, words in told if not FRAME.match(words)]
    return {
        "actions": [
            {"action": "propose", "quote": words, "claim": words, "argument": "", "target": "", "passage": number}
            for number, words in told
        ]
    }


def _draft(question: RecordedQuestion) -> Mapping[str, Any]:
    """An answer to each open point for which there are words, the newest first; then what is prepared of its own."""
    user = question.user
    words = int((re.findall(r"about (\d+) words", user) or ["60"])[-1])
    unread = [_named(line) for block in UNREAD.findall(user) for line in block.splitlines()]
    owed = [one for one in (*unread, *reversed(POINT.findall(user))) if one[1] and not FRAME.match(one[1])]
    room = max(1, words // ANSWER_WORDS)
    met, left = owed[:room], [point for point, _ in owed[room:] if point]
    sentences = [one for number, (point, said) in enumerate(met) for one in _answer(f"answer {number}", point, said)]
    spent = sum(len(one["text"].split()) for one in sentences)
    for one in _own(user.partition("## Your own claims")[2]):
        if spent >= words:
            break
        spent += len(one["text"].split())
        sentences.append(one)
    sentences.append({"text": "So I ask for your support.", "passage": "end", "importance": "must"})
    known = [point for point, _ in met if point]
    plan = [_meant("what was said", known, "answer", words)] if known else []
    plan += [_meant("the rest", left, "leave", 0)] if left else []
    return {"side": _side(question), "plan": plan, "sentences": sentences}


def _answer(passage: str, point: str, said: str) -> Iterator[dict[str, Any]]:
    short = " ".join(said.rstrip(".?!,;:").split()[:QUOTED_WORDS])
    reason = REASONS[crc32(said.encode()) % len(REASONS)]
    yield {"text": f"You say, “{short}”.", "passage": passage, "importance": "must"}
    yield {"text": reason, "passage": passage, "importance": "must", "answers": [point] if point else []}


def _own(told: str) -> Iterator[dict[str, Any]]:
    for name, text in OPTION.findall(told):
        for number, sentence in enumerate(re.findall(r"[^.?!]+[.?!]", re.sub(r" \[evidence .*\]$", "", text))):
            does = {} if number else {"does": name}
            yield {"text": sentence.strip(), "passage": f"own {name}", "importance": "should", **does}


def _meant(about: str, points: list[str], decision: str, words: int) -> dict[str, Any]:
    why = "There is no time for more."
    return {"about": about, "points": points, "decision": decision, "importance": "high", "why": why, "words": words}


def _last_words(question: RecordedQuestion) -> Mapping[str, Any]:
    """An answer to the last thing that was said, be it read or not, and a line to close with."""
    told = question.user.partition("What the other side said last:")[2].partition("Points of the other side")[0]
    said = [one for line in told.splitlines() if (one := line.strip()) and "data⟧" not in one and not FRAME.match(one)]
    points = POINT.findall(question.user)
    named, last = _named(said[-1]) if said else (points or [("", "that")])[-1]
    met = [named] if named else [point for point, words in points if words == last]
    sentence = re.split(r"(?<=[.?!]) ", last)[-1]
    answer = [one["text"] for one in _answer("last", "", sentence)]
    return {"side": _side(question), "answers": met, "answer": answer, "closing": ["So I ask for your support."]}


def _named(line: str) -> tuple[str, str]:
    """The id of what was said, empty where it has none, and its words."""
    found = UNREAD_LINE.match(line.strip())
    return (found[1], found[2]) if found else ("", line.strip())


def _heard(question: RecordedQuestion) -> Mapping[str, Any]:
    return {"issues": [], "side": _side(question), "sentences": []}


def _verdicts(question: RecordedQuestion) -> Mapping[str, Any]:
    numbers = re.findall(r"^\((\d+)\) said:", question.user, re.M)
    return {"verdicts": [{"number": int(number), "fair": True, "meets": True} for number in numbers]}


def _revision(question: RecordedQuestion) -> Mapping[str, Any]:
    return {"side": _side(question), "sentences": []}


ROLES: Mapping[str, Callable[[RecordedQuestion], Mapping[str, Any]]] = {
    "Selection": _selection,
    "Reading": _reading,
    "Draft": _draft,
    "LastWords": _last_words,
    "Heard": _heard,
    "Verdicts": _verdicts,
    "Revision": _revision,
}
