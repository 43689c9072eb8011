"""The Analyzer, the Writer and the Reviewer: each asks a model in its role, with all that the team has said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from config.format import Format, Side, Stage
from planning.asking.answers import Shape
from planning.asking.arriving import Arriving
from planning.asking.asking import asked, foreign, wrong_side
from planning.debate.motion import Motion
from planning.methods.agent4debate import NAME
from planning.methods.agent4debate.prompts import PROMPTS
from planning.methods.agent4debate.shapes import Notes, OpeningAndEnd, Outline, Review, Script
from planning.methods.agent4debate.table import Teammate
from planning.methods.common.craft import craft
from planning.methods.common.speeches import named
from planning.methods.common.standby import STANCE
from planning.ports import LLM, OnPiece

STAGES: Mapping[Stage, int] = {Stage.OPENING: 1, Stage.REBUTTAL: 2, Stage.CLOSING: 3}  # as the paper counts them
ENDS_SECONDS = 8.0  # later they would not be the first words any more
Made = TypeVar("Made", bound=Shape)


def role_of(teammate: Teammate) -> str:
    """The role in which a model is asked; the settings may name a model for each."""
    return f"{NAME}.{teammate.value}"


class Team:
    """Three of the four, for one side of one debate; the Searcher is `planning.methods.common.research`."""

    def __init__(self, llm: LLM, motion: Motion, side: Side, match_format: Format) -> None:
        self._llm, self._motion, self._side, self._format = llm, motion, side, match_format

    def setting(self, turn: int) -> dict[str, object]:
        """What all of them are told of the speech of that turn, beside what has been said."""
        speech, following = self._format.turns[turn], self._format.turns[turn + 1 :]
        return {
            "motion": self._motion.text,
            "background": self._motion.background,
            "side": self._side.value,
            "stance": STANCE[self._side],
            "speech": f"{named(self._format, turn)}, {speech.seconds:.0f} seconds",
            "after": ", ".join(f"the {one.name} of {one.side}" for one in following),
            "craft": craft(speech.stage),
        }

    async def outline(self, turn: int, values: Mapping[str, object], seconds: float) -> Outline:
        """What the Analyzer wants. Raises ProviderError, ModelOutputError: nothing usable in time, as all here do."""

        def fault(one: Outline) -> str | None:
            texts = [part.says for part in one.arguments]
            return foreign(texts) or wrong_side(texts, self._side)

        return await self._asked(
            Teammate.ANALYZER, f"analyzer_{self._stage(turn)}", turn, values, Outline, fault, seconds
        )

    async def notes(self, turn: int, values: Mapping[str, object], seconds: float) -> Notes:
        """What the Analyzer hears in a piece of the other side's speech."""
        return await self._asked(Teammate.ANALYZER, "analyzer_notes", turn, values, Notes, lambda one: None, seconds)

    async def script(
        self, turn: int, values: Mapping[str, object], seconds: float, while_arriving: OnPiece | None = None
    ) -> Script:
        """What the Writer writes; or writes again, or writes more of."""
        name = f"writer_{self._stage(turn)}"
        return await self._asked(
            Teammate.WRITER, name, turn, values, Script, lambda one: one.fault(self._side), seconds, while_arriving
        )

    async def ends(self, turn: int, values: Mapping[str, object], while_arriving: Arriving) -> OpeningAndEnd:
        """How the Writer begins and ends a speech."""

        def fault(one: OpeningAndEnd) -> str | None:
            texts = [*one.answer, *one.closing]
            other = one.side != self._side.value and f"it is for {one.side}, but you speak for {self._side}"
            return other or foreign(texts) or wrong_side(texts, self._side)

        return await self._asked(
            Teammate.WRITER, "writer_ends", turn, values, OpeningAndEnd, fault, ENDS_SECONDS, while_arriving
        )

    async def review(self, turn: int, values: Mapping[str, object], seconds: float) -> Review:
        """What the Reviewer says of a script."""

        def fault(one: Review) -> str | None:
            return foreign(change.issue + " " + change.revision for change in one.changes)

        return await self._asked(
            Teammate.REVIEWER, f"reviewer_{self._stage(turn)}", turn, values, Review, fault, seconds
        )

    def _stage(self, turn: int) -> int:
        return STAGES[self._format.turns[turn].stage]

    async def _asked(
        self,
        who: Teammate,
        name: str,
        turn: int,
        values: Mapping[str, object],
        shape: type[Made],
        fault: Callable[[Made], str | None],
        seconds: float,
        while_arriving: OnPiece | None = None,
    ) -> Made:
        known = self.setting(turn) | dict(values)
        prompt = PROMPTS.render(name, **{key: known[key] for key in PROMPTS.variables(name)})
        return await asked(self._llm, role_of(who), prompt, shape, fault, seconds, while_arriving)


def numbered(lines: Sequence[str]) -> str:
    """As a list that can be referred to."""
    return "\n".join(f"({number}) {line}" for number, line in enumerate(lines, 1))
