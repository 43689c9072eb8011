"""Flow trees of a written debate without a model and without rehearsal trees.

A claim is a short sentence that judges, demands or names a cause and stands by itself. What it answers is told by
what its speaker quoted just before, or by likeness to what the other side has said. On 594 passages of 68 human
debates that quote what they answer, the quote names the right passage of about 23 in 95 %, likeness alone in 41 %.
This finds the subjects of a debate and part of who answered whom; it takes claims in the speakers' own words, misses
what is said between the lines, and mistakes some asides for claims, most of all in speeches that were spoken freely.
A model reads far better.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode, Flows
from planning.language.cues.cues import CAUSES, DEMANDS, FRAMING, PROCEDURE, content_words
from planning.ports import Embedder, Vectors
from rostrum_lab.corpus import claim_cues as cues
from rostrum_lab.corpus.prose import Block, blocks
from rostrum_lab.corpus.speeches import DebateTranscript, TranscribedSpeech
from rostrum_lab.corpus.store import LONGEST

FEWEST_WORDS, MOST_WORDS = 6, 28  # of a claim
FEWEST_CONTENT = 4
WINDOW = 6  # sentences that are searched for one claim with its reason
LONGEST_PASSAGE = 1200  # characters of them that are compared
WORDS_PER_CLAIM = 70  # of a speech: more claims than one in so many are not kept
FEWEST_CLAIMS, MOST_CLAIMS = 3, 12  # a speech
WORTH = 0.35  # of a sentence, from which it is a claim
CONTESTED = 0.5  # added where the other side quotes the passage
ON_SUBJECT = 0.6  # times the cosine to the motion
THE_MOTION = 0.85  # cosine from which a claim is the motion itself, and no argument for it
QUOTED = 0.35  # cosine from which a quote is of that passage
ANSWERS = 0.5  # cosine of two passages from which one answers the other, where it speaks against something
SAME = 0.7  # cosine to one's own claim from which it is more of the same
QUOTE_LETTERS = 50


@dataclass(frozen=True)
class ClaimSentence:
    """A sentence that may be a claim: without its lead-in, what it is worth, whether it speaks against something."""

    text: str
    worth: float
    against: bool


@dataclass(frozen=True)
class Found:
    """A claim with the reason given for it, the passage it is from, and the words of others that it is aimed at."""

    place: int
    claim: ClaimSentence
    passage: str
    reason: str = ""
    aim: str = ""


@dataclass(frozen=True)
class Noted:
    """A node with the passage it was made from, and both as vectors."""

    node: FlowNode
    owner: Side
    passage: str
    claim_vector: Vectors
    passage_vector: Vectors


class EmbeddedReader:
    """Reads the speeches of one debate, in order, into flow trees.

    Args:
        quotes: for each side what it repeats of others, in all its speeches: a passage that is answered with a quote
            holds a claim that mattered.
    """

    def __init__(self, motion: str, embedder: Embedder, quotes: Mapping[Side, Sequence[str]]) -> None:
        self.flows = Flows.empty()
        self._embedder, self._quotes = embedder, quotes
        self._about = embedder.embed([motion])[0]
        self._noted: dict[Side, list[Noted]] = {side: [] for side in Side}

    def read(self, speech: TranscribedSpeech) -> None:
        """Everything that one speech does."""
        pieces = blocks(speech.text)
        spoken = sum(block.words for block in pieces if not block.quoted)
        most = min(MOST_CLAIMS, max(FEWEST_CLAIMS, spoken // WORDS_PER_CLAIM))
        found = list(_found(pieces, self._quotes[speech.side.other]))
        if not found:
            return
        vectors = self._embedder.embed([one.claim.text for one in found])
        worth = [one.claim.worth + ON_SUBJECT * float(v @ self._about) for one, v in zip(found, vectors, strict=True)]
        heard = list(self._noted[speech.side.other])
        for i in sorted(sorted(range(len(found)), key=lambda i: -worth[i])[:most]):
            if float(vectors[i] @ self._about) < THE_MOTION:
                self._place(found[i], vectors[i], speech.side, heard)

    def _place(self, one: Found, vector: Vectors, speaker: Side, heard: Sequence[Noted]) -> None:
        """Put a claim where it belongs in the trees."""
        passage = self._embedder.embed([one.passage])[0]
        own = self._noted[speaker]
        mine, like_mine = _likest(vector, own, lambda noted: noted.claim_vector)
        if mine is not None and like_mine >= SAME:
            argument = one.reason or one.claim.text
            if argument not in (mine.node.claim, *mine.node.arguments):
                self._apply(ActionKind.REINFORCE, speaker, mine.node.claim, argument, mine)
            return
        theirs = self._answered(one, passage, heard, own)
        kind = ActionKind.PROPOSE if theirs is None else self.flows.answering(theirs.node, speaker)
        owner, node = self._apply(kind, speaker, one.claim.text, one.reason, theirs)
        own.append(Noted(node, owner, one.passage, vector, passage))

    def _answered(self, one: Found, passage: Vectors, heard: Sequence[Noted], own: Sequence[Noted]) -> Noted | None:
        """The claim of the other side's that this one speaks to."""
        if one.aim:
            for noted in heard:
                if _repeats(one.aim, noted.passage):
                    return noted
            meant, like = _likest(self._embedder.embed([one.aim])[0], heard, lambda noted: noted.passage_vector)
            if like >= QUOTED:
                return meant
        theirs, like_theirs = _likest(passage, heard, lambda noted: noted.passage_vector)
        _, like_mine = _likest(passage, own, lambda noted: noted.passage_vector)
        needed = ANSWERS if one.claim.against else ANSWERS + 0.1
        return theirs if like_theirs >= max(needed, like_mine) else None

    def _apply(
        self, kind: ActionKind, actor: Side, claim: str, argument: str, target: Noted | None
    ) -> tuple[Side, FlowNode]:
        owner = actor if target is None else target.owner
        aimed, place = ("", None) if target is None else (target.node.claim, target.node.id)
        action = Action(kind=kind, actor=actor, claim=claim, argument=argument, target=aimed)
        made = self.flows.trees[owner].apply(action, place)
        assert made is not None, "a proposal, or a target that is there"
        return owner, self.flows.trees[owner].nodes[made]


def read_embedded(debate: DebateTranscript, embedder: Embedder) -> Flows:
    """The flow trees of a debate."""
    quotes: dict[Side, list[str]] = {side: [] for side in Side}
    for speech in debate.speeches:
        quotes[speech.side] += [block.text for block in blocks(speech.text) if block.quoted]
    reader = EmbeddedReader(debate.motion, embedder, quotes)
    for speech in debate.speeches:
        reader.read(speech)
    return reader.flows


def _likest(vector: Vectors, among: Sequence[Noted], by: Callable[[Noted], Vectors]) -> tuple[Noted | None, float]:
    if not among:
        return None, -1.0
    cosines = np.stack([by(noted) for noted in among]) @ vector
    best = int(cosines.argmax())
    return among[best], float(cosines[best])


def _repeats(quote: str, passage: str) -> bool:
    """Whether a quote begins with words of that passage; a quote of a word or two tells nothing."""
    begin = _letters(quote)[:QUOTE_LETTERS]
    return len(begin) > QUOTE_LETTERS // 2 and begin in _letters(passage)


def _letters(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def _found(pieces: Sequence[Block], quoted_later: Sequence[str]) -> Iterator[Found]:
    """At most one claim from each few sentences, with its reason."""
    aim, place = "", 0
    for block in pieces:
        if block.quoted:
            aim = block.text[:LONGEST_PASSAGE]
            continue
        whole = block.sentences
        for start in range(0, len(whole), WINDOW):
            window = whole[start : start + WINDOW]
            passage = " ".join(window)[:LONGEST_PASSAGE]
            repeated = next((s for s in window if cues.OTHERS.search(s) and not cues.ANSWERING.search(s)), "")
            rated = [rate(s, first=start + i == 0) for i, s in enumerate(window) if s != repeated]
            best = max((one for one in rated if one is not None), key=lambda one: one.worth, default=None)
            if best is not None and any(_repeats(quote, passage) for quote in quoted_later):
                best = replace(best, worth=best.worth + CONTESTED)
            if best is not None and best.worth >= WORTH:
                yield Found(place, best, passage, _reason(window, best.text), (repeated or aim)[:LONGEST_PASSAGE])
                place += 1
            aim = ""  # what was quoted is answered by the passage after it


def rate(sentence: str, *, first: bool = False) -> ClaimSentence | None:
    """A sentence as a claim; None for one that cannot be one: too short, a question, about the debate itself.

    Of a long sentence the first part that says something is taken.
    """
    said = cues.TAIL.sub(".", sentence)
    parts = [said] if len(said.split()) <= MOST_WORDS else [part for part in cues.CLAUSE.split(said) if part]
    text = next((text for text in map(_bare, parts) if _can_be_a_claim(text)), "")
    if not text or cues.DEBATERS.search(sentence):
        return None
    against = bool(cues.AGAINST.search(sentence))
    worth = 0.35 * min(2, len(DEMANDS.findall(text))) + 0.25 * min(2, len(CAUSES.findall(text)))
    worth += 0.3 * first + 0.1 * against - 0.5 * bool(cues.LEANING.match(text)) - 0.02 * abs(len(text.split()) - 14)
    return ClaimSentence(text, worth - 0.1 * (len(parts) > 1), against)


def _bare(text: str) -> str:
    """Without the words that lead to it, and as a sentence."""
    text = cues.LEAD_IN.sub("", text.strip()).strip(" \"“”'*_,;")
    return text and text[0].upper() + text[1:] + ("" if text[-1] in ".!?:…" else ".")


def _can_be_a_claim(text: str) -> bool:
    words = len(text.split())
    fits = FEWEST_WORDS <= words <= MOST_WORDS and len(text) <= LONGEST and not text.endswith(("?", ":", "...", "…"))
    whole = text[:1].isalnum() and not cues.HANGING.match(text) and len(content_words(text)) >= FEWEST_CONTENT
    return fits and whole and _proposes(text)


def _proposes(text: str) -> bool:
    """Whether a sentence says something about the world and not about the debate or its speakers."""
    about = (PROCEDURE, cues.DEBATERS, cues.OTHERS)
    return not (any(one.search(text) for one in about) or FRAMING.search(text.lower()))


def _reason(window: Sequence[str], claim: str) -> str:
    """The sentence beside a claim that says most why; empty if none does."""
    best, most = "", 0
    for sentence in window:
        text = _bare(sentence)
        told = len(cues.REASONS.findall(text))
        if told > most and text.lower() != claim.lower() and not cues.DEBATERS.search(text) and _can_be_a_claim(text):
            best, most = text, told
    return best
