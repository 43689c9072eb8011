"""Single claims verified beside a debate: three questions each, once, and what is not there in time goes on later."""

import asyncio

from planning.asking.client import LanguageModel
from planning.verify.quick import QuickChecks
from planning.verify.record import Verdict
from tests.model_server import ModelServer, after
from tests.unit.verify.scripted import Player, leaf_of

CLAIMS = ["Nine in ten mountains are cold", "Rice never boils"]


def looked(server: ModelServer, *looks: tuple[list[str], float]):
    async def used():
        llm = LanguageModel(server.models(in_flight=8))
        checks = QuickChecks(llm)
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
    assert one.verdict in (Verdict.YES, Verdict.NO) and one.refuted == (one.verdict is Verdict.NO)
    assert other.verdict is Verdict.NEITHER and other.unconfirmed and not other.refuted


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
