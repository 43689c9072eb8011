"""What the report shows, as values: turns, plans, flow trees, troubles, what models were used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from agent.match.afterwards.actions import kinds
from agent.match.afterwards.finished import Said, in_order
from agent.match.afterwards.model_use import summary
from agent.match.afterwards.verified import VerifiedClaim
from agent.match.clock import face
from agent.match.events import (
    ActionExtracted,
    AudienceFeedback,
    FitStep,
    PlannedField,
    PlanUpdated,
    RoleUse,
    SentenceSpoken,
)
from agent.match.state import Match, TurnRecord
from agent.running.files.folder import recording_name
from agent.show.transcript import Paragraph, paragraphs, recognizers, side_name
from agent.show.turns import HeardLine, lines_heard, points_of_information, preparations, prepared_seconds, unplaced
from config.format import Side, Turn
from planning.debate.argument import ActionKind
from planning.debate.flow import ClaimStatus, FlowTree
from planning.debate.planned import PlannedOption

SHARED, SHARED_BITS = ".ogg", 16_000  # how a recording ends in a copy that is small enough to be sent


@dataclass(frozen=True)
class TroubleNote:
    """Something that did not go as it should, and what was done about it; `times` it happened."""

    part: str
    reason: str
    instead: str
    times: int


@dataclass(frozen=True)
class TurnReport:
    """A turn of the format; `record` is None for one that was not held, `recording` a URL beside the page.

    `exchange`: all that was said, where both sides were heard. `told`: of points of information and preparation.
    """

    number: int
    turn: Turn
    record: TurnRecord | None
    recording: str | None
    paragraphs: Sequence[Paragraph]
    heard: Sequence[HeardLine]
    unplaced: Sequence[ActionExtracted]
    recognizers: str
    exchange: Sequence[Said] = ()
    told: Sequence[str] = ()


@dataclass(frozen=True)
class FieldView:
    """A battlefield with its options apart by whether they were spoken; `share` of the longest one's seconds."""

    field: PlannedField
    share: float
    spoken: Sequence[PlannedOption]
    left: Sequence[PlannedOption]


@dataclass(frozen=True)
class PlanView:
    """What was planned for a turn, what the controller did step by step, what the audience said of the draft, and the
    actions that were `taken` in it."""

    number: int
    turn: Turn
    plan: PlanUpdated | None
    fields: Sequence[FieldView]
    fit: FitStep | None
    steps: Sequence[FitStep]
    feedback: Sequence[AudienceFeedback]
    taken: str


@dataclass(frozen=True)
class FlowView:
    """One observer's picture of what became of one side's claims."""

    observer: Side
    owner: Side
    tree: FlowTree

    @property
    def told(self) -> str:
        attacked = sum(node.status is ClaimStatus.ATTACKED for node in self.tree)
        lost = len(self.tree.unmatched)
        return f"Claims: {len(self.tree.nodes)}, attacked: {attacked}, actions without a match: {lost}."


@dataclass(frozen=True)
class ModelUseView:
    """What one side used language models for, before the match and in it; costs of those with a known price."""

    side: Side
    rows: Sequence[RoleUse]
    calls: int
    cost: float
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    calls_before: int
    cost_before: float


def notes(match: Match) -> Iterator[TroubleNote]:
    troubles = Counter((d.part, d.reason, d.instead) for d in match.degraded)
    troubles.update((f.part, f.reason, "") for f in match.failed)
    troubles.update((side_name(side), f"left: {reason}", "") for side, reason in match.gone.items())
    for trouble, times in troubles.items():
        yield TroubleNote(*trouble, times)


@dataclass(frozen=True)
class VerifiedView:
    """The claims that were looked into, by what they bear on."""

    claims: Sequence[VerifiedClaim]
    match: Match

    def behind(self, spoken: SentenceSpoken) -> Sequence[VerifiedClaim]:
        return [one for one in self.claims if one.bears_on(spoken)]

    def made_in(self, point: str, observer: Side) -> Sequence[VerifiedClaim]:
        """Those that the observer looked into for a point of the other side's."""
        return [one for one in self.claims if one.side is observer and point in one.points]

    def spoken(self, claim: VerifiedClaim) -> Sequence[SentenceSpoken]:
        """What was heard of the sentences that it bears on."""
        return [one for turn in self.match.turns for one in turn.spoken if claim.bears_on(one)]


# -- what was said -------------------------------------------------------------------------------


def turn_view(match: Match, index: int, folder: Path) -> TurnReport:
    turn = match.format.turns[index]
    record = match.turns[index] if index < len(match.turns) else None
    wav = folder / recording_name(index, turn.side, match.format)
    recording = next((path.name for path in (wav, wav.with_suffix(SHARED)) if path.is_file()), None)
    return TurnReport(
        number=index + 1,
        turn=turn,
        record=record,
        recording=recording and quote(recording),
        paragraphs=paragraphs(match, index) if record else (),
        heard=lines_heard(record) if record else (),
        unplaced=unplaced(record) if record else (),
        recognizers=recognizers(record) if record else "",
        exchange=in_order(record) if record and record.both_spoke else (),
        told=list(_told(match, record)) if record else (),
    )


def _told(match: Match, record: TurnRecord) -> Iterator[str]:
    for one in preparations(match, record.index):
        yield f"Before it {side_name(one.side)} took {face(prepared_seconds(match, one))} for preparation."
    yield from points_of_information(record, side_name(record.side.other))


# -- why it was said -----------------------------------------------------------------------------


def plan_view(match: Match, index: int) -> PlanView:
    plan, fits, spoken = match.plans.get(index), match.fits.get(index), _spoken_nodes(match, index)
    planned = plan.battlefields if plan else ()
    longest = max((field.seconds for field in planned), default=0.0) or 1.0
    return PlanView(
        number=index + 1,
        turn=match.format.turns[index],
        plan=plan,
        fields=[_field(field, longest, spoken) for field in planned],
        fit=fits[-1] if fits else None,
        steps=fits or (),
        feedback=match.feedback.get(index, ()),
        taken=_taken(match, index),
    )


def _taken(match: Match, index: int) -> str:
    """'attack 3, rebut 2': the actions of the side in that turn, if it was held."""
    counts = kinds(match, match.turns[index]) if index < len(match.turns) else {}
    return ", ".join(f"{kind.value} {counts[kind]}" for kind in ActionKind if counts.get(kind))


def _spoken_nodes(match: Match, index: int) -> frozenset[str]:
    """The rehearsal nodes of which something was spoken in that turn."""
    if index >= len(match.turns):
        return frozenset()
    lines = [line for paragraph in paragraphs(match, index) for line in paragraph.lines]
    return frozenset(line.written.source for line in lines if line.written and line.written.source)


def _field(field: PlannedField, longest: float, spoken: frozenset[str]) -> FieldView:
    return FieldView(
        field=field,
        share=field.seconds / longest,
        spoken=[option for option in field.options if option.node in spoken],
        left=[option for option in field.options if option.node not in spoken],
    )


# -- what became of it ---------------------------------------------------------------------------


def flow_view(match: Match, observer: Side, owner: Side) -> FlowView:
    return FlowView(observer, owner, match.flows[observer][owner])


# -- what it took --------------------------------------------------------------------------------


def models_views(match: Match) -> list[ModelUseView]:
    """A side each, in the order in which they speak; the last report of a side counts all there was before it."""
    sums = summary(match.used)["sides"]
    return [
        ModelUseView(
            side=side,
            rows=match.used[side].rows,
            calls=sums[side.value]["calls"],
            cost=sums[side.value]["cost"],
            tokens_in=sums[side.value]["prompt_tokens"],
            tokens_cached=sums[side.value]["cached_tokens"],
            tokens_out=sums[side.value]["completion_tokens"],
            calls_before=sums[side.value]["preparation"]["calls"],
            cost_before=sums[side.value]["preparation"]["cost"],
        )
        for side in Side
        if side in match.used
    ]
