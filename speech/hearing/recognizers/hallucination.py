"""What recognisers write where nobody spoke: known phrases, loops, echoes of the prompt, stray words. Pure.

The rules are for whole pieces, never for words inside one: a debater may say any of these phrases within a
sentence. What is left out is told in one line with its reason.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from config.heard_word import HeardWord
from speech.text.sentences import SENTENCE_ENDS

NO_SPEECH = 0.6  # Whisper's own thresholds (Radford et al. 2022, 4.5)
LOG_PROBABILITY = -1.0
UNBELIEVED = -1.4  # noise, hum and chords are read at -1.5 and less, speech at -0.8 and more
COMPRESSION = 2.4
DOUBT = 0.3  # probability of no speech from which a polite phrase alone is not believed
REPEATS = 6  # the same few words in a row that nobody says in earnest
WORDS_A_SECOND = 9.0  # faster than anybody debates
HURRIED_WORDS = 8  # fewer may be dense: their times are coarse
THIN_SECONDS = 2.0  # sound that long
THIN_WORDS_A_SECOND = 0.8  # with fewer words than these is hum, noise or music; slow speech has twice as many
SQUEEZED_SECONDS = 0.06  # of a word that is not in the sound; short true ones take twice as long
SQUEEZED_WORDS = 3  # in a row
LOOPED_WORDS = 4  # fewer may be said twice in earnest
TOLD_LETTERS = 60
LEFT_OUT = "left out "  # how a line begins that says so; others are remarks on what was heard all the same

KNOWN = re.compile(
    r"^\W*("
    r"(thanks?( you)?( all| guys)?( so much| very much)? for (watching|listening to this video|viewing|your viewing)"
    r"( (this|my|the|our) (video|channel))?"
    r"|(please )?(don'?t forget to )?(like,? (and )?|hit the bell (icon )?and )?subscribe"
    r"( (to|and) (my|our|the|this|like|share)( channel| video)?)?"
    r"|see you (all |guys )?(in (the|my|our) )?next (time|video|one|episode)"
    r"|(i'?ll )?catch you (in the )?next (time|video|one))"
    r"([,.!]? (and )?(see you( (in the )?next (time|video))?|bye( bye)?|thank you))?"
    r"|(the |these )?(subtitles?|captions?|subs|sous-titres|untertitel|transcri(bed|ption|pt)|translat(ed|ion))"
    r" (by|from|provided by|created by|realises|réalisés|von|im auftrag)\b.*"
    r"|(www\.)?[\w-]+\.(com|org|net|co\.uk|tv)(/\S*)?|amara\.org.*|©.*|copyright .{0,20}\d{4}.*"
    r"|(((soft|upbeat|dramatic|gentle|intense|background|theme) )?music|applause|laughter|laughs|silence|"
    r"blank_audio|inaudible|no audio|sighs?|coughs?|static|beep(ing)?|foreign)( playing| continues)?"
    r"|[♪♫🎵🎶\s]+"
    r")\W*$",
    re.IGNORECASE,
)
POLITE = re.compile(
    r"^\W*(thank you( so much| very much)?|thanks|you|bye( bye)?|goodbye|ok(ay)?|oh|uh|um+|h+m+|yeah|the end|"
    r"i'm sorry)\W*$",
    re.IGNORECASE,
)
LOOP = re.compile(rf"\b(\w[\w']*(?:\W+\w[\w']*){{0,3}})(?:\W+\1){{{REPEATS - 1},}}\b", re.IGNORECASE)
LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Piece:
    """A stretch of a hypothesis with what the model thinks of it.

    `no_speech` is a probability, `log_probability` the mean over tokens, `compression` the ratio by which the
    text can be packed (loops pack well).
    """

    text: str
    words: tuple[HeardWord, ...]
    no_speech: float = 0.0
    log_probability: float = 0.0
    compression: float = 1.0


def suspicion(piece: Piece, hints: str = "") -> str | None:
    """Why the piece is most likely not speech; None when nothing speaks against it.

    Args:
        hints: what the model was told to expect: where nobody speaks it may write just that.
    """
    if KNOWN.match(piece.text):
        return "a phrase that Whisper is known to write over silence and music"
    if piece.no_speech > NO_SPEECH and piece.log_probability < LOG_PROBABILITY:
        return f"no speech with probability {piece.no_speech:.2f}"
    if piece.no_speech > DOUBT and piece.log_probability < UNBELIEVED:
        return f"the model hardly believes it itself (log probability {piece.log_probability:.1f})"
    if piece.no_speech > DOUBT and POLITE.match(piece.text):
        return f"a courtesy where there is no speech with probability {piece.no_speech:.2f}"
    if piece.no_speech > NO_SPEECH and _letters(piece.text) and _letters(piece.text) in _letters(hints):
        return f"an echo of the hints where there is no speech with probability {piece.no_speech:.2f}"
    return _impossible(piece)


def believed(pieces: Iterable[Piece], hints: str = "") -> tuple[list[HeardWord], list[tuple[float, str]]]:
    """The words of what is most likely speech; of each piece that is left out the second it ends at, and a line."""
    words: list[HeardWord] = []
    doubts: list[tuple[float, str]] = []
    for one in pieces:
        if reason := suspicion(one, hints):
            doubts.append((one.words[-1].end if one.words else 0.0, note(one.text, reason)))
        else:
            words += one.words
    return words, doubts


def _impossible(piece: Piece) -> str | None:
    """Why nobody can have said this, however sure the model is."""
    if piece.compression > COMPRESSION:
        return f"it repeats itself (packs {piece.compression:.1f} to 1)"
    if LOOP.search(piece.text):
        return f"it repeats itself ({REPEATS} times or more)"
    if len(piece.words) >= HURRIED_WORDS:
        seconds = piece.words[-1].end - piece.words[0].start
        if len(piece.words) > WORDS_A_SECOND * seconds:
            return f"{len(piece.words)} words in {seconds:.1f} s"
    letters = LETTERS.findall(piece.text)
    if letters and not any(letter.isascii() for letter in letters):
        return "it is not in the language of the debate"
    return None


def sentences_of(words: Sequence[HeardWord], no_speech: float, log_probability: float) -> Iterator[Piece]:
    """A reading in sentences, so that an invented one is left out and what was said around it stays."""
    start = 0
    for i, word in enumerate(words, 1):
        if word.text.endswith(SENTENCE_ENDS) or i == len(words):
            yield piece(words[start:i], no_speech, log_probability)
            start = i


def piece(words: Sequence[HeardWord], no_speech: float, log_probability: float) -> Piece:
    """Words as one piece."""
    text = " ".join(word.text for word in words)
    packed = len(text.encode()) / len(zlib.compress(text.encode())) if text else 1.0
    return Piece(text, tuple(words), no_speech, log_probability, packed)


def squeezed(words: Sequence[HeardWord]) -> bool:
    """Whether some words in a row have no sound of their own: the reading went on, or began again, after the end."""
    row = 0
    for word in words:
        row = row + 1 if word.end - word.start <= SQUEEZED_SECONDS else 0
        if row >= SQUEEZED_WORDS:
            return True
    return False


def doubled(words: Sequence[HeardWord]) -> bool:
    """Whether all of it is there twice: a short utterance is often read so where little silence follows it."""
    said = [_letters(word.text) for word in words]
    half, odd = divmod(len(said), 2)
    return half > 0 and not odd and said[:half] == said[half:]


def without_loop(words: Sequence[HeardWord]) -> Sequence[HeardWord]:
    """What comes before a run of words repeats itself to the end, and that run once; for a reading that has no end."""
    said = [_letters(word.text) for word in words]
    for size in range(1, len(said) // 2 + 1):
        start = len(said) - size
        while start > 0 and said[start - 1] == said[start - 1 + size]:
            start -= 1
        if len(said) - start >= 2 * size and len(said) - start > LOOPED_WORDS:
            return words[: start + size]
    return words


def too_thin(words: Sequence[HeardWord], seconds: float) -> str | None:
    """Why a whole utterance with so few words is most likely no speech; None when it may be."""
    if not words or seconds < THIN_SECONDS or len(words) >= THIN_WORDS_A_SECOND * seconds:
        return None
    return f"only {len(words)} {'word' if len(words) == 1 else 'words'} in {seconds:.1f} s of sound"


def note(text: str, reason: str) -> str:
    """One line that says what was left out and why."""
    flat = " ".join(text.split())
    short = flat if len(flat) <= TOLD_LETTERS else flat[: TOLD_LETTERS - 1].rstrip() + "…"
    return f"{LEFT_OUT}“{short}”: {reason}"


def _letters(text: str) -> str:
    """Its words alone, to be compared."""
    return " ".join(re.findall(r"[\w']+", text.lower()))
