"""What there is to choose from for a match, a microphone tried, and advice for a side."""

from __future__ import annotations

from agent.server.contracts.contract import Contract
from config.format import Side


class MotionView(Contract):
    """A motion that can be debated; `type`: policy, value or fact."""

    id: str
    motion: str
    domain: str
    type: str


class MotionList(Contract):
    """All of them."""

    motions: tuple[MotionView, ...]


class PlannedTurn(Contract):
    """A turn of a format. `questions`: whether points of information may be offered in it, and from when to when."""

    side: Side
    name: str
    seconds: float
    cross_examination: bool
    questions: tuple[float, float] | None


class FormatView(Contract):
    """A format: how many turns, and how many seconds of speech in all; `preparation_seconds`: each side's pool."""

    name: str
    description: str
    turns: int
    seconds: float
    gap_seconds: float
    preparation_seconds: float
    warnings_seconds: tuple[float, ...]
    timeline: tuple[PlannedTurn, ...]


class FormatList(Contract):
    """All of them."""

    formats: tuple[FormatView, ...]


class VoiceView(Contract):
    """A voice. `default_for`: the sides that it speaks for where none is asked for; `embedded`: of this machine."""

    name: str
    language: str
    words_per_minute: float | None
    default_for: tuple[Side, ...]
    usable: bool
    reason: str
    embedded: bool


class VoiceList(Contract):
    """Those that a match may ask for."""

    voices: tuple[VoiceView, ...]


class ModelsView(Contract):
    """A set of language models by its name in the settings, empty for the server's own. `model`: its main one."""

    name: str
    model: str


class PartView(Contract):
    """A part of every AI debater: what was configured for it, or the one that is always there."""

    part: str
    name: str
    configured: bool


class ChoicesView(Contract):
    """What an AI debater can be made of.

    `any_motion`: the methods that debate motions for which nothing is prepared, which takes a language model.
    `method_of_pro`, `method_of_con`: the method of who nobody says otherwise of.
    """

    methods: tuple[str, ...]
    any_motion: tuple[str, ...]
    method_of_pro: str
    method_of_con: str
    models: tuple[ModelsView, ...]
    parts: tuple[PartView, ...]


class HeardView(Contract):
    """A sentence that was read aloud, as an embedded recogniser heard it.

    `understood`: the share of its words; `level`: of the voice, in dBFS; `faults`: what is wrong with the sound, the
    worst first, such as `too_quiet`.
    """

    recogniser: str
    heard: str
    understood: float
    level: float
    faults: tuple[str, ...]


class SentenceView(Contract):
    """What to read aloud; `quiet_seconds`: to be silent for before."""

    sentence: str
    quiet_seconds: float


class CoachedAnswer(Contract):
    """What the other side will likely say to a claim, and what to say to that; empty where nothing is prepared."""

    they_say: str
    you_say: str


class CoachedClaim(Contract):
    """A claim of one's own."""

    claim: str
    because: str
    impact: str
    answers: tuple[CoachedAnswer, ...]


class CoachView(Contract):
    """Advice for a side. `criterion`: by what to ask to be judged."""

    side: Side
    criterion: str
    claims: tuple[CoachedClaim, ...]
