"""What a language model is asked to be. Pure."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator


class Role(StrEnum):
    """What a language model is asked to be; each may be another model at another temperature.

    A method may have roles of its own beside these: `METHOD.ROLE`, such as `plain.writer`.
    """

    PROPOSER = "proposer"  # claims and counter-arguments of the rehearsal trees
    EXTRACTOR = "extractor"  # what was heard, as actions
    WRITER = "writer"
    AUDIENCE = "audience"
    CHECKER = "checker"  # whether answers meet their points; the judge's model where it has none of its own
    JUDGE = "judge"  # who decides
    SCORER = "scorer"  # the impact of an argument
    COACH = "coach"  # what a debater is told afterwards; the judge's model where it has none of its own


_FALLS_BACK = {Role.CHECKER: Role.JUDGE, Role.COACH: Role.JUDGE}
_OF_A_METHOD = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


def fallbacks(role: str) -> tuple[str, ...]:
    """Whose model it is given, the first that the settings name: its own, or that of the role that all methods have.

    That is the one of the same name, for a method's own role; the writer, where there is none.
    """
    last = role.rpartition(".")[2]
    shared = Role(last) if last in list(Role) else Role.WRITER
    asked = (role, shared, _FALLS_BACK.get(shared, shared))
    return tuple(dict.fromkeys(map(str, asked)))


def _role(name: str) -> str:
    if name not in list(Role) and not _OF_A_METHOD.fullmatch(name):
        raise ValueError(f"{name} is no role; there are {', '.join(Role)}, and METHOD.ROLE for those of one method")
    return str(name)


RoleName = Annotated[str, AfterValidator(_role)]
