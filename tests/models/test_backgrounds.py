"""What both sides can accept about a motion reaches those who debate it, as data."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agent.arena.plan import ArenaPlan
from agent.arena.ready import ready
from agent.components.motions import motion_for
from config.format import Side
from config.settings import Settings
from config.shipped import backgrounds, same_motion
from planning.asking.prompts import CLOSE, OPEN
from planning.debate.motion import Motion
from planning.methods.contract import Commission
from planning.methods.door import Position
from planning.methods.plain.method import Plain
from tests.fakes import short_format
from tests.models.scripted import ScriptedModel
from tests.models.test_streaming import SPEECH, played
from tests.models.test_team import roles

HOMEWORK = "Homework improves what primary school children learn"
TOLD = "Most schools let pupils wear what they like."
UNIFORMS = Motion.of("Schools should require uniforms").model_copy(update={"background": TOLD})


def test_a_shipped_motion_has_its_background_however_it_is_written() -> None:
    assert len(backgrounds()) == 66
    found = motion_for(f"{HOMEWORK.lower()}.", [], Settings())
    assert found.background == backgrounds()[same_motion(HOMEWORK)] and "first years at school" in found.background
    assert motion_for("This house would paint its door green", [], Settings()).background == ""


def test_an_arena_gives_its_debaters_the_background_of_a_motion_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(f"policy: {{doors: {{motion: Doors should be green, background: {TOLD}}}}}")
    raw = {"contestants": [{"name": name, "method": "plain"} for name in "ab"], "motions": ["own.yaml"]}
    default = {"base_url": "http://127.0.0.1:9/v1", "model": "m"}
    settings = Settings.model_validate({"models": {"default": default, "roles": {"judge": default}}})
    made = ready(ArenaPlan.model_validate(raw), settings, tmp_path, until_spent=True)
    (motion,) = made.prepared.motions.values()
    assert motion.background == TOLD


def test_its_figures_may_be_said() -> None:
    motion = Motion.of("Schools should require uniforms").model_copy(
        update={"background": "In 2019 it was 43 percent."}
    )
    speech = SPEECH | {"passages": [{"about": "share", "sentences": ["In 2019 it was 43 percent of all schools."]}]}
    plain = Plain(ScriptedModel(writer=speech), Position(motion, short_format(), Side.PRO, "seed", Settings()))
    wanted = Commission(0, None, 100, seconds_left=0.0)
    for method in (plain, played(roles(writer=speech), motion)):
        found = asyncio.run(method.drafting(wanted, lambda passages: None))
        assert found is not None and found.sentences[0].text.startswith("In 2019 it was 43 percent")


def test_it_stands_in_the_prompts_of_plain_and_of_the_team_as_data() -> None:
    model = ScriptedModel(writer=SPEECH)
    method = Plain(model, Position(UNIFORMS, short_format(), Side.PRO, "seed", Settings()))
    asyncio.run(method.statement(Commission(0, None, 100)))
    teams = roles(writer=SPEECH)
    asyncio.run(played(teams, UNIFORMS).drafting(Commission(0, None, 100, seconds_left=0.0), lambda passages: None))
    for asked in (model.asked[-1], teams.asked[-1]):
        assert f"Its background:\n{OPEN}\n{TOLD}\n{CLOSE}" in asked.prompt.user
