"""Single claims verified beside a debate: three questions each, once, and what is not there in time goes on later."""

import asyncio

from planning.asking.client import LanguageModel
from planning.debate.argument import Evidence
from planning.verify.quick import QuickChecks
from planning.verify.record import ClaimFinding, Verdict
from tests.model_server import ModelServer, after
from tests.models.rehearsing import Shelf
from tests.unit.verify.scripted import Player, leaf_of

CLAIMS = ["Nine in ten mountains are cold", "Rice never boils"]


def item(name: str) -> Evidence:
    return Evidence(source=name, finding=f"Found by {name}.", passage=f"Found by {name}.")


def looked(server: ModelServer, *looks: tuple[list[str], float], source: Shelf | None = None):
    async def used():
        llm = LanguageModel(server.models(in_flight=8))
        checks = QuickChecks(llm, source)
        try:
            for claims, seconds in looks:
                await checks.look(claims, seconds)
            return [checks.found(claim) for claim in CLAIMS]
        finally:
            await llm.close()

    return asyncio.run(used())


def test_a_claim_takes_three_questions_and_is_looked_at_once():
    player = Player()
    player.changes["LeafJudgement"] = lambda asked, given: (
        given | ({"winner": "neither", "answer": "It is not known."} if "Rice" in leaf_of(asked) else {})
    )
    with ModelServer() as server:
        server.plays(player)
        one, other = looked(server, (CLAIMS, 60), (CLAIMS, 60))
        assert len(server.asked) == 6
    expected = {Verdict.YES: ClaimFinding.CONFIRMED, Verdict.NO: ClaimFinding.REFUTED}
    assert one.finding is expected[one.root.verdict]
    assert other.root.verdict is Verdict.NEITHER and other.finding is ClaimFinding.UNCONFIRMED


def test_its_tree_has_the_whole_debate_and_only_evidence_that_it_names():
    player = Player()
    player.changes["DebaterTurn"] = lambda asked, given: given | {"evidence": ["1e2", "1e9"]}
    with ModelServer() as server:
        server.plays(player)
        (found, _) = looked(server, (CLAIMS[:1], 60), source=Shelf(*(item(name) for name in "abc")))
    (leaf,) = found.nodes
    (debate,) = leaf.debates
    assert [one.debater for one in debate.turns] == ["A", "B"] and debate.rationale
    assert leaf.evidence == ("1e1", "1e2", "1e3") and list(found.evidence) == ["1e2"]
    assert found.evidence["1e2"].finding == "Found by b." and found.evidence["1e2"].passage is None


def test_what_is_not_there_in_time_is_unknown_and_goes_on_from_where_it_was():
    player, slow = Player(), [True]
    player.changes["LeafJudgement"] = lambda asked, given: after(30, given) if slow.pop() else given
    with ModelServer() as server:
        server.plays(player)
        slow[:] = [False, True]
        found = looked(server, (CLAIMS[:1], 2.0), (CLAIMS[:1], 60))
        assert found[0] is not None and found[1] is None
        assert [asked.schema_name for asked in server.asked] == ["DebaterTurn"] * 2 + ["LeafJudgement"] * 2


def test_a_model_that_fails_leaves_a_claim_as_it_was():
    with ModelServer() as server:
        server.plays(lambda asked: "no")
        assert looked(server, (CLAIMS, 60)) == [None, None]
