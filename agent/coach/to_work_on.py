"""What to work on, by rules. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.coach.coaching import Became, Quote, Remark
from agent.coach.delivery import FAST, FILLERS, SLOW, stretches
from agent.coach.points import quote_for, retold, roots
from agent.coach.remarks import CASE, REASON, SPENT, Seen, Weighed, heaviest, remark
from agent.coach.said import Spoken
from planning.debate.argument import ActionKind
from planning.debate.points import PointForm
from planning.debate.standing import Status
from planning.language.figures.figures import figures as figures_in

UNUSED_SHARE, UNUSED_SECONDS = 0.15, 10.0  # of a speech, from which it is worth a word
LONG_SILENCE = 5.0  # seconds
MANY_FILLERS = 3.0  # a minute
SHORT_WORDS = 14  # of a claim that was made in one breath
ENOUGH_WORDS = 40  # of a speech, from which its pace says something
SURELY_NEW = 0.6
KNOWN_SHARE = 0.5  # of the words of a point, beyond which it was made before


def improve(seen: Seen) -> tuple[Remark, ...]:
    rules = (_left_out, _by_name, _let_stand, _bare, _new_at_the_end)
    return heaviest(seen, (*rules, _unused, _too_fast, _too_slow, _fillers, _silence))


def _left_out(seen: Seen) -> Iterator[Weighed]:
    """A point of theirs that was never met; the words of one's own are those that stood in its place."""
    for one in seen.dropped:
        if one.became is not Became.DROPPED:
            continue
        quote, seconds = seen.spent_on(one.speech)
        there = (
            f"{seconds:.0f} seconds of it went to what is quoted here"
            if seconds >= SPENT
            else "you spoke of other things"
        )
        what = "question" if one.question else "point"
        advice = (
            f"Your {seen.speech(one.speech)} was the place to meet it, and {there}. Two sentences would do: what they "
            "said, and why it is not so, or matters less."
        )
        weight = 2.5 + 0.5 * one.question + 0.01 * (one.quote.end - one.quote.start)
        yield remark(weight, "left_out", f"You left a {what} of theirs without an answer", advice, quote, one.quote)


def _by_name(seen: Seen) -> Iterator[Weighed]:
    """Words near a point of theirs that were not heard as an answer to it."""
    advice = (
        "This came near what they said, and it was not heard as an answer. Begin with their own words (“they told you "
        "that …”), then say why it is not so."
    )
    for one in seen.dropped:
        if one.near is not None:
            title = "Say whose point you are answering"
            yield remark(1.6 + 0.3 * one.question, "by_name", title, advice, one.near, one.quote)


def _let_stand(seen: Seen) -> Iterator[Weighed]:
    for group in seen.own:
        standing = group.standing
        if standing is None or standing.status is not Status.ANSWERED or standing.let_stand is None:
            continue
        quote, theirs = quote_for(group, seen.mine), seen.said_by_them(standing.by)
        if quote is not None and theirs is not None:
            advice = (
                f"They answered this, and your {seen.speech(standing.let_stand)} did not come back to it. Say in one "
                "sentence what is left of your point once their answer is granted."
            )
            weight = 2.3 + min(group.seconds, 60) / 100
            yield remark(weight, "let_stand", "You let their answer have the last word", advice, quote, theirs)


def _bare(seen: Seen) -> Iterator[Weighed]:
    """A claim made in one breath, without a reason."""
    advice = "No reason was heard with this. Add one “because” and one case, or leave it out."
    for group in seen.own:
        words = group.words
        short = len(words.split()) <= SHORT_WORDS and not REASON.search(words) and not figures_in(words)
        if group.kind is not ActionKind.PROPOSE or not short or group.first.form is not PointForm.STATEMENT:
            continue
        quote = quote_for(group, seen.mine)
        if quote is not None and not _tells_theirs(quote) and not _goes_on(seen.mine, quote):
            yield remark(1.7, "no_reason", "A claim without its reason", advice, quote)


def _tells_theirs(quote: Quote) -> bool:
    return retold(quote.text) or any(mark in quote.text for mark in '“"')


def _goes_on(spoken: Spoken, quote: Quote) -> bool:
    """Whether the next lines give what the rule misses."""
    after = [line.text for line in spoken.of(quote.turn) if line.start >= quote.end - 0.2][:2]
    return any(REASON.search(text) or CASE.search(text) or figures_in(text) for text in after)


def _new_at_the_end(seen: Seen) -> Iterator[Weighed]:
    advice = (
        "The other side could not answer it any more, so judges leave it out. Make it earlier, or weigh what is there."
    )
    for group in seen.own:
        turn = seen.format.turns[group.first.turn]
        late = not turn.carries_actions and turn.cross_examination is None
        quote = quote_for(group, seen.mine) if late and group.sureness >= SURELY_NEW else None
        if quote is not None and group.kind is ActionKind.PROPOSE and not _said_before(seen, quote):
            yield remark(1.8, "new_at_the_end", "A new point in your last speech", advice, quote)


def _said_before(seen: Seen, quote: Quote) -> bool:
    """Whether most of what it is made of was in an earlier speech of one's own, whatever the flow took it for."""
    made_of = roots(quote.text)
    before = frozenset[str]().union(*(roots(line.text) for line in seen.mine.lines if line.turn < quote.turn))
    return len(made_of & before) > KNOWN_SHARE * len(made_of)


def _unused(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        left = one.allotted - one.spoken
        if left >= max(UNUSED_SECONDS, UNUSED_SHARE * one.allotted):
            advice = (
                f"Your {one.name} ended {left:.0f} seconds before the bell. That is room to say what decides the "
                "debate, or to meet a point of theirs."
            )
            quote = seen.quote(seen.mine.of(one.turn)[-1])
            yield remark(1.6 + left / one.allotted, "time_unused", "You gave time away", advice, quote)


def _too_fast(seen: Seen) -> Iterator[Weighed]:
    fastest = max(stretches(seen.mine), key=lambda one: one[0], default=None)
    if fastest is not None and fastest[0] > FAST:
        advice = (
            f"Here you spoke {fastest[0]} words a minute. Above about {FAST} many lose the thread: stop for a "
            "breath after each sentence that matters."
        )
        weight = 1.3 + (fastest[0] - FAST) / 100
        yield remark(weight, "too_fast", "Too fast to follow", advice, seen.quote(*fastest[1]))


def _too_slow(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        if one.words >= ENOUGH_WORDS and one.words_per_minute < SLOW:
            advice = (
                f"In your {one.name} you spoke {one.words_per_minute} words a minute. About 140 keeps people with you "
                "and leaves room for one more answer."
            )
            weight = 1.3 + (SLOW - one.words_per_minute) / 100
            quote = seen.quote(seen.mine.of(one.turn)[0])
            yield remark(weight, "too_slow", "Slower than you need to be", advice, quote)


def _fillers(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        count = sum(filler.count for filler in one.fillers)
        rate = 60 * count / one.seconds if one.seconds else 0.0
        lines = [line for line in seen.mine.of(one.turn) if FILLERS.search(line.text)]
        if lines and rate >= MANY_FILLERS:
            worst = max(lines, key=lambda line: len(FILLERS.findall(line.text)))
            told = ", ".join(f"“{filler.words}”" for filler in one.fillers[:3])
            advice = f"{count} in your {one.name} ({told}), {rate:.0f} a minute. A short silence sounds surer."
            yield remark(1.4 + rate / 20, "fillers", "Words that only fill time", advice, seen.quote(worst))


def _silence(seen: Seen) -> Iterator[Weighed]:
    for one in seen.figures:
        for silence in one.silences:
            if silence.seconds >= LONG_SILENCE:
                advice = (
                    f"After this nothing was heard for {silence.seconds:.0f} seconds. Keep one line ready that leads "
                    "to your next point."
                )
                yield remark(1.2 + silence.seconds / 30, "silence", "A long silence", advice, silence.after)
