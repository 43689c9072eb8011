"""When something is worth writing for a speech to come, by the seconds until it begins. Pure."""

from __future__ import annotations

from config.format import Format, Side, Stage, Turn

AUDIENCE_SECONDS = (20.0, 90.0)  # before the turn in which an audience is asked, at the latest and at the earliest,
AUDIENCE_SHARE = (0.25, 0.7)  # and at most this share of the speech before it
WRITING_SECONDS = 30.0  # of the other side's last speech, in which a closing can be written from the beginning
NEARLY_OVER_SECONDS = 0.1
FEW_SENTENCES_SECONDS = 40.0  # of a closing
EARLY_SECONDS, EARLY_SHARE = 60.0, 0.5  # of the other side's speech, in which nobody knows how to begin and to end


def of_answers(speech: Turn) -> bool:
    """Whether it is a closing of a few sentences, in which answers are worth more than how it ends."""
    return speech.stage is Stage.CLOSING and speech.seconds <= FEW_SENTENCES_SECONDS


def rest_of(seconds: float, heard_to: float, elapsed: float) -> float:
    """Seconds that are left of a speech of so many that goes on: what was heard last lags behind the clock, and what
    goes on beyond its time is not over yet."""
    left = seconds - heard_to
    return left if left <= 0 else max(NEARLY_OVER_SECONDS, min(left, seconds - elapsed))


def next_speech(match_format: Format, side: Side, turn: int) -> int | None:
    """The side's next speech after that turn."""
    turns = list(enumerate(match_format.turns))[turn + 1 :]
    return next((i for i, one in turns if one.side is side and one.cross_examination is None), None)


def to_be_answered(match_format: Format, index: int, turn: int) -> bool:
    """Whether the other side has a speech before turn `index` that has not begun by `turn`, which an answer needs.

    Before the match none has. A closing is prepared all the same where that speech leaves no time for it.
    """
    speech = match_format.turns[index]
    between = match_format.turns[max(0, turn + 1) : index]
    theirs = [one for one in between if one.side is not speech.side and one.cross_examination is None]
    if turn < 0 or not theirs:
        return False
    return speech.stage is not Stage.CLOSING or sum(one.seconds for one in theirs) >= WRITING_SECONDS


def for_an_audience(match_format: Format, index: int, left: float) -> bool:
    """Whether so many seconds before that turn an audience may hear its draft."""
    before = match_format.turns[index - 1].seconds if index else 0.0
    latest, earliest = (
        min(seconds, share * before) for seconds, share in zip(AUDIENCE_SECONDS, AUDIENCE_SHARE, strict=True)
    )
    return latest <= left <= earliest


def too_early_for_ends(match_format: Format, index: int, left: float | None) -> bool:
    """Whether a draft that was begun so many seconds before that turn cannot know how to begin and to end: it is from
    early in the other side's speech. An opening can."""
    before, speech = match_format.turns[index - 1], match_format.turns[index]
    if left is None or not index or before.side is speech.side or speech.stage is Stage.OPENING:
        return False
    return left > before.seconds - min(EARLY_SECONDS, EARLY_SHARE * before.seconds)
