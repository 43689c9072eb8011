"""What the API gives of a match that is over."""

from __future__ import annotations

from enum import StrEnum

from agent.server.contracts.contract import Contract


class ResultKind(StrEnum):
    """What a file of a match is. `turn`: the sound of one turn; `sound_table`: where its seconds are in `sound`."""

    REPORT = "report"
    LOG = "log"
    TRANSCRIPT = "transcript"
    CAPTIONS = "captions"
    FLOW = "flow"
    SOUND = "sound"
    SOUND_TABLE = "sound_table"
    TURN = "turn"
    WHOLE = "whole"


class ResultFile(Contract):
    """A file of a match. `bytes`: None for one that is made when it is asked for; `turn`: from 0, of a turn's sound."""

    name: str
    what: ResultKind
    bytes: int | None = None
    turn: int | None = None


class Results(Contract):
    """All files of a match that is over, each at /api/matches/{id}/{name}."""

    files: tuple[ResultFile, ...]


# -- A recording that can sit in a match -----------------------------------------------------------


class RecordingView(Contract):
    """A recording that was uploaded: so many seconds in each speech, in the order in which they are held."""

    id: str
    speeches: tuple[float, ...]
