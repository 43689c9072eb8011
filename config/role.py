"""What a language model is asked to be. Pure."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a language model is asked to be; each may be another model at another temperature."""

    PROPOSER = "proposer"  # claims and counter-arguments of the rehearsal trees
    EXTRACTOR = "extractor"  # what was heard, as actions
    WRITER = "writer"
    AUDIENCE = "audience"
    CHECKER = "checker"  # whether answers meet their points; the judge's model where it has none of its own
    JUDGE = "judge"  # who decides
    SCORER = "scorer"  # the impact of an argument


FALLS_BACK = {Role.CHECKER: (Role.JUDGE,)}
