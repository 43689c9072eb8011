"""The embedded debater: writes a statement from a plan and the rehearsal trees, with no model.

It opens with definition, criterion and claims, rebuts by naming the opponent's point and answering
it, and closes by weighing the battlefields. It speaks a prepared sentence once a match at most, and
only nodes in its own side's voice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from config.format import Side, Stage
from config.statement import WORDS_PER_MINUTE, Sentence, Statement, without
from planning.language.cues.cues import content_words, stem
from planning.language.cues.manners import Remark, foreign, remark
from planning.language.repeated import Told, read_back
from planning.methods.treedebater.choosing.choose import Plan
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.methods.treedebater.writing.closing import Closing
from planning.methods.treedebater.writing.statement import Draft
from planning.methods.treedebater.writing.wording import Banks, Names, Phrases, ordinary_words

SEVERAL = 3  # passages, from which something is worth a remark that may have been a slip
READ_OUT = 0.7  # share of a finding's words in what was heard at one go, from which it was read out


@dataclass
class Memory:
    """What this side has already spoken in the match: sentences, the nodes they came from, the frames used."""

    sentences: set[str] = field(default_factory=set)
    nodes: set[str] = field(default_factory=set)
    phrases: set[str] = field(default_factory=set)

    def note(self, sentence: Sentence, phrase: str | None = None) -> None:
        self.sentences.add(sentence.text)
        if phrase is not None:
            self.phrases.add(phrase)
        if sentence.source is not None:
            self.nodes.add(sentence.source)


def _ours(rehearsal: Rehearsal, side: Side) -> list[str]:
    """All that a side could say for itself, but for what is told of the other side."""
    nodes = [node for node in rehearsal.nodes.values() if node.side is side]
    findings = [rehearsal.file.evidence[key].finding for node in nodes for key in node.node.evidence]
    case = rehearsal.case(side)
    prepared = [text for node in nodes for text in (node.claim, *node.node.argument, node.node.impact)]
    return [*case.definition, *case.criterion, *prepared, *findings]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text))


class PreparedWriter:
    """Writes the statements of one side for one match.

    Args:
        words_per_minute: how fast they will be spoken.
    """

    def __init__(
        self, rehearsal: Rehearsal, side: Side, banks: Banks, seed: str, *, words_per_minute: float = WORDS_PER_MINUTE
    ) -> None:
        self.rehearsal, self.side = rehearsal, side
        self.words_per_second = words_per_minute / 60
        self.memory = Memory()
        self._banks, self._seed = banks, seed
        self._names = Names(rehearsal.file.names, ordinary_words(rehearsal))
        self._findings = {item.finding: _stems(item.finding) for item in rehearsal.file.evidence.values()}
        self._read_out: set[str] = set()  # those that the opponent told of
        self._passage: frozenset[str] = frozenset()  # stems of the last one heard
        self._phrase_of: dict[str, str] = {}
        self._remarks: list[Remark] = []  # of the opponent's
        self._told = Told()
        self._echoes: list[str] = []  # sentences of ours that it read out
        self._prepared = _ours(rehearsal, side)

    def write(self, plan: Plan, seconds: float, turn: int) -> Statement:
        """A statement with enough in reserve to fill `seconds`; the same plan gives the same text."""
        phrases = Phrases(self._banks, f"{self._seed}/{self.side}/{turn}", self.memory.phrases)
        self._phrase_of = phrases.phrase_of
        if plan.stage is Stage.CLOSING:
            written = Closing(self, phrases, plan, seconds).sentences()
        else:
            draft = Draft(self, phrases, plan, seconds)
            written = draft.opening() if plan.stage is Stage.OPENING else draft.rebuttal()
        return Statement(sentences=self._fresh(written))

    def spoke(self, sentence: Sentence) -> None:
        """A sentence of ours was heard: none of its words and, while others are left, its frame again."""
        self.memory.note(sentence, self._phrase_of.get(sentence.text))
        self._told.add(sentence.text)

    def phrase(self, text: str) -> str | None:
        """The frame of a sentence of the last statement; None of one that is prepared as it is."""
        return self._phrase_of.get(text)

    def _fresh(self, sentences: Iterable[Sentence]) -> tuple[Sentence, ...]:
        """Drop the units with a sentence that was spoken before or is written twice, and what needs them."""
        written = list(sentences)
        seen = set(self.memory.sentences)
        gone: set[str] = set()
        for sentence in written:
            if sentence.text in seen:
                gone.add(sentence.unit)
            seen.add(sentence.text)
        return without(written, gone)

    @property
    def spoken(self) -> set[str]:
        """Ids of the prepared nodes this side has spoken."""
        return self.memory.nodes

    @property
    def said(self) -> set[str]:
        """The sentences this side has spoken."""
        return self.memory.sentences

    def clause(self, claim: str) -> str:
        return self._names.clause(claim)

    def listened(self, passage: str) -> None:
        """The opponent said this."""
        meant = remark(passage)
        if meant is not None and (meant is not Remark.NONSENSE or foreign(passage)):
            self._remarks.append(meant)
        before, self._passage = self._passage, _stems(passage)
        said = before | self._passage
        self._read_out |= {f for f, words in self._findings.items() if len(words & said) >= READ_OUT * len(words)}

    def hears_itself(self, passage: str) -> bool:
        """Whether the opponent only says again what this side has said, or could say for itself."""
        verbatim = self._told.read_by(passage)
        sentence = read_back(passage, self._prepared)
        if sentence is not None and sentence in self.memory.sentences:
            self._echoes.append(sentence)
        return verbatim or sentence is not None

    @property
    def echo(self) -> str | None:
        """A sentence of ours that the opponent read out among others, while nothing was said of that."""
        heard = self._echoes if len(self._echoes) >= SEVERAL and not self._used("read-back") else []
        return min(heard, key=len, default=None)

    @property
    def unmannered(self) -> Remark | None:
        """What to say a dry word to, once in a match: the worst of what was said that argues nothing."""
        if any(self._used(f"dry.{one}") for one in Remark):
            return None
        least = {Remark.NONSENSE: SEVERAL}
        return next((one for one in Remark if self._remarks.count(one) >= least.get(one, 1)), None)

    def _used(self, bank: str) -> bool:
        return bool(self.memory.phrases & {*self._banks[bank]})

    def read_out(self, finding: str) -> bool:
        """Whether the opponent has read this finding out, in one passage or two."""
        return finding in self._read_out
