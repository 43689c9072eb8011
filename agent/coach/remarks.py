"""What was done well and what to work on, by rules: each with words that were said, nothing without. Pure.

A rule finds its places in the match and says how much they weigh; the three that weigh most are told, one of each kind.
Rules look at what can be counted. Whether an argument is a good one they do not know, and never say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.coach.coaching import Became, Quote, Remark, SpeechFigures, TheirPoint
from agent.coach.delivery import FAST, FILLERS, SLOW, stretches
from agent.coach.points import Flow, Group, most_telling, quote_for, quoted, retold
from agent.coach.said import Line, Spoken, quote_of
from config.format import Format, Side, Stage
from planning.debate.argument import ActionKind
from planning.debate.points import PointForm
from planning.debate.standing import Status
from planning.language.figures.figures import figures as figures_in

SHOWN = 3
UNUSED_SHARE, UNUSED_SECONDS = 0.15, 10.0  # of a speech, from which it is worth a word
SPENT = 15.0  # seconds on one point, from which it is told how many
LONG_SILENCE = 5.0
MANY_FILLERS = 3.0  # a minute
SHORT_WORDS = 14  # of a claim that was made in one breath
_REASON = re.compile(
    r"\b(because|since|so that|which means|therefore|that is why|the reason|for example|for instance)\b", re.I
)
_WEIGHS = re.compile(
    r"\b(even if|what (?:really )?matters|matters more|outweigh\w*|weigh\w*|more important|the question is (?:what|whether|who|how)"
    r"|what (?:this|the) (?:motion|debate) (?:is|comes)|comes down to|on balance|bigger than|worth more)\b",
    re.I,
)
_CASE = re.compile(
    r"\b(for example|for instance|imagine an?|picture,? an?|take the case|think of (?:an?|somebody|someone)|there was an? (?:\w+ ){0,2}(?:girl|boy|man|woman|child|school"
    r"|town|family|firm|nurse|worker|friend|student|teacher)|when i (?:was|worked)|in my (?:\w+ ){0,2}(?:years?|school|town|job|class))\b",
    re.I,
)  # fmt: skip
_SIGNPOST = re.compile(
    r"\b(?:my|our) (?:first|second|third|fourth|last|next|final)(?: and last)? (?:point|reason|argument)\b", re.I
)


@dataclass(frozen=True)
class Seen:
    """What rules look at. `stood`: points of one's own that nobody came near."""

    format: Format
    side: Side
    flow: Flow
    mine: Spoken
    theirs: Spoken
    figures: Sequence[SpeechFigures]
    dropped: Sequence[TheirPoint]
    stood: Sequence[Quote]

    @property
    def own(self) -> list[Group]:
        return [group for group in self.flow.of(self.side) if group.recognised]


Weighed = tuple[float, Remark]
Rule = Callable[[Seen], Iterator[Weighed]]


def well(seen: Seen) -> tuple[Remark, ...]:
    return _best(seen, (_granted, _stood, _answered, _came_back, _case, _figure, _weighed, _signposted, _time_used))


def improve(seen: Seen) -> tuple[Remark, ...]:
    return _best(
        seen,
        (_left_out, _by_name, _let_stand, _bare, _new_at_the_end, _unused, _too_fast, _too_slow, _fillers, _silence),
    )


def _best(seen: Seen, rules: Iterable[Rule]) -> tuple[Remark, ...]:
    """The heaviest of each kind, and of these so many; no words are told twice."""
    found = sorted((one for rule in rules for one in rule(seen)), key=lambda one: -one[0])
    kept: list[Remark] = []
    for _, remark in found:
        taken = [(one.kind, (one.quote.turn, one.quote.start)) for one in kept]
        if all(kind != remark.kind and place != (remark.quote.turn, remark.quote.start) for kind, place in taken):
            kept.append(remark)
    return tuple(kept[:SHOWN])


# -- done well -------------------------------------------------------------------------------------------------------


def _stood(seen: Seen) -> Iterator[Weighed]:
    """A point that the other side left alone though it spoke since."""
    for group in seen.own:
        standing = group.standing
        if (
            standing is None
            or standing.status is not Status.DROPPED
            or not seen.format.turns[group.first.turn].carries_actions
        ):
            continue
        quote = quote_for(group, seen.mine)
        if quote is not None and quote in seen.stood and not retold(quote.text):
            said = f"their {_name(seen, standing.turn)}"
            yield 2.0 + min(group.seconds, 40) / 40 + group.sureness, Remark(
                kind="stood",
                title="No answer to a point of yours was heard",
                advice=f"In {said} the other side said nothing that was heard as an answer, or near one. Listen once more; "
                "where it is so, say so in your last speech, for a point that nobody met counts only if listeners know it.",
                quote=quote,
            )  # fmt: skip


def _granted(seen: Seen) -> Iterator[Weighed]:
    for group in seen.own:
        standing = group.standing
        if standing is None or standing.status is not Status.CONCEDED:
            continue
        quote, theirs = quote_for(group, seen.mine), _said_by(seen, standing.by)
        if quote is not None and theirs is not None:
            yield (
                2.6,
                Remark(
                    kind="granted",
                    title="They granted a point of yours",
                    advice="What is granted need not be argued again. Remind listeners of it, and say what follows from it.",
                    quote=quote,
                    theirs=theirs,
                ),
            )


def _answered(seen: Seen) -> Iterator[Weighed]:
    """An answer to their very point, as their listener heard it."""
    for group in seen.own:
        if group.kind not in (ActionKind.ATTACK, ActionKind.REBUT):
            continue
        met = [one for other in seen.flow.of(seen.side.other) for one in _met_by(other, group)]
        quote = quote_for(group, seen.mine)
        theirs = next((found for one in met if (found := quoted(one, seen.theirs)) is not None), None)
        if quote is not None and theirs is not None and theirs.turn < quote.turn:
            yield (
                2.2 + group.sureness,
                Remark(
                    kind="answered",
                    title="You met a point of theirs head-on",
                    advice="The flow heard this as an answer to their very point, which is what wins exchanges.",
                    quote=quote,
                    theirs=theirs,
                ),
            )


def _met_by(other: Group, group: Group) -> list:  # type: ignore[type-arg]
    names = {point.id for point in group.points}
    return [point for point, standing in other.said if standing is not None and names & {*standing.by}]


def _came_back(seen: Seen) -> Iterator[Weighed]:
    """A point that was answered, and taken up again."""
    for group in seen.own:
        standing = group.standing
        if standing is None or standing.status is not Status.ANSWERED or standing.let_stand is not None:
            continue
        later = [point for point in group.points if point.turn > standing.turn]
        quote = most_telling(later, seen.mine)
        theirs = _said_by(seen, standing.by)
        if quote is not None and theirs is not None:
            yield (
                2.1 + 0.1 * len(later),
                Remark(
                    kind="came_back",
                    title="You came back to a point after they answered it",
                    advice="They had answered, and you spoke for it again instead of leaving them the last word.",
                    quote=quote,
                    theirs=theirs,
                ),
            )


def _case(seen: Seen) -> Iterator[Weighed]:
    for line in _matching(seen.mine, _CASE):
        yield (
            1.6 + min(line.words, 30) / 100,
            Remark(
                kind="example",
                title="You made it concrete",
                advice="A case that listeners can picture stays with them longer than a claim.",
                quote=quote_of(seen.side, [line]),
            ),
        )


def _figure(seen: Seen) -> Iterator[Weighed]:
    for line in seen.mine.lines:
        told = [one for one in figures_in(line.text) if any(letter.isdigit() for letter in one)]
        if told and any(one not in ("1", "2") for one in told) and re.search(r"\d", line.text):
            yield (
                1.4,
                Remark(
                    kind="figure",
                    title="You gave a number",
                    advice="A number is harder to wave away than “many”. Where it is not your own, say whose it is in the same breath.",
                    quote=quote_of(seen.side, [line]),
                ),
            )


def _weighed(seen: Seen) -> Iterator[Weighed]:
    for line in _matching(seen.mine, _WEIGHS):
        late = seen.format.turns[line.turn].stage is Stage.CLOSING
        yield (
            1.5 + 0.4 * late,
            Remark(
                kind="weighed",
                title="You told listeners what decides the debate",
                advice="Comparing what is at stake does for listeners what they would otherwise do without you.",
                quote=quote_of(seen.side, [line]),
            ),
        )


def _signposted(seen: Seen) -> Iterator[Weighed]:
    lines = _matching(seen.mine, _SIGNPOST)
    for turn in dict.fromkeys(line.turn for line in lines):
        some = [line for line in lines if line.turn == turn]
        if len(some) > 1:
            yield (
                1.2 + 0.1 * len(some),
                Remark(
                    kind="signposts",
                    title="You said where you were",
                    advice=f"You announced your points {len(some)} times in that speech, so that anybody could take notes of it.",
                    quote=quote_of(seen.side, some[:1]),
                ),
            )


def _time_used(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        if 0.95 * one.allotted <= one.spoken:
            yield (
                0.9,
                Remark(
                    kind="time",
                    title="You used your time",
                    advice=f"You spoke for {_clock(one.spoken)} of {_clock(one.allotted)} and ended inside the clock.",
                    quote=quote_of(seen.side, seen.mine.of(one.turn)[-1:]),
                ),
            )


# -- to work on ------------------------------------------------------------------------------------------------------


def _left_out(seen: Seen) -> Iterator[Weighed]:
    """A point of theirs that was never met; one's own words are what the speech was spent on instead."""
    for one in seen.dropped:
        if one.became is not Became.DROPPED:
            continue
        quote, seconds = _longest(seen, one.speech)
        spent = (
            f"{seconds:.0f} seconds of it went to the point quoted here"
            if seconds >= SPENT
            else "here you spoke of something else"
        )
        title = (
            "You left a question of theirs without an answer" if one.question else "You left a point of theirs standing"
        )
        yield (
            2.5 + 0.5 * one.question + 0.01 * (one.quote.end - one.quote.start),
            Remark(
                kind="left_out",
                title=title,
                advice=f"Your {_name(seen, one.speech)} was the place to meet it; {spent}. Two sentences would do: "
                "what they said, and why it is not so, or matters less.",
                quote=quote,
                theirs=one.quote,
            ),
        )


def _by_name(seen: Seen) -> Iterator[Weighed]:
    """Words near a point of theirs that were not heard as an answer to it."""
    for one in seen.dropped:
        if one.near is not None:
            yield (
                1.9 + 0.3 * one.question,
                Remark(
                    kind="by_name",
                    title="Say whose point you are answering",
                    advice="This came near what they said, and it was not heard as an answer. Begin with their own words "
                    "(“they told you that …”), then say why it is not so.",
                    quote=one.near,
                    theirs=one.quote,
                ),
            )


def _let_stand(seen: Seen) -> Iterator[Weighed]:
    for group in seen.own:
        standing = group.standing
        if standing is None or standing.status is not Status.ANSWERED or standing.let_stand is None:
            continue
        quote, theirs = quote_for(group, seen.mine), _said_by(seen, standing.by)
        if quote is not None and theirs is not None:
            yield (
                2.3 + min(group.seconds, 60) / 100,
                Remark(
                    kind="let_stand",
                    title="You let their answer have the last word",
                    advice=f"They answered this point, and your {_name(seen, standing.let_stand)} did not come back to it. "
                    "Say in one sentence what is left of your point once their answer is granted.",
                    quote=quote,
                    theirs=theirs,
                ),
            )


def _bare(seen: Seen) -> Iterator[Weighed]:
    """A claim made in one breath, without a reason."""
    for group in seen.own:
        words = group.words
        if group.kind is not ActionKind.PROPOSE or len(words.split()) > SHORT_WORDS or group.question:
            continue
        if _REASON.search(words) or figures_in(words) or group.first.form is not PointForm.STATEMENT:
            continue
        quote = quote_for(group, seen.mine)
        if quote is not None and not _goes_on(seen.mine, quote):
            yield (
                1.7,
                Remark(
                    kind="no_reason",
                    title="A claim without its reason",
                    advice="No reason was heard with this. Add one “because” and one case, or leave it out.",
                    quote=quote,
                ),
            )


def _goes_on(spoken: Spoken, quote: Quote) -> bool:
    """Whether the next lines give what the rule misses."""
    after = [line for line in spoken.of(quote.turn) if line.start >= quote.end - 0.2][:2]
    return any(_REASON.search(line.text) or _CASE.search(line.text) or figures_in(line.text) for line in after)


def _new_at_the_end(seen: Seen) -> Iterator[Weighed]:
    for group in seen.own:
        turn = seen.format.turns[group.first.turn]
        if turn.carries_actions or turn.cross_examination is not None or group.kind is not ActionKind.PROPOSE:
            continue
        if group.sureness >= 0.6 and (quote := quote_for(group, seen.mine)) is not None:
            yield (
                1.8,
                Remark(
                    kind="new_at_the_end",
                    title="A new point in your last speech",
                    advice="The other side could not answer it any more, so judges leave it out. Make it earlier, or weigh what is there.",
                    quote=quote,
                ),
            )


def _unused(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        left = one.allotted - one.spoken
        if left >= max(UNUSED_SECONDS, UNUSED_SHARE * one.allotted):
            yield 1.5 + left / one.allotted, Remark(
                kind="time_unused",
                title="You gave time away",
                advice=f"Your {one.name} ended {left:.0f} seconds before the bell. That is room for one more "
                "sentence on what decides the debate, or on a point of theirs.",
                quote=quote_of(seen.side, seen.mine.of(one.turn)[-1:]),
            )  # fmt: skip


def _too_fast(seen: Seen) -> Iterator[Weighed]:
    fastest = max(stretches(seen.mine), key=lambda one: one[0], default=None)
    if fastest is not None and fastest[0] > FAST:
        yield 1.3 + (fastest[0] - FAST) / 100, Remark(
            kind="too_fast",
            title="Too fast to follow",
            advice=f"Here you spoke {fastest[0]} words a minute. Above about {FAST} most listeners lose the thread; "
            "stop for a breath after each sentence that matters.",
            quote=quote_of(seen.side, fastest[1]),
        )  # fmt: skip


def _too_slow(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        if one.words >= 40 and one.words_per_minute < SLOW:
            yield 1.3 + (SLOW - one.words_per_minute) / 100, Remark(
                kind="too_slow",
                title="Slower than you need to be",
                advice=f"In your {one.name} you spoke {one.words_per_minute} words a minute. About 140 keeps listeners with you "
                "and gives you room for one more answer.",
                quote=quote_of(seen.side, seen.mine.of(one.turn)[:1]),
            )  # fmt: skip


def _fillers(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        count = sum(filler.count for filler in one.fillers)
        rate = 60 * count / one.seconds if one.seconds else 0.0
        lines = [line for line in seen.mine.of(one.turn) if FILLERS.search(line.text)]
        if lines and rate >= MANY_FILLERS:
            worst = max(lines, key=lambda line: len(FILLERS.findall(line.text)))
            told = ", ".join(f"“{filler.words}”" for filler in one.fillers[:3])
            yield (
                1.4 + rate / 20,
                Remark(
                    kind="fillers",
                    title="Words that only fill time",
                    advice=f"{count} of them in your {one.name} ({told}), {rate:.0f} a minute. A short silence sounds surer.",
                    quote=quote_of(seen.side, [worst]),
                ),
            )


def _silence(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        for silence in one.silences:
            if silence.seconds >= LONG_SILENCE:
                yield (
                    1.2 + silence.seconds / 30,
                    Remark(
                        kind="silence",
                        title="A long silence",
                        advice=f"After this nothing was heard for {silence.seconds:.0f} seconds. Keep one line ready that leads "
                        "to your next point.",
                        quote=silence.after,
                    ),
                )


# -- what rules share ------------------------------------------------------------------------------------------------


def _matching(spoken: Spoken, pattern: re.Pattern[str]) -> list[Line]:
    return [line for line in spoken.lines if line.words >= 5 and pattern.search(line.text)]


def _longest(seen: Seen, turn: int) -> tuple[Quote, float]:
    """What most seconds of a speech went to, and how many as far as points were read in it; else its longest line."""
    spent: list[tuple[float, Group]] = []
    for group in seen.own:
        there = [point for point in group.points if point.turn == turn]
        spent.append((sum((point.end or 0.0) - (point.start or 0.0) for point in there), group))
    seconds, group = max(spent, key=lambda one: one[0], default=(0.0, None))
    said = [point for point in group.points if point.turn == turn] if group is not None and seconds >= SPENT else []
    if (quote := most_telling(said, seen.mine)) is not None:
        return quote, seconds
    lines = seen.mine.of(turn) or list(seen.mine.lines)
    return quote_of(seen.side, [max(lines, key=lambda line: line.words)]), 0.0


def _said_by(seen: Seen, ids: Sequence[str]) -> Quote | None:
    points = (seen.flow.point(one) for one in ids)
    return next((q for p in points if p is not None and (q := quoted(p, seen.theirs)) is not None), None)


def _name(seen: Seen, turn: int) -> str:
    return f"{seen.format.turns[turn].name} (speech {turn + 1})"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
