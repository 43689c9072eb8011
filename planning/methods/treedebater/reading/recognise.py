"""Which prepared claim a heard passage makes: a posterior over all claims of its speaker, passage after passage.

People spread a point over stories, examples and comparisons, and all claims of a motion share its subject, so no single
cosine tells them apart: of 1,518 passages that readers found to make a prepared claim, the nearest node by cosine was
the right one for one in four. What is known of a passage is therefore weighed together: how like it is to a node, alone
and with what led up to it, the rare words both share, how like its last sentences are to what the node answers, and
how early in a debate nodes of its level are spoken. The weights (`fitted.py`) are fitted by `python -m
tools.fitting claims` on speeches whose points people labelled; so weighed the right node is chosen about twice as often
(`config/recognition.json` says how often, on motions it was not fitted on).

To be the likeliest is not to be made: of passages that argue what no tree holds half were taken for some node.
Whether a claim is made is decided by a model of pairs (`fitted.PairModel`), fitted on 3,350 passages of 26 opponents
and of the 13 people of `tests/debates/people` that are not held out. Tried and left out, for they did not help on
motions left out: windows of three to five passages beside the ways in which claims are said (the likeliest claim was
the right one for 44 points of 100 with them and for 45 without), a linear map of the encoder fitted on the trees'
wordings, stretches of a passage and joint encodings of several, more or deeper trees, and the encoder as a cross-
encoder (adapters of rank 16, 12,000 pairs): alone it chose the right one of ten claims in 25 %, the features here in
51 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from config.format import Side, Stage
from planning.debate.encoding import Encoded
from planning.language.cues.cues import ANNOUNCES, OWN_LIFE, QUOTING, REPORTED, content_words
from planning.methods.treedebater.reading.fitted import Floats, PairModel, unit
from planning.methods.treedebater.reading.pair_features import HeardPassage, PairFeatures, posterior
from planning.methods.treedebater.reading.prepared_claims import Recognition, Wordings
from planning.methods.treedebater.trees.rehearsal import Prepared

SMALL = 0.02  # share under which a claim is not told as one that may be meant, however little
LIKELY = 0.25  # from which a claim may be meant: enough to choose an answer by, too little to say that it was made


SURE = 0.5  # cosine from which a claim that was made may be told in its own words
NOTHING = 0.6  # posterior from which a passage argues nothing: of such ones two in three do not, and 5 % are new points
MEMORY, FADING = 6, 0.75  # passages that are remembered, and how much each counts less than the next
QUOTED = 3  # passages for which a quotation tells what is being answered
WORDS_BACK = 4  # passages whose words are counted together
VERBATIM = 0.5  # cosine above which a passage is nearly a prepared sentence
NEAR = 0.2  # cosine under which a claim has nothing to do with a passage
REPEATED = 0.85  # cosine from which it is one, as in the mouth of another prepared debater


@dataclass(frozen=True)
class Likeness:
    """The prepared claim a passage most probably makes.

    `probability`: that it makes it; from `named` on it may be called the speaker's. `cosine`: of the passage to a
    wording of its claim. `nothing`: how probable it is that it makes no prepared claim. `likely`: all claims that it
    may make, with how probable each is, the likeliest first. `shares`: the same of all claims, by their ids, before it
    is asked how far the likeliest is to be trusted: enough to choose among answers by, too little to say anything of.
    `near`: the claims of the other side that these words come near, by their ids, with the cosine: what is asked about
    is often what the other side has a word on.
    """

    node: Prepared
    probability: float
    cosine: float
    nothing: float
    named: float
    likely: tuple[tuple[Prepared, float], ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)
    near: Mapping[str, float] = field(default_factory=dict)

    @property
    def argues(self) -> bool:
        """Whether the passage argues at all, for a prepared claim or another."""
        return self.nothing < NOTHING

    @property
    def about(self) -> bool:
        """Whether the claim may be meant."""
        return self.probability >= LIKELY

    @property
    def made(self) -> bool:
        """Whether the claim may be called the speaker's."""
        return self.probability >= self.named

    @property
    def sure(self) -> bool:
        """Whether the claim's own words may be put into the speaker's mouth."""
        return self.made and self.cosine >= SURE


class SpeechReader:
    """Follows one speech: what a passage makes depends on those before it."""

    def __init__(self, recognition: Recognition, side: Side, stage: Stage, pairs: PairModel | None = None) -> None:
        self._of, self._side, self._stage = recognition, side, stage
        self._model = pairs or recognition.pairs
        self._asked = np.flatnonzero(recognition.of_side[side])
        self._beside = PairFeatures(recognition, self._asked)
        self._wordings: Wordings | None = None  # that the vectors of the passages before are about
        self._vectors: list[Floats] = []
        self._texts: list[str] = []
        self._quotes: list[Floats | None] = []
        self._count = 0

    def read(self, passage: Encoded) -> Likeness | None:
        """The claim the next passage of the speech most probably makes; None where nothing is prepared."""
        if not len(self._asked):
            return None
        table, nothing, cosines = self.features(passage)
        heard = self.heard(passage, table, self._of.weights.logits(table, nothing))
        features = self._beside.of(heard)
        shares, none = self._model.probabilities(features), float(posterior(heard.logits)[-1])
        said = int(cosines[self._asked].argmax())
        if cosines[self._asked[said]] >= REPEATED:
            shares, none, best, trusted = np.zeros_like(shares), 0.0, said, 1.0
        else:
            best = int(shares.argmax())
            trusted = self._model.trusted(best, shares, features, self._of.tree[self._asked])
        node = self._of.nodes[self._asked[best]]
        rest = [
            (float(shares[i]), self._of.nodes[self._asked[i]]) for i in np.flatnonzero(shares >= LIKELY) if i != best
        ]
        others = [(other, min(share, trusted)) for share, other in sorted(rest, key=lambda pair: -pair[0])]
        likely = ((node, trusted), *others) if trusted >= LIKELY else ()
        cosine = float(cosines[self._asked[best]])
        every = {self._of.nodes[self._asked[i]].id: float(shares[i]) for i in np.flatnonzero(shares >= SMALL)}
        every[node.id] = max(trusted, every.get(node.id, 0.0))
        return Likeness(node, trusted, cosine, none, self._model.named, likely, every, self._near(heard))

    def _near(self, heard: HeardPassage) -> dict[str, float]:
        """The claims of the other side that the passage comes near, alone or with the one before it."""
        closest = np.maximum(self._of.closest(heard.alone), self._of.closest(heard.two))
        others = np.flatnonzero(self._of.of_side[self._side.other] & (closest >= NEAR))
        return {self._of.nodes[i].id: float(closest[i]) for i in others.tolist()}

    def heard(self, passage: Encoded, table: Floats, logits: Floats) -> HeardPassage:
        """The passage that `features` was asked for just now, as the pair model is told of it."""
        wordings, _ = self._of.beside(passage)
        alike = wordings.cosines
        alone, two, three = (alike(_middle(self._vectors[-count:])) for count in (1, 2, 3))
        motion, _ = self._of.framing(passage, self._side)
        afresh = bool(ANNOUNCES.search(passage.text.lower()))
        return HeardPassage(passage.text, alone, two, three, table, logits, motion, self._count, self._stage, afresh)

    def features(self, passage: Encoded) -> tuple[Floats, Floats, Floats]:
        """What is known of the next passage: (nodes of the side, features), (features,), (all nodes,) best cosines."""
        of, text = self._of, passage.text
        alike = self._remember(passage).cosines
        cosines = alike(self._vectors[-1])
        typical, pair = of.typical(cosines), alike(_middle(self._vectors[-2:]))
        recent = alike(_middle([FADING**i * v for i, v in enumerate(reversed(self._vectors))]))
        three = alike(_middle(self._vectors[-3:]))
        in_tree = np.full(len(of.nodes), -1.0, dtype=np.float32)
        np.maximum.at(in_tree, of.tree[self._asked], of.typical(three)[self._asked])
        claims, closest, lasting = of.claims(cosines), of.closest(cosines), of.typical(recent)
        columns = (
            typical,
            of.typical(pair),
            lasting,
            of.claims(pair),
            np.maximum(closest - VERBATIM, 0.0),
            in_tree[of.tree],
            self._answered(of.claims(three)),
            self._quoted(),
            of.shared_words(self._texts[-3:]),
            of.shared_words(self._texts[-WORDS_BACK - 1 :]),
            *self._places(),
        )
        nothing = (
            1.0,
            float(bool(REPORTED.search(text.lower()))),
            float(bool(OWN_LIFE.search(text.lower()))),
            len(text.split()) / 20,
            len(content_words(text)) / 10,
            float(self._count <= 2),
            float(typical[self._asked].max()),
            float(lasting[self._asked].max()),
        )
        table = np.stack(columns, axis=1)[self._asked].astype(np.float32)
        return table, np.asarray(nothing, dtype=np.float32), np.maximum(claims, closest * (closest >= VERBATIM))

    def _remember(self, passage: Encoded) -> Wordings:
        """Take the next passage in; the wordings it can be compared with."""
        (wordings, vector), text = self._of.beside(passage), passage.text
        if wordings is not self._wordings:  # another encoder took over, whose vectors mean something else
            self._wordings, self._vectors, self._quotes = wordings, [], []
        if ANNOUNCES.search(text.lower()):  # what led up to the last point says nothing of the next
            self._vectors, self._texts, self._quotes = [], [], []
        self._count += 1
        self._vectors = [*self._vectors, vector][-MEMORY - 1 :]
        self._texts = [*self._texts, text][-WORDS_BACK - 1 :]
        quotes = bool(QUOTING.search(text.lower()))
        heard = self._answered(self._of.claims(wordings.cosines(vector))) if quotes else None
        self._quotes = [*self._quotes, heard][-QUOTED - 1 :]
        return wordings

    def _answered(self, claims: Floats) -> Floats:
        """Shape (nodes,): what the node answers has this cosine; 0 for a main claim."""
        return np.where(self._of.parent >= 0, claims[self._of.parent], np.float32(0.0))

    def _quoted(self) -> Floats:
        heard = [one for one in self._quotes if one is not None]
        return np.max([np.zeros(len(self._of.nodes), dtype=np.float32), *heard], axis=0)  # type: ignore[no-any-return]

    def _places(self) -> Iterator[Floats]:
        level = self._of.level
        opening, closing = self._stage is Stage.OPENING, self._stage is Stage.CLOSING
        for column in (
            level == 0,
            level >= 2,
            level >= 3,
            (level == 0) & opening,
            (level == 1) & opening,
            (level == 0) & closing,
        ):
            yield column.astype(np.float32)


def _middle(vectors: Sequence[Floats]) -> Floats:
    return unit(np.sum(vectors, axis=0))
