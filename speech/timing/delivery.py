"""Which sentence comes next while a statement is being spoken (algorithms 6). Pure; time comes in as a value.

Before each sentence is committed, the time left is compared with the plan; when they have drifted
apart, the choice among the sentences that remain is made again. Nothing is ever committed that could
not end before the bell, except that the closing line is always given its room first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from config.statement import Priority, Sentence, marked, standing, without
from speech.timing.alike import alike
from speech.timing.duration import syllables
from speech.timing.fit import TOLERANCE, Fitted, Window, fit, stretched
from speech.timing.pauses import PAUSE_LEAST, Points, longer, pause_to_fill

DRIFT = 0.5  # seconds left unused by the plan that are worth a new choice
UNUSED = 0.5  # seconds that a new choice may leave unused without looking for a better one
WORD = 0.6  # syllables that a word takes beside its own: consonants, the step to the next


class Delivery:
    """Deals out the sentences of one statement.

    Args:
        sentences: the statement, the closing line last.
        seconds: how long a sentence takes, without its pause.
        answers_first: whether an answer that must be spoken and the closing line would leave no room for takes the
            line's place: in a speech of a few sentences it is worth more.
    """

    def __init__(
        self, sentences: Sequence[Sentence], seconds: Callable[[str], float], *, answers_first: bool = False
    ) -> None:
        self._answers_first = answers_first
        self._rest = list(sentences)
        self._points = Points(sentences)
        self._seconds = seconds
        self._begun: set[str] = set()
        self._owed: set[str] = set()  # units whose lead-in has been spoken
        self._spoken: list[Sentence] = []
        self._renewals = 0
        self._closings: list[Sentence] = []  # of drafts before, should there be no room for the last one's
        self.plan: Fitted | None = None  # what is meant to be spoken from here on

    @property
    def rest(self) -> tuple[Sentence, ...]:
        """What could still be spoken, in order."""
        return tuple(self._rest)

    def renew(self, sentences: Sequence[Sentence]) -> bool:
        """Take a newer draft for all that has not been committed; False if that changes nothing.

        The newest draft binds: what it leaves out is withdrawn, be its passage in the middle of being said, and with it
        what leans on it; only the sentence in the air ends as it began. Greetings and the like are over, and what was
        spoken is not said again; a further passage on a topic that was spoken about, or on points that are answered, is
        left for the end.
        """
        if any(s.priority is Priority.CLOSING for s in self._spoken):
            return False  # the last word is on its way
        self._renewals += 1
        unsaid = _without_repeats(sentences, [s.text for s in self._spoken])
        draft = self._as_spoken(marked(unsaid, f"r{self._renewals}-"))
        before = [s.text for s in self._rest]
        opened = self._going_on(draft)
        said = [s for s in self._spoken if not s.leads]
        body = [s for s in _fresh(draft, said, opened) if s.priority is not Priority.CLOSING]
        self._take_closing(draft)
        closing, self._closings = self._closings[:1], self._closings[1:]
        self._rest = [*opened, *body, *closing]
        self._points = Points([*self._spoken, *self._rest])
        self.plan = None
        return [s.text for s in self._rest] != before

    def _take_closing(self, draft: Sequence[Sentence]) -> None:
        """The draft's closing line comes first; one of before stays, for want of room, only if nothing has fallen."""
        texts = {s.text for s in draft}
        ends = [s for s in draft if s.priority is Priority.CLOSING]
        old = [s for s in self._rest if s.priority is Priority.CLOSING]
        fell = any(s.text not in texts for s in self._rest if s.priority is not Priority.CLOSING)
        self._closings = ends if fell and ends else [*ends, *old, *self._closings]

    def _as_spoken(self, draft: Sequence[Sentence]) -> list[Sentence]:
        """The draft, in which what has been spoken is called as it was called then."""
        said = {s.text: s for s in self._spoken}
        names: dict[str | None, str | None] = {}
        for s in draft:
            if s.text in said:
                names[s.unit] = said[s.text].unit
                if s.needs is not None:
                    names[s.needs] = said[s.text].needs
        return [
            s.model_copy(update={"unit": names.get(s.unit) or s.unit, "needs": names.get(s.needs, s.needs)})
            for s in draft
        ]

    def _going_on(self, draft: Sequence[Sentence]) -> list[Sentence]:
        """What is left of passages that have begun, as the new draft has it, to be said before anything else."""
        following = self._following(draft)
        begun = {self._points.passage(s.unit) for s in self._spoken}
        again = {s.text: s.priority for s in draft if s.priority is not Priority.CLOSING}
        for one in following:
            again.pop(one.text, None)
        in_place = self._in_their_place(draft, again)
        kept = [
            s.model_copy(update={"priority": in_place[s.text]})
            for s in self._rest
            if s.text in in_place and s.priority is not Priority.CLOSING and self._points.passage(s.unit) in begun
        ]
        opened = standing([*following, *kept], self._begun | self._owed)
        return [s.model_copy(update={"priority": Priority.MUST}) if self._opened(s) else s for s in opened]

    def _in_their_place(self, draft: Sequence[Sentence], again: Mapping[str, Priority]) -> Mapping[str, Priority]:
        """Of these sentences those before which their passage, as the draft has it, says nothing else."""
        said, passage = {s.text for s in self._spoken}, Points(draft).passage
        old, topics, after = {s.text for s in self._rest}, {s.topic for s in self._spoken} - {""}, set[str]()
        free: dict[str, Priority] = {}
        for s in draft:
            whose = s.topic or passage(s.unit)
            if s.text in again and s.text in old and whose not in after:
                free[s.text] = again[s.text]
            elif (
                s.text not in said and s.topic not in topics
            ):  # what is on a topic spoken about is no more than reserve
                after.add(whose)
        return free

    def _following(self, draft: Sequence[Sentence]) -> list[Sentence]:
        """What the draft says next in the passage of the sentence in the air, where it has that sentence."""
        last = self._spoken[-1] if self._spoken else None
        same = [s for s in draft if last is not None and (s.text, s.topic) == (last.text, last.topic)]
        if not same:
            return self._outweighing(draft)
        said, passage = {s.text for s in self._spoken}, Points(draft).passage
        rest = draft[draft.index(same[-1]) + 1 :]
        return [
            s
            for s in rest
            if passage(s.unit) == passage(same[-1].unit) and s.priority is not Priority.CLOSING and s.text not in said
        ]

    def _outweighing(self, draft: Sequence[Sentence]) -> list[Sentence]:
        """What a draft goes on with on the topic of a concession in the air, which would else stand alone."""
        last = self._spoken[-1] if self._spoken else None
        if last is None or not last.topic or not last.concedes or last.answers:
            return []
        then = next((s for s in draft if s.topic == last.topic and s.priority is not Priority.CLOSING), None)
        return [then.model_copy(update={"unit": last.unit, "needs": None})] if then is not None else []

    def choose(self, left: float) -> tuple[Sentence, float] | None:
        """The next sentence and the pause after it; None when there is nothing more to say in time.

        Nothing is committed yet: if the sentence turns out longer once it is synthesised, ask again.

        Args:
            left: seconds until the last word must have ended, counted from where this sentence starts.
        """
        plan = self._adapted(left)
        while plan.sentences:
            sentence = plan.sentences[0]
            if self._seconds(sentence.text) + self._kept_back(plan) <= left + TOLERANCE:
                self.plan = plan
                return sentence, plan.pause + longer(plan.pause) * self._more(sentence, plan.sentences[1:])
            self._rest = [s for s in self._rest if s.id != sentence.id]
            plan = self._fitted(left)
        self.plan = plan
        return self.choose(left) if self._other_closing(left) else None

    def _other_closing(self, left: float) -> bool:
        """Whether there is something to say where the closing line has no room: another draft's line, or the rest."""
        if any(s.priority is Priority.CLOSING for s in self._spoken):
            return False
        body = [s for s in self._rest if s.priority is not Priority.CLOSING]
        short = [s for s in self._closings if self._seconds(s.text) <= left + TOLERANCE][:1]
        if not short and (not body or len(body) == len(self._rest)):
            return False
        self._closings = []
        self._rest = [*body, *short]
        self._points = Points([*self._spoken, *self._rest])
        self.plan = None
        return True

    def _adapted(self, left: float) -> Fitted:
        """The plan with its pauses stretched or shortened to the time left; a new choice where that is not enough."""
        if self.plan is not None:
            same = stretched(self.plan.sentences, self._seconds, left, self._points)
            if -DRIFT <= same.seconds - left <= TOLERANCE:
                return same
        return self._fitted(left)

    def _fitted(self, left: float) -> Fitted:
        window = Window(left - UNUSED, left)
        best = fit(self._rest, self._seconds, window, self._begun, self._points)
        body = [s for s in self._rest if s.priority is not Priority.CLOSING]
        if not self._answers_first or _must_answer(best.sentences) >= _must_answer(body):
            return best
        bare = fit(body, self._seconds, window, self._begun, self._points)
        line = [s for s in self._rest if s.priority is Priority.CLOSING]
        return bare if len(_must_answer(bare.sentences)) > len(_must_answer([*best.sentences, *line])) else best

    def _more(self, sentence: Sentence, following: Sequence[Sentence]) -> float:
        """What the pause after a sentence is longer, at full length, than one inside a point."""
        return self._points.more(sentence, following[0]) if following else 0.0

    def _kept_back(self, plan: Fitted) -> float:
        """Room that the closing line needs after the next sentence."""
        last = plan.sentences[-1]
        if len(plan.sentences) < 2 or last.priority is not Priority.CLOSING:
            return 0.0
        return PAUSE_LEAST + self._seconds(last.text)

    def pause(self, left: float) -> float:
        """The pause after a sentence that turned out longer or shorter than was thought when it was committed.

        Args:
            left: seconds until the last word must have ended, counted from the end of that sentence.
        """
        rest = self.plan.sentences if self.plan else ()
        more = self._more(self._spoken[-1], rest)
        spare = left - sum(self._seconds(sentence.text) for sentence in rest)
        inside = pause_to_fill(spare, max(1, len(rest)), more + self._points.added(rest))
        longest = spare - PAUSE_LEAST * (len(rest) - 1)  # with any more, the last word would come too late
        return max(PAUSE_LEAST, min(longest, inside + longer(inside) * more))

    @property
    def kept_back(self) -> float:
        """Seconds that the closing line needs after the sentence chosen last."""
        return self._kept_back(self.plan) if self.plan and self.plan.sentences else 0.0

    def drop(self, sentence: Sentence) -> None:
        """The sentence cannot be spoken; its unit goes with it, unless that has begun."""
        gone = {sentence.unit} - self._begun
        self._rest = [s for s in self._rest if s.id != sentence.id and s.unit not in gone]
        self.plan = None

    def said(self, sentence: Sentence) -> None:
        """It was said outside the statement: what says the same, or speaks the same prepared node, falls away."""
        same = {
            s.unit
            for s in self._rest
            if s.text == sentence.text or (s.source is not None and s.source == sentence.source)
        }
        self._rest = list(without(self._rest, same - self._begun))
        self.plan = None

    def commit(self, sentence: Sentence) -> None:
        """The sentence is on its way to the listener and cannot be taken back."""
        self._spoken.append(sentence)
        self._begun.add(sentence.unit)
        if sentence.needs is not None:
            self._owed.add(sentence.needs)
        place = next(i for i, s in enumerate(self._rest) if s.id == sentence.id)
        self._rest = [
            s.model_copy(update={"priority": Priority.MUST}) if self._opened(s) else s for s in self._rest[place + 1 :]
        ]
        if self.plan is not None:
            kept = tuple(s for s in self.plan.sentences if s.id != sentence.id)
            self.plan = replace(self.plan, sentences=kept)

    def _opened(self, sentence: Sentence) -> bool:
        """A unit that has begun, or was led up to, is spoken before anything optional."""
        return sentence.unit in self._begun | self._owed and sentence.priority is not Priority.CLOSING


def _must_answer(sentences: Iterable[Sentence]) -> set[str]:
    """The points that are met by what must be spoken."""
    worth = (Priority.MUST, Priority.CLOSING)
    return {point for s in sentences if s.priority in worth for point in (*s.answers, *s.concedes)}


def _without_repeats(draft: Sequence[Sentence], spoken: Sequence[str]) -> list[Sentence]:
    """The draft without sentences that would sound like one that was spoken; what hung on them stands without them."""
    gone = {
        s.id for s in draft if s.priority is not Priority.CLOSING and s.text not in spoken and alike(s.text, spoken)
    }
    left = [s for s in draft if s.id not in gone]
    units = {s.unit for s in draft if s.id in gone} - {s.unit for s in left}
    return [s.model_copy(update={"needs": None}) if s.needs in units else s for s in left]


def _fresh(sentences: Sequence[Sentence], spoken: Sequence[Sentence], opened: Sequence[Sentence]) -> list[Sentence]:
    """What of a draft can follow what was spoken; on what was spoken about only as reserve.

    Args:
        opened: what is still to be spoken of a passage that has begun.
    """
    if not spoken:
        return list(sentences)
    topics = {s.topic for s in (*spoken, *opened)}
    said, sources = {s.text for s in (*spoken, *opened)}, {s.source for s in (*spoken, *opened)} - {None}
    passage = Points(sentences).passage
    answered = {one for s in (*spoken, *opened) for one in s.answers}
    answers: dict[str, set[str]] = {}
    for s in sentences:
        answers.setdefault(passage(s.unit), set()).update(s.answers)
    about = {s.unit: s.topic for s in sentences if s.topic}
    prepared = {passage(s.unit) for s in sentences if s.source is not None}
    gone = {
        s.unit
        for s in sentences
        if s.priority is not Priority.CLOSING
        and (
            (not (s.unit in about or passage(s.unit) in prepared or answers[passage(s.unit)]))
            or s.text in said
            or s.source in sources
        )
    }

    def again(s: Sentence) -> bool:
        met = answers[passage(s.unit)]
        return met <= answered and bool(met or about.get(s.unit) in topics)

    return [_reserve(s) if again(s) else s for s in without(sentences, gone)]


def _reserve(sentence: Sentence) -> Sentence:
    closing = sentence.priority is Priority.CLOSING
    return sentence if closing else sentence.model_copy(update={"priority": Priority.RESERVE})


def words_heard(text: str, share: float) -> int:
    """How many words of a text have been heard to their end, when this share of its sound has been."""
    ends = _word_ends(text)
    return bisect_right(ends, share * ends[-1] + TOLERANCE) if ends else 0


@lru_cache(maxsize=64)  # asked many times a second of the sentence in the air
def _word_ends(text: str) -> tuple[float, ...]:
    """Where each word ends, in syllables from the beginning."""
    return tuple(accumulate(syllables(word) + WORD for word in text.split()))
