"""Flow trees of a written debate without a model and without rehearsal trees.

A claim is a short sentence that judges, demands or names a cause and stands by itself. What it answers is told by
what its speaker quoted just before, or by likeness to what the other side has said. This finds the subjects of a
debate and much of who answered whom; it takes claims in the speakers' own words, misses what is said between the
lines, and mistakes some asides for claims. A model reads far better.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from config.format import Side
from planning.argument import Action, ActionKind
from planning.corpus.prose import Block, blocks
from planning.corpus.speeches import Speech, Transcript
from planning.corpus.store import LONGEST
from planning.extract import FRAMING, Flows, content_words
from planning.flow import FlowNode
from planning.ports import Embedder, Vectors

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

_DEMANDS = re.compile(
    r"\b(should|shouldn't|must|ought|need(s|ed)? to|ha(s|ve) to|cannot|can't|never|right to|wrong|immoral|moral(ly)?"
    r"|just(ice|ified)?|fair|unfair|better|worse|best|worst|more|less|most|only|important|essential|necessary|crucial"
    r"|harm(s|ful)?|benefit(s|ed)?|good|bad|evil|dangerous|safe|effective|useless|possible|impossible|likely|true"
    r"|false|valid|evidence|proof|prove[sdn]?|fails?|wins?|costs?|protects?|violates?|destroys?|undermines?)\b",
    re.I,
)
_CAUSES = re.compile(
    r"\b(because|therefore|thus|hence|since|so that|means? that|leads? to|led to|causes?|caused|results? in|makes?"
    r"|allows?|prevents?|reduces?|increases?|improves?|creates?|requires?|shows? that|why|if|would|will)\b",
    re.I,
)
_REASONS = re.compile(
    r"\b(because|since|for (example|instance)|such as|study|studies|according to|research|in fact|therefore|means|shows?"
    r"|due to|if|when)\b|\d",
    re.I,
)
_AGAINST = re.compile(
    r"\b(not|n't|no|never|however|but|although|false|wrong|incorrect|fallacy|fallacious|irrelevant|fails?|ignores?"
    r"|contradict\w*|instead|even if|still|yet|refut\w*|disagree\w*|flaw\w*|assum\w*|strawm\w*|only because)\b|n['’]t\b",
    re.I,
)
_OTHERS = re.compile(
    r"\b(my opponent|(the )?other side|opp(osition)?|gov(ernment)? (bench|says?|tells?|claims?)|(pro|con)('s|’s)?"
    r"(?= (says?|said|claims?|claimed|argues?|argued|states?|stated|asserts?|thinks?|points?|mentions?|believes?|tries"
    r"|tried|case|argument|point|position|source|has|is|does|did|can))|you (say|said|claim|claimed|argue|argued|state"
    r"|stated|mention|mentioned|think|believe)|they (say|said|claim|tell|told|argue)|(he|she) (says?|said|claims?"
    r"|claimed|argues?|argued|states?|stated))\b",
    re.I,
)
_ANSWERING = re.compile(r"\b(but|however|although|fails?|wrong|ignores?|hasn't|doesn't|has not|does not)\b", re.I)
_PROCEDURE = re.compile(
    r"\b(this debate|the debate|debates?|debaters?|rounds?|rebuttals?|contentions?|resolution|burden of proof|bop|vote for"
    r"|voters must|judges?|forfeit\w*|definitions?|defined? as|define|dropped|extend|extensions?|concede\w*|kritik"
    r"|semantics|speakers?|speech|panel|notes|[dc]?pm|mg|mo|og|oo|cg|co|(first|second|third) (argument|thing|point|claim)"
    r"|engagement|mechanisms?|clarif\w+|description|rebuke|my (case|point|argument|opponent|source)s?|refut\w+"
    r"|(has|have)(n't| not) (been )?(proven|provided|shown|addressed|answered|responded)"
    r"|your (case|point|argument|question|source|claim|definition|statement|first|second)s?|straw ?man\w*"
    r"|i (will|shall|would like|am|have|hope|thank|accept|agree|look|don't know)|i'll|i'm|i've|we('ve| have) \w+ you"
    r"|let me|let us|let's|thank|thanks|sorry|lol|click|link|source|sources|video|conduct|spelling|grammar|profile"
    r"|point of information|poi)\b",
    re.I,
)
_LEANING = re.compile(
    r"^(this|that|these|those|it|he|she|they|his|her|their|such|which|there|here|who|what|how|why|when|where|you|your|i"
    r"|my|me|we also|also|as (i|you|we)|same|another|one of|all of|some of|none of)\b",
    re.I,
)
_TAIL = re.compile(r",? (right|okay|ok)\?$", re.I)
_CLAUSE = re.compile(
    r"\s*(?:;|—|\s–\s)\s*|,?\s+(?=because\b|which means\b|insofar as\b|considering that\b|given that\b|in that\b)"
    r"|,\s+(?=and\b|but\b|so\b|or\b|since\b|rather\b|such that\b|whereas\b|therefore\b)",
    re.I,
)
_DEBATERS = re.compile(r"\b(Pro|Con|PRO|CON)\b")
_HANGING = re.compile(
    r"^(because|although|though|while|since|like|whereas|if anything)\b[^,]*$", re.I
)  # half a sentence
_LEAD_IN = re.compile(
    r"^((and|but|so|or|however|thus|therefore|hence|furthermore|moreover|also|now|well|ok(ay)?|yes|no|indeed|again|first"
    r"|second|third|firstly|secondly|thirdly|fourthly|lastly|finally|(first|second) of all|in addition|additionally"
    r"|on the contrary|of course|obviously|clearly|in conclusion|to conclude|in fact|besides|meanwhile|simply put|panel"
    r"|in response to [^,]{1,60}|crucially|notably|importantly|basically|essentially|fundamentally|because|note that"
    r"|(just )?note a simple intuition, which is that|we (think|say|believe|told you|would say|also think)( that)?"
    r"|i (think|believe|would say|would argue)( that)?|the (problem|reason) is that|recogni[sz]e that"
    r"|(the )?(first|second|third|fourth|next|final|last|other|important) (thing|point|reason|idea|problem|mechanism)?s?"
    r"[^,.]{0,60}? is( that)?)\b[,:;.–-]*\s+"
    r"|((number|point) )?([a-c]|one|two|three|\d)[,:;.)]\s+|[\d.)(:;,–—-]+\s+)+",
    re.I,
)


@dataclass(frozen=True)
class Sentence:
    """A sentence that may be a claim: without its lead-in, what it is worth, whether it speaks against something."""

    text: str
    worth: float
    against: bool


@dataclass(frozen=True)
class Found:
    """A claim with the reason given for it, the passage it is from, and the words of others that it is aimed at."""

    place: int
    claim: Sentence
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

    def read(self, speech: Speech) -> None:
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


def read_embedded(debate: Transcript, embedder: Embedder) -> Flows:
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
            repeated = next((s for s in window if _OTHERS.search(s) and not _ANSWERING.search(s)), "")
            rated = [rate(s, first=start + i == 0) for i, s in enumerate(window) if s != repeated]
            best = max((one for one in rated if one is not None), key=lambda one: one.worth, default=None)
            if best is not None and any(_repeats(quote, passage) for quote in quoted_later):
                best = replace(best, worth=best.worth + CONTESTED)
            if best is not None and best.worth >= WORTH:
                yield Found(place, best, passage, _reason(window, best.text), (repeated or aim)[:LONGEST_PASSAGE])
                place += 1
            aim = ""  # what was quoted is answered by the passage after it


def rate(sentence: str, *, first: bool = False) -> Sentence | None:
    """A sentence as a claim; None for one that cannot be one: too short, a question, about the debate itself.

    Of a long sentence the first part that says something is taken.
    """
    said = _TAIL.sub(".", sentence)
    parts = [said] if len(said.split()) <= MOST_WORDS else [part for part in _CLAUSE.split(said) if part]
    text = next((text for text in map(_bare, parts) if _can_be_a_claim(text)), "")
    if not text or _DEBATERS.search(sentence):
        return None
    against = bool(_AGAINST.search(sentence))
    worth = 0.35 * min(2, len(_DEMANDS.findall(text))) + 0.25 * min(2, len(_CAUSES.findall(text)))
    worth += 0.3 * first + 0.1 * against - 0.5 * bool(_LEANING.match(text)) - 0.02 * abs(len(text.split()) - 14)
    return Sentence(text, worth - 0.1 * (len(parts) > 1), against)


def _bare(text: str) -> str:
    """Without the words that lead to it, and as a sentence."""
    text = _LEAD_IN.sub("", text.strip()).strip(" \"“”'*_,;")
    return text and text[0].upper() + text[1:] + ("" if text[-1] in ".!?:…" else ".")


def _can_be_a_claim(text: str) -> bool:
    words = len(text.split())
    fits = FEWEST_WORDS <= words <= MOST_WORDS and len(text) <= LONGEST and not text.endswith(("?", ":", "...", "…"))
    whole = text[:1].isalnum() and not _HANGING.match(text) and len(content_words(text)) >= FEWEST_CONTENT
    return fits and whole and _proposes(text)


def _proposes(text: str) -> bool:
    """Whether a sentence says something about the world and not about the debate or its speakers."""
    return not (
        _PROCEDURE.search(text) or _DEBATERS.search(text) or _OTHERS.search(text) or FRAMING.search(text.lower())
    )


def _reason(window: Sequence[str], claim: str) -> str:
    """The sentence beside a claim that says most why; empty if none does."""
    best, most = "", 0
    for sentence in window:
        text = _bare(sentence)
        told = len(_REASONS.findall(text))
        if told > most and text.lower() != claim.lower() and not _DEBATERS.search(text) and _can_be_a_claim(text):
            best, most = text, told
    return best
