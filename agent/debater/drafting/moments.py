"""When a draft is written for a turn: what has been heard since the last one, what is left, how long one takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass

from agent.debater.drafting.last_draft import LastDrafts
from agent.debater.drafting.occasions import for_an_audience, next_speech, to_be_answered
from agent.running.tasks import within
from config.format import Format, Side, Stage
from planning.methods import capabilities
from planning.methods.contract import Method

NEAR_SECONDS = 15.0  # before the turn, from which only reader and writer are waited for
SHORT_SECONDS = 90.0  # of a speech, for less of which a draft is hardly longer than its first and last words
HEARD_SECONDS = 5.0  # of a speech, with less of which left when a draft would come nothing of it is heard
EARLY_SECONDS = 8.0  # more than a draft takes, in which a first one may begin before anything has been read
LEAST_TOOK = 3.0  # seconds that a draft is thought to take
LEAST_SECONDS = 8.0  # of a speech, with less of which nothing more is written for it
OLDER_SECONDS = 0.25  # before the other side is done, by which the older draft of a short speech should be there
LATE_SECONDS = 1.5  # of the pause after that, in which the last draft waits for an older one, to know what it says


@dataclass(frozen=True)
class Underway:
    """A speech that has begun: the seconds that are left of it, the sentence in the air, and from which second of the
    turn on anything else can be heard."""

    left: float
    in_the_air: str = ""
    heard_from: float = 0.0


@dataclass(frozen=True)
class Telling:
    """How a debater tells where the debate stands.

    `seconds_left`: until a turn begins, as far as that can be told. `unread`: what was heard and is not in the method's
    record yet. `underway`: where the speech of that turn stands, None where it is not being given. `known`: changes
    with whatever the method is told, for one that does not say what it writes from.
    """

    seconds_left: Callable[[int], float | None] = lambda turn: None
    unread: Callable[[], Sequence[str]] = tuple
    underway: Callable[[int], Underway | None] = lambda turn: None
    known: Callable[[], Hashable] = lambda: 0


UNTOLD = Telling()  # nobody says


class Moments:
    """Of one side. `turn`: the one that is being heard or spoken; `method`: one that takes its time, if it does."""

    def __init__(
        self, side: Side, match_format: Format, method: Method | None, last: LastDrafts, turn: int, telling: Telling
    ) -> None:
        self.side, self.turn = side, turn
        self._format, self._method, self._last, self._known = match_format, method, last, telling.known
        self.seconds_left, self.unread, self.underway = telling.seconds_left, telling.unread, telling.underway
        self.given: dict[int, Hashable] = {}  # what the method last wrote from, by turn
        self.given_at: dict[int, float] = {}  # and how many seconds before the turn that was
        self.asked: dict[int, float] = {}  # when a draft that is being written was asked for, by turn
        self.received: set[int] = set()  # turns for which an audience has been asked
        self.took = 0.0  # seconds until there was anything of the last draft
        self.streams = False  # whether that was long before it was whole: then first words come sooner by themselves

    def next_turn(self) -> int | None:
        """Our next speech after the turn that is going on."""
        return next_speech(self._format, self.side, self.turn)

    def due(self, index: int, method: Method, left: float | None, situation: Hashable) -> bool:
        """Whether there is anything to write for that turn now."""
        known = self.given.get(index) == situation or to_be_answered(self._format, index, self.turn)
        ours = self.turn < index and self.underway(self.turn) is not None  # our own speech before it goes on
        early = ours and index != self.turn + 1
        return not (self.turn > index or known or early or self._too_soon(index, method, left) or self.over(index))

    def situation(self, index: int, method: Method) -> Hashable:
        """What the method would write from."""
        at_the_end = self.seconds_left(index) == 0.0  # before that there will be another draft, when it has been read
        situation = capabilities.situation(method, index, self._known())
        unread = tuple(self.unread()) if at_the_end else ()
        return situation, unread if len(" ".join(unread).split()) > 1 else ()

    def note(self, index: int, situation: Hashable, left: float | None) -> None:
        """The method has written from that situation, so many seconds before the turn."""
        self.given[index] = situation
        self.given_at[index] = left if left is not None else float("inf")

    def over(self, index: int) -> bool:
        """Whether so little of the speech is left that no draft could be heard any more."""
        underway = self.underway(index)
        if underway is None:
            return False
        return underway.left < LEAST_SECONDS or underway.left - min(self.took, underway.left / 2) < HEARD_SECONDS

    def _too_soon(self, index: int, method: Method, left: float | None) -> bool:
        """Whether little more has been heard since the last draft; at the end of a speech it is never too soon."""
        before = self.given_at.get(index)
        if before is None or left is None or left <= 0:
            return False
        return before - left < capabilities.redraft_seconds(method)

    def short(self, index: int) -> bool:
        """Whether a draft of it is hardly longer than its first and last words."""
        return self._format.turns[index].seconds < SHORT_SECONDS

    def in_one_call(self, index: int) -> bool:
        """Whether one draft begins and ends a short speech, for first words by themselves would come no sooner."""
        return self.short(index) and not self.streams

    def comes_last(self, index: int, method: Method) -> bool:
        """Whether a draft that begins now knows all that is said before a short speech, and begins and ends it."""
        left = self.seconds_left(index)
        first = not self._last.failed(index) and left == 0.0 and self.has_older(index)
        return first and self.due(index, method, left, self.situation(index, method))

    def comes_again(self, index: int) -> bool:
        """Whether the other side has something to say yet, to which a newer draft will be written."""
        left, between = self.seconds_left(index), self._format.turns[max(self.turn, 0) : index]
        early = self.turn < 0 if left is None else left > 0
        return early and any(turn.side is not self.side for turn in between)

    def has_older(self, index: int) -> bool:
        """Whether that is a short speech that begins with what an older draft says, until its last one is there."""
        method, speech = self._method, self._format.turns[index]
        answers = speech.stage is not Stage.OPENING and not speech.blind and speech.points_of_information is None
        return method is not None and answers and capabilities.writes_last(method) and self.in_one_call(index)

    def too_early(self, index: int) -> float:
        """Seconds until a draft for that turn should begin that is there just before the other side is done and has
        heard most; 0 where one may begin now, and another one do that."""
        left, lead = self.seconds_left(index), self.took + OLDER_SECONDS
        last_of_theirs = index - self.turn <= 2  # it goes on or is next
        if left is None or not self.took or not self.has_older(index) or not last_of_theirs:
            return 0.0
        between = max(self.took, capabilities.redraft_seconds(self._method)) if self._method else 0.0
        return left - lead if lead < left < lead + between else 0.0

    def too_late(self, index: int) -> bool:
        """Whether an older draft that began now would be there long after the last one has begun, and there is one."""
        left = self.seconds_left(index)
        if left is None or not left or index not in self.given or not self.has_older(index):
            return False
        return left < self.took - LATE_SECONDS

    def worth_an_audience(self, index: int) -> bool:
        """Whether one has not heard a draft of it and there is time for it."""
        left = self.seconds_left(index)
        return left is None or (index not in self.received and for_an_audience(self._format, index, left))

    async def in_time(self, index: int, work: Awaitable[None]) -> bool:
        """Whether that was done before only the writer is waited for; it gives way then."""
        left = self.seconds_left(index)
        return await within(None if left is None else max(0.0, left - NEAR_SECONDS), work)

    def just_in_time(self, index: int) -> bool:
        """Where calls are slow nothing of a short speech has been read when there is just time for one draft more: then
        that is written from its words, so that ours does not begin with nothing of the method's own."""
        left = self.seconds_left(index)
        return index not in self.given and left is not None and 0 < left - self.usual < EARLY_SECONDS

    @property
    def usual(self) -> float:
        """Seconds that a draft is thought to take."""
        return max(self.took, LEAST_TOOK)
