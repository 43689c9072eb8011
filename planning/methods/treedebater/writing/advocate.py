"""One side of a motion as it speaks: what it may say, what it has said in the match, and what it heard. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from config.format import Side
from config.statement import WORDS_PER_MINUTE, Sentence
from planning.language.cues.manners import Remark, foreign, remark
from planning.language.said import Told, read_back, stems
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.methods.treedebater.writing.wording import Banks, Names, ordinary_words

SEVERAL = 3  # passages, from which something is worth a remark that may have been a slip
WHOLE, ASTRAY = 8, 0.12  # passages of a speech from which it is judged, and the share about the motion that is too few
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


def _subject(rehearsal: Rehearsal) -> frozenset[str]:
    """What the motion is about, in stems. In the speeches of people on it at least 19 % of the passages have one."""
    topics = (tree.topic for side in Side for tree in rehearsal.case(side).trees)
    return stems(" ".join((rehearsal.motion, *topics, *rehearsal.file.names)))


class Advocate:
    """What one side may say, has said and has heard in one match. `words_per_minute`: how fast they will be spoken."""

    def __init__(
        self, rehearsal: Rehearsal, side: Side, banks: Banks, seed: str, *, words_per_minute: float = WORDS_PER_MINUTE
    ) -> None:
        self.side = side
        self.words_per_second = words_per_minute / 60
        self.memory = Memory()
        self._banks, self._seed = banks, seed
        self._read_out: set[str] = set()  # those that the opponent told of
        self._passage: frozenset[str] = frozenset()  # stems of the last one heard
        self._phrase_of: dict[str, str] = {}
        self._remarks: list[Remark] = []  # of the opponent's
        self._heard = self._about = 0  # passages of the speech that is heard, and those that touch the motion
        self._told = Told()
        self.know(rehearsal)

    def know(self, rehearsal: Rehearsal) -> None:
        """From now on there is this much to speak from."""
        self.rehearsal = rehearsal
        self._names = Names(rehearsal.file.names, ordinary_words(rehearsal))
        self._findings = {item.finding: stems(item.finding) for item in rehearsal.file.evidence.values()}
        self._subject = _subject(rehearsal)
        self._prepared = _ours(rehearsal, self.side)

    def spoke(self, sentence: Sentence) -> None:
        """A sentence of ours was heard: none of its words and, while others are left, its frame again."""
        self.memory.note(sentence, self._phrase_of.get(sentence.text))
        self._told.add(sentence.text)

    def phrase(self, text: str) -> str | None:
        """The frame of a sentence of the last statement; None of one that is prepared as it is."""
        return self._phrase_of.get(text)

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
        before, self._passage = self._passage, stems(passage)
        self._heard += 1
        self._about += bool(self._passage & self._subject)
        said = before | self._passage
        self._read_out |= {f for f, words in self._findings.items() if len(words & said) >= READ_OUT * len(words)}

    def hears_itself(self, passage: str) -> bool:
        """Whether the opponent only says again what this side has said, or could say for itself."""
        verbatim = self._told.read_by(passage)
        return verbatim or read_back(passage, self._prepared) is not None

    @property
    def unmannered(self) -> Remark | None:
        """What to say a dry word to, once in a match: the worst of what was said that argues nothing."""
        if any(self._used(f"dry.{one}") for one in Remark):
            return None
        least = {Remark.NONSENSE: SEVERAL}
        return next((one for one in Remark if self._remarks.count(one) >= least.get(one, 1)), None)

    @property
    def confessed(self) -> bool:
        """Whether this side has owned up to having no answer: once in a match is honest, twice is tiresome."""
        return self._used("put-off") or self._used("concede.unanswered")

    def opponent_begins(self) -> None:
        """A new speech of the other side's."""
        self._heard = self._about = 0

    @property
    def astray(self) -> bool:
        """Whether the other side talks about another matter, and nothing was said of that."""
        return self._heard >= WHOLE and self._about < ASTRAY * self._heard and not self._used("astray")

    @property
    def granting(self) -> frozenset[str]:
        """The frames in which a concession of theirs is told."""
        return frozenset(
            phrase for bank in ("granted", "granted.topic", "granted.bare") for phrase in self._banks[bank]
        )

    def _used(self, bank: str) -> bool:
        return bool(self.memory.phrases & {*self._banks[bank]})

    def read_out(self, finding: str) -> bool:
        """Whether the opponent has read this finding out, in one passage or two."""
        return finding in self._read_out
