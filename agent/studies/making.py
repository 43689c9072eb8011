"""A study from matches of this product: two on one motion, speech by speech, or whole debates."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.judging.masking import HeldSpeech, View, viewed
from agent.match.afterwards.finished import FinishedMatch, finished
from agent.running.files.folder import ALONE
from agent.running.files.log import read_log
from agent.studies.study import FILE, SOUND_TYPES, Item, PastSpeech, Study, Version, read_study
from config.errors import LogError, UsageError
from config.format import Side
from speech.opus import opus_of


@dataclass(frozen=True)
class Debate:
    """A match that is over, in its folder, and as listeners may know it: without names. `number`: in its study."""

    number: int
    folder: Path
    match: FinishedMatch
    view: View

    def side(self, speech: HeldSpeech) -> Side:
        return self.match.format.turns[speech.turn].side

    def stage(self, speech: HeldSpeech) -> str:
        return self.match.format.turns[speech.turn].name

    def sound(self, speech: HeldSpeech) -> Path | None:
        """Of a speech; None where it was not recorded."""
        found = (path for kind in SOUND_TYPES for path in self.folder.glob(f"turn-{speech.turn + 1}-*{kind}"))
        return next((path for path in found if not path.name.endswith(ALONE)), None)


def read_debate(number: int, folder: Path) -> Debate:
    """Raises LogError, RuleError: it is no match that is over."""
    match = finished(read_log(folder))
    return Debate(number, folder, match, viewed(match))


def copied(source: Path, into: Path) -> Study:
    """A study that was made by hand, or by an evaluation, with its sound. Raises ConfigError, LogError."""
    study = read_study(source)
    folder = source if source.is_dir() else source.parent
    names = {name for item in study.items for name in item.sounds}

    def write(half: Path) -> Study:
        for name in names:
            (half / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / name, half / name)
        return study

    return _written(into, write)


def of_matches(folders: Sequence[Path], into: Path, *, whole: bool, turns: Collection[int] = ()) -> Study:
    """Made from matches, and written with their sound.

    Args:
        whole: each match is an item, else two are compared speech by speech.
        turns: speeches, from 1, that are compared although what was said before them differs.

    Raises:
        UsageError: they cannot be compared. LogError, RuleError, AudioError: they cannot be read.
    """
    debates = [read_debate(number, folder) for number, folder in enumerate(folders, 1)]

    def write(half: Path) -> Study:
        items = tuple(_whole(debates, half) if whole else _compared(debates, half, turns))
        if not items:
            raise UsageError("nothing can be compared: what was said before each speech differs; name some by --turn")
        return Study(title=debates[0].view.motion[:120], items_per_listener=min(3, len(items)), items=items)

    return _written(into, write)


def _written(into: Path, write: Callable[[Path], Study]) -> Study:
    """A folder that is there whole or not at all: what `write` puts there, and its study. Raises LogError."""
    if into.exists():
        raise UsageError(f"there is a study {into.name} already: choose another --name")
    half = into.with_name(f".{into.name}.half")
    try:
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(parents=True, mode=0o700)
        study = write(half)
        text = study.model_dump_json(indent=1, exclude_none=True, by_alias=True) + "\n"
        (half / FILE).write_text(text, encoding="utf-8")
        half.rename(into)
    except OSError as error:
        raise LogError(f"{into}: cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return study


def _whole(debates: Sequence[Debate], half: Path) -> Iterator[Item]:
    for debate in debates:
        heard = tuple(_heard(debate, one, half) for one in debate.view.speeches)
        yield Item(id=f"debate-{debate.number}", motion=debate.view.motion, context=heard)


def _compared(debates: Sequence[Debate], half: Path, turns: Collection[int]) -> Iterator[Item]:
    if len(debates) != 2:
        raise UsageError("two matches are compared speech by speech; with --whole any number are heard whole")
    one, other = debates
    if one.view.motion != other.view.motion or one.match.format.turns != other.match.format.turns:
        raise UsageError("they are not of one motion and format: what is compared must have the same place")
    keys = [debate.folder.resolve().name for debate in debates]
    if keys[0] == keys[1]:
        raise UsageError("these are the same match")
    theirs = {speech.turn: speech for speech in other.view.speeches}
    for place, speech in enumerate(one.view.speeches):
        before = one.view.speeches[:place]
        same = all(
            one_before.turn in theirs and theirs[one_before.turn].text == one_before.text for one_before in before
        )
        if speech.turn not in theirs or not (same or speech.turn + 1 in turns):
            continue
        pairs = zip(keys, debates, (speech, theirs[speech.turn]), strict=True)
        yield Item(
            id=f"speech-{speech.turn + 1}",
            motion=one.view.motion,
            stage=one.stage(speech),
            side=one.side(speech),
            context=tuple(_heard(one, each, half) for each in before),
            versions=tuple(
                Version(key=key, text=said.text, audio=_sound(debate, said, half)) for key, debate, said in pairs
            ),
        )


def _heard(debate: Debate, speech: HeldSpeech, half: Path) -> PastSpeech:
    audio = _sound(debate, speech, half)
    return PastSpeech(side=debate.side(speech), stage=debate.stage(speech), text=speech.text, audio=audio)


def _sound(debate: Debate, speech: HeldSpeech, half: Path) -> str | None:
    """Its recording, copied once, small enough for a browser."""
    source = debate.sound(speech)
    if source is None:
        return None
    copy = half / f"match-{debate.number}-{source.stem}{'.opus' if source.suffix == '.wav' else source.suffix}"
    if not copy.is_file():
        (opus_of if source.suffix == ".wav" else shutil.copyfile)(source, copy)
    return copy.name
