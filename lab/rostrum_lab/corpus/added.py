"""Debates that a user adds for the audience: a corpus file each in a folder of their own, with their licence.

What is added is a file of transcripts (`speeches`), or the log of a match, whose flow trees are there already: those of
whoever noted most.
"""

from __future__ import annotations

from pathlib import Path

from agent.match.state import Match
from agent.running.files.log import NAME, read_log
from config.errors import LibraryError, RuleError, UsageError
from config.format import Side
from config.settings import corpus_folder
from planning.debate.flow import FlowTree
from planning.debate.motion import slug
from rostrum_lab.corpus.speeches import DebateTranscript
from rostrum_lab.corpus.store import Debate, recorded

ENDING = ".jsonl"
OWN = "a match of one's own"
KEPT_BY_A_MATCH = "those who debated"  # who has read it


def added_files() -> list[Path]:
    """What has been added, by name."""
    return sorted(corpus_folder().glob(f"*{ENDING}")) if corpus_folder().is_dir() else []


def place_of(source: Path) -> Path:
    """Where what is added from there lies."""
    name = source.parent.name if source.name == NAME else source.name.removesuffix(ENDING)
    return corpus_folder() / f"{slug(name)}{ENDING}"


def removed(name: str) -> list[Path]:
    """Take away what was added by that name, with what is kept beside it. Raises UsageError: there is none."""
    file = corpus_folder() / f"{name}{ENDING}"
    if file not in added_files():
        known = ", ".join(one.name.removesuffix(ENDING) for one in added_files()) or "none"
        raise UsageError(f"{name!r} has not been added; there are: {known}")
    gone = [file, *corpus_folder().glob(f"{name}.*.npz"), *corpus_folder().glob(f"{file.name}.journal")]
    for one in gone:
        one.unlink(missing_ok=True)
    return gone


def is_log(source: Path) -> bool:
    """Whether that is a match, and not a file of transcripts."""
    return source.is_dir() or source.name == NAME


def licensed(debates: list[DebateTranscript], licence: str) -> list[DebateTranscript]:
    """The same, with the licence for those that carry none. Raises UsageError: there is one without."""
    if not licence and (lacking := [one.id for one in debates if not one.licence]):
        raise UsageError(f"{lacking[0]} says nothing of its licence: name the file's with --licence, such as MIT")
    return [one if one.licence else one.model_copy(update={"licence": licence}) for one in debates]


def of_a_match(source: Path, licence: str = "") -> Debate:
    """A match as its log has it. Raises LogError, RuleError: it cannot be read. LibraryError: it has no flow trees."""
    folder = source if source.is_dir() else source.parent
    match = Match.replay(read_log(folder))
    if match.created is None:
        raise RuleError("the match has not been created yet")
    ours = [seat.method != "" for seat in match.created.seats.values()]
    held_by = "machines" if all(ours) else "people and machines" if any(ours) else "people"
    debate = recorded(
        _trees(match),
        id=slug(match.created.match_id),
        motion=match.created.motion,
        source=OWN,
        winner="",
        reader=KEPT_BY_A_MATCH,
    )
    if debate is None:
        raise LibraryError(folder, "", "no flow trees were kept in that match")
    return debate.model_copy(update={"held_by": held_by, "licence": licence})


def _trees(match: Match) -> dict[Side, FlowTree]:
    """Those of the observer who has noted most."""
    sizes = {by: sum(len(tree.nodes) for tree in trees.values()) for by, trees in match.flows.items()}
    return match.flows[max(sizes, key=lambda by: sizes[by])] if sizes else {}
