"""The rehearsal trees at work: every motion debated by both sides, and against speeches they were not written for.

Two minds debate each motion against the clock. In silence the real delivery chooses the sentences, each as long as
the estimator of syllables says; with sound everything is spoken and recognised. Then each side of each motion meets the
speeches of an opponent from a folder, first as a recogniser without errors would commit them, then as ours hears them.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from agent.local.session import LocalRoom
from agent.local.virtual_time import run as run_loop
from agent.match.events import ActionExtracted
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from agent.seats.guests import read_text
from bench import Measurement, Target
from bench.matches.silent import OPPONENTS, counted, passages
from bench.reading.labels import heard as heard_before
from config.errors import ConfigError
from config.format import MINIMUM_USED, Format, Side, Stage
from config.settings import Settings
from config.shipped import load_format
from config.statement import Sentence
from planning.debate.argument import ActionKind
from planning.debate.flow import FlowTree
from planning.methods.contract import Applied
from planning.methods.treedebater.choosing.retrieve import aimed, hit
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import Embedder
from speech.timing.delivery import Delivery
from speech.timing.duration import Syllables
from speech.timing.fit import GUARD

RECOGNISED, HITS = 0.5, 0.8
IN_REBUTTALS = (ActionKind.ATTACK, ActionKind.REBUT, ActionKind.REINFORCE)

Say = Callable[[str], None]


@dataclass
class MotionTally:
    """What the turns of prepared speakers came to. `used`: shares of the time, `rebuttals`: kinds of action in each."""

    used: list[float] = field(default_factory=list)
    overruns: list[float] = field(default_factory=list)
    sources: set[str] = field(default_factory=set)
    rebuttals: list[Counter[str]] = field(default_factory=list)

    def numbers(self) -> dict[str, Any]:
        kinds = sum(self.rebuttals, Counter())
        return {
            "used_least": round(min(self.used), 4),
            "overrun": round(max(self.overruns), 3),
            "arguments": len(self.sources),
            "in_rebuttals": {kind.value: kinds[kind.value] for kind in ActionKind},
            "combinations": dict(Counter("+".join(sorted(one)) or "none" for one in self.rebuttals)),
        }


@dataclass
class PointCounts:
    """What was made of an opponent's points: `recognised` as a prepared claim, `answered` by the other side.

    `candidates` of the turns after the opponent's first, and those with a prepared node (`found`), as shares summed
    over `plans`.
    """

    made: int = 0
    recognised: int = 0
    answered: int = 0
    actions: int = 0
    actions_hit: int = 0
    plans: int = 0
    found: float = 0.0

    def add(self, other: PointCounts) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def numbers(self) -> dict[str, float]:
        return {
            "points": self.made,
            "recognised": _share(self.recognised, self.made),
            "actions": self.actions,
            "hit_rate": _share(self.actions_hit, self.actions),
            "candidates_found": _share(self.found, self.plans),
            "answered": _share(self.answered, self.made),
        }


def _share(part: float, whole: float) -> float:
    return round(part / whole, 3) if whole else 0.0


def run(
    motions: Sequence[str] = (),
    opponents: Path = OPPONENTS,
    format: str = "oxford",
    *,
    text_only: bool = False,
    sound: bool = False,
    keep: Path | None = None,
    kept: Path | None = None,
    say: Say = lambda _: None,
    embedder: Embedder | None = None,
) -> Measurement:
    """Measure each motion; when interrupted, what was finished is the outcome.

    Args:
        motions: ids; all shipped ones if left out.
        opponents: a folder with `<motion>-<side>/opening.txt` and so on; a side without one is passed over.
        text_only: read the opponents only, do not hear them.
        sound: the prepared matches spoken and recognised too.
        keep: a folder for the matches in which an opponent was heard.
        kept: such a folder; what the recogniser heard then is read again, and nothing is heard anew.
        say: told of progress.

    Raises:
        ConfigError: a speech is missing, or the folder to keep matches in is not empty.
        LogError: a kept match is missing or damaged.
    """
    cached, _ = counted(embedder)
    match_format = load_format(format)
    library = Library()
    chosen = [library.get(name) for name in motions] or library.all()
    if keep is not None and (there := [*keep.glob("*")]):
        raise ConfigError(f"{keep}: there is something in it already ({there[0].name})")
    bench = _Bench(match_format, cached, opponents, text_only, sound, keep, kept, say)
    whole = True
    try:
        for number, rehearsal in enumerate(chosen, 1):
            say(f"{number}/{len(chosen)} {rehearsal.id}")
            bench.measure(rehearsal)
    except KeyboardInterrupt:
        whole = False
        say("interrupted: what follows is of the motions finished before")
    settings = {
        "motions": [line["motion"] for line in bench.lines],
        "complete": whole,
        "opponents": str(opponents),
        "format": format,
        "prepared matches": "spoken and recognised" if sound else "in words, lengths estimated",
        "opponents are": "read, and read as they were heard" if kept else "read" if text_only else "read, and heard",
        "embedder": cached.name,
    }
    return Measurement("library", settings, bench.lines, list(bench.bars()))


@dataclass
class _Bench:
    format: Format
    embedder: Embedder
    opponents: Path
    text_only: bool
    sound: bool
    keep: Path | None
    kept: Path | None
    say: Say
    lines: list[dict[str, Any]] = field(default_factory=list)
    tallies: list[MotionTally] = field(default_factory=list)
    totals: dict[str, PointCounts] = field(default_factory=dict)

    def measure(self, rehearsal: Rehearsal) -> None:
        tally = self._spoken(rehearsal) if self.sound else in_words(rehearsal, self.format, self.embedder)
        line: dict[str, Any] = {"motion": rehearsal.id, "prepared": tally.numbers()}
        met: dict[str, PointCounts] = {}
        for side in Side:
            folder = self.opponents / f"{rehearsal.id}-{side}"
            if not folder.is_dir():
                continue
            said = {stage: [*passages(_text(folder, stage))] for stage in Stage}
            self._note(line, met, f"read {side}", "read", reading(rehearsal, side, said, self.format, self.embedder))
            if self.kept is not None:
                said = heard_before(self.kept / folder.name, side)
                again = reading(rehearsal, side, said, self.format, self.embedder)
                self._note(line, met, f"heard {side}", "heard", again)
            elif not self.text_only:
                self.say(f"  hearing {folder.name}")
                self._note(line, met, f"heard {side}", "heard", self._hearing(rehearsal, side, folder))
        for name, points in met.items():  # only of motions that are finished
            self.totals.setdefault(name, PointCounts()).add(points)
        self.tallies.append(tally)
        self.lines.append(line)

    def _note(
        self, line: dict[str, Any], met: dict[str, PointCounts], name: str, total: str, points: PointCounts
    ) -> None:
        line[name] = points.numbers()
        met.setdefault(total, PointCounts()).add(points)
        self.say(f"  {name}: {line[name]}")

    def _hearing(self, rehearsal: Rehearsal, side: Side, folder: Path) -> PointCounts:
        """A whole match against the opponent's texts, read aloud and recognised."""
        seats = {side: SeatSetup(Occupant.TEXT, folder), side.other: SeatSetup(Occupant.DEBATER)}
        match = self._held(rehearsal, seats, self.keep and self.keep / folder.name)
        heard = [one for turn in match.turns for one in turn.actions if one.observer is side.other]
        own = [turn.index for turn in match.turns if turn.side is side.other]
        after = [
            match.plans[i].hit_rate or 0.0 for i in own if i in match.plans and _heard_before(self.format, i, side)
        ]
        points = _points(match.flows[side.other].values(), side)
        theirs = [one for one in heard if one.action.actor is side]
        points.actions = len(theirs)
        index = Index(rehearsal, self.embedder)
        points.actions_hit = sum(bool(_hit(one, match.flows[side.other], index)) for one in theirs)
        points.plans, points.found = len(after), sum(after)
        return points

    def _spoken(self, rehearsal: Rehearsal) -> MotionTally:
        self.say("  speaking")
        match = self._held(rehearsal, {side: SeatSetup(Occupant.DEBATER) for side in Side})
        tally = MotionTally()
        for turn in match.turns:
            drafted = {s.id: s for s in match.drafts[turn.index].sentences} if turn.index in match.drafts else {}
            said = [drafted[one.id] for one in turn.spoken if one.id in drafted]
            tally.overruns.append(turn.overrun)
            _add(tally, turn.stage, said, turn.spoken_seconds / turn.seconds)
        return tally

    def _held(self, rehearsal: Rehearsal, seats: dict[Side, SeatSetup], keep: Path | None = None) -> Match:
        with tempfile.TemporaryDirectory() as folder:
            out = keep or Path(folder) / "match"
            setup = MatchSetup(rehearsal.subject, self.format, seats, Settings(), out)
            return run_loop(host_match(LocalRoom(fast=True), setup), fast=True)

    def bars(self) -> Iterator[Target]:
        if not self.tallies:
            yield Target("motions measured", 0, 1, above=True)
            return
        kinds = sum((one for tally in self.tallies for one in tally.rebuttals), Counter())
        several = sum(len(one) > 1 for tally in self.tallies for one in tally.rebuttals)
        yield Target("longest overrun, seconds", max(chain(*(t.overruns for t in self.tallies))), 0.0)
        used = round(min(chain(*(t.used for t in self.tallies))), 4)
        yield Target("least share of the time used", used, MINIMUM_USED, above=True)
        yield Target("kinds of action in rebuttals", sum(bool(kinds[k]) for k in IN_REBUTTALS), 3, above=True)
        yield Target("rebuttals that combine kinds", several, 1, above=True)
        for how, points in self.totals.items():
            numbers = points.numbers()
            yield Target(f"hit rate of the opponent's actions, {how}", numbers["hit_rate"], HITS, above=True)
            yield Target(f"share of points recognised, {how}", numbers["recognised"], RECOGNISED, above=True)
            yield Target(
                f"share of candidates with an answer, {how}", numbers["candidates_found"], RECOGNISED, above=True
            )


# -- in words --------------------------------------------------------------------------------------------


def in_words(rehearsal: Rehearsal, match_format: Format, embedder: Embedder) -> MotionTally:
    """A match of two minds that hear each other without errors; every turn is delivered against the clock."""
    minds = {side: Strategy(rehearsal, side, match_format, embedder, "bench") for side in Side}
    tally = MotionTally()
    for index, turn in enumerate(match_format.turns):
        speaker, listener = minds[turn.side], minds[turn.side.other]
        said, end = deliver(speaker, index)
        tally.overruns.append(max(0.0, end - turn.seconds))
        _add(tally, turn.stage, said, end / turn.seconds)
        hears(listener, passages(" ".join(sentence.text for sentence in said)), turn.stage)
    return tally


def reading(
    rehearsal: Rehearsal,
    side: Side,
    speeches: Mapping[Stage, Iterable[str]],
    match_format: Format,
    embedder: Embedder,
) -> PointCounts:
    """A match against an opponent on `side`, of whom these passages are heard."""
    mind = Strategy(rehearsal, side.other, match_format, embedder, "bench")
    points = PointCounts()
    for index, turn in enumerate(match_format.turns):
        if turn.side is side:
            for action in hears(mind, speeches[turn.stage], turn.stage):
                points.actions += 1
                points.actions_hit += action
            continue
        if _heard_before(match_format, index, side):
            points.plans, points.found = points.plans + 1, points.found + (mind.plan(index).hit_rate or 0.0)
        deliver(mind, index)
    points.add(_points(mind.flows.trees.values(), side))
    return points


def _text(folder: Path, stage: Stage) -> str:
    path = folder / f"{stage}.txt"
    if not path.is_file():
        raise ConfigError(f"{path}: there is no such file")
    return read_text(path)


def hears(mind: Strategy, speech: Iterable[str], stage: Stage) -> list[bool]:
    """Of each action in the passages of a speech whether it hit a tree."""
    mind.opponent_begins(stage)
    return [bool(_hit(one, mind.flows.trees, mind.index)) for passage in speech for one in mind.hear(passage)]


def _hit(one: Applied | ActionExtracted, trees: Mapping[Side, FlowTree], index: Index) -> frozenset[Side]:
    """In whose trees there is something for an action."""
    return hit(aimed(one.action, trees[one.owner].nodes.get(one.target or "")), one.action.actor, index)


def deliver(mind: Strategy, index: int) -> tuple[list[Sentence], float]:
    """Speak the turn as the real delivery chooses, by estimated lengths; what was said, and when it ended."""
    seconds = Syllables().estimate
    window = mind.format.turns[index].seconds - GUARD
    delivery = Delivery(mind.write(mind.plan(index), index).sentences, seconds)
    said: list[Sentence] = []
    now = end = 0.0
    while chosen := delivery.choose(window - now):
        sentence, pause = chosen
        delivery.commit(sentence)
        mind.spoke(sentence)
        said.append(sentence)
        end = now + seconds(sentence.text)
        now = end + pause
    return said, end


# -- counting --------------------------------------------------------------------------------------------


def _add(tally: MotionTally, stage: Stage, said: Sequence[Sentence], used: float) -> None:
    acts = [sentence for sentence in said if sentence.action is not None]
    tally.used.append(used)
    tally.sources |= {sentence.source for sentence in acts if sentence.source is not None}
    if stage is Stage.REBUTTAL:
        tally.rebuttals.append(Counter(str(sentence.action) for sentence in acts))


def _points(trees: Iterable[FlowTree], side: Side) -> PointCounts:
    """Of the claims that side made in these flow trees."""
    points = PointCounts()
    for tree in trees:
        for node in tree.of(side):
            points.made += 1
            points.recognised += node.source is not None
            points.answered += any(tree.nodes[child].side is side.other for child in node.children)
    return points


def _heard_before(match_format: Format, index: int, side: Side) -> bool:
    return any(turn.side is side for turn in match_format.turns[:index])
