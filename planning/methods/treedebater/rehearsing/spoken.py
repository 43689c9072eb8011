"""From a model's answers to what can be spoken: whole sentences, on the right side, nothing said twice. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from config.format import Side
from planning.asking.asking import foreign, plain, wrong_side
from planning.debate.argument import Evidence
from planning.evidence.tracing import lack
from planning.methods.treedebater.rehearsing.grown import Grounds, GrownArgument

LONGEST = 300  # characters of a sentence that is to be spoken
LONGEST_TOPIC = 60
HEARD_KEPT, REASONS_KEPT, LINES_KEPT = 3, 5, 4
ALIKE = 0.8  # share of common words from which one claim repeats another
_NEGATIONS = frozenset("not no never nobody none nor neither cannot without hardly".split())
_NAME = re.compile(r"(?<=[a-z,;] )(?!I\b)[A-Z][\w'’&-]*(?: (?:(?:of|the|and|for) )?[A-Z][\w'’&-]*)*")


def sentence(text: str) -> str:
    """One plain line that begins and ends as a sentence does; empty if there are no words."""
    text = plain(text).strip('"“” ')
    if not any(c.isalnum() for c in text):
        return ""
    return text[:1].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def sentences(texts: Iterable[str], most: int) -> tuple[str, ...]:
    """Those that can be spoken, each once."""
    found = dict.fromkeys(map(sentence, texts))
    return tuple(text for text in found if text and len(text) <= LONGEST)[:most]


def point(claim: str, grounds: Grounds, shown: Mapping[str, Evidence]) -> GrownArgument:
    """The grounds in order, without evidence that was not shown and findings that their item does not have."""
    cited = {one.id.strip(): sentence(one.sentence) for one in grounds.cites}
    return GrownArgument(
        claim=sentence(claim),
        heard=sentences(grounds.heard, HEARD_KEPT),
        argument=sentences(grounds.argument, REASONS_KEPT),
        impact=sentence(grounds.impact),
        evidence=tuple(
            spoken(shown[key], text)
            for key, text in cited.items()
            if key in shown and text and len(text) <= LONGEST and not lack(text, [shown[key]], ())
        ),
    )


def spoken(item: Evidence, text: str) -> Evidence:
    """The item with a sentence for its finding; the words it was found in stay with it."""
    if text == item.finding:
        return item
    return item.model_copy(update={"finding": text, "passage": item.passage or item.finding})


def unfit(one: GrownArgument, side: Side, ancestors: Sequence[str], siblings: Sequence[GrownArgument]) -> str | None:
    """What is wrong with a point, if anything."""
    if not one.claim or not one.argument or not one.impact:
        return "it lacks a claim, reasons or an impact that can be spoken"
    if any(len(text) > LONGEST for text in one.said):
        return f"a sentence is longer than {LONGEST} characters"
    texts = [*one.said, *(item.finding for item in one.evidence)]
    if fault := foreign(texts) or wrong_side(texts, side):
        return fault
    if any(repeats(one.claim, other) for other in ancestors):
        return "it says again what was said above it"
    if any(repeats(one.claim, other.claim) for other in siblings):
        return "it repeats one of the others"
    return None


def repeats(one: str, other: str) -> bool:
    """Whether two claims are the same but for some words; a denial is no repetition."""
    ours, theirs = _words(one), _words(other)
    if not ours or not theirs or _denials(ours) != _denials(theirs):
        return False
    return len(ours & theirs) / len(ours | theirs) >= ALIKE


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+(?:['’]\w+)?", text.lower()))


def _denials(words: frozenset[str]) -> int:
    return sum(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in words)


def names(texts: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """Names in these texts, the most frequent first: words that keep their capital inside a sentence."""
    counts: dict[str, int] = {}
    for text in texts:
        for found in _NAME.findall(text):
            name = re.sub(r"['’]s$", "", found)
            counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts, key=lambda name: -counts[name])[:most])
