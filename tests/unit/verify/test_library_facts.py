"""The facts of rehearsal trees verified: what was refuted stays, as not reliable at all, and is told."""

import asyncio

from agent.verifying.library import facts, verify_library
from agent.verifying.running import Verifier, language_model, models_for
from planning.debate.argument import Evidence
from planning.methods.treedebater.library.library import load
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.verify.policy import Policy
from planning.verify.record import ClaimFinding
from planning.verify.verifying import Assignment
from tests.fakes import uniforms
from tests.model_server import ModelServer
from tests.unit.verify.scripted import Player, leaf_of

KIND = Evidence(source="A Journal", finding="A survey of 40 schools found less teasing.", year=2019)
WRONG = Evidence(source="B Journal", finding="Finland has school uniforms everywhere.", year=2011)


def library() -> Rehearsal:
    file = uniforms().file
    return Rehearsal(file.model_copy(update={"evidence": {**file.evidence, "k1": KIND, "k2": WRONG}}))


def test_findings_come_before_sentences_that_name_or_count_something():
    found = dict(facts(library()))
    assert found["k1"] == KIND.finding and found["k2"] == WRONG.finding


def test_a_refuted_finding_is_kept_as_not_reliable(tmp_path):
    player = Player(levels=0)

    def judge(asked, given):
        a_says_no = "A argues: ⟦data⟧\nNo." in asked.user
        wrong = "Finland" in leaf_of(asked)
        return given | {"winner": "A" if a_says_no == wrong else "B", "answer": "So it is."}

    player.changes["LeafJudgement"] = judge

    async def run(server: ModelServer):
        models = models_for(server.models(in_flight=8))
        llm = language_model(models)
        try:
            verifier = Verifier(llm, models, tmp_path / "verified", Policy(depth=0))
            return await verify_library(verifier, library(), tmp_path)
        finally:
            await llm.close()

    with ModelServer() as server:
        server.plays(player)
        told = {one.place: one for one in asyncio.run(run(server))}
    assert told["k2"].discredited and told["k1"].finding is ClaimFinding.CONFIRMED
    assert told["k2"].document.exists()
    kept = load(next(tmp_path.glob("*.json"))).file.evidence
    assert kept["k2"].reliability == 0.0 and kept["k1"].reliability is None


def test_whoever_shows_a_tree_is_told_of_it_as_it_grows(tmp_path):
    told = []

    async def run(server: ModelServer):
        models = models_for(server.models(in_flight=8))
        llm = language_model(models)
        try:
            verifier = Verifier(llm, models, tmp_path, Policy(depth=1))
            return await verifier.verify(Assignment("Water boils", claim=True), on_change=told.append)
        finally:
            await llm.close()

    with ModelServer() as server:
        server.plays(Player())
        found = asyncio.run(run(server))
    sizes = [(len(one.nodes), sum(len(node.debates) for node in one.nodes), one.verdict.value) for one in told]
    assert sizes == [(3, 0, "undecided"), (3, 1, "undecided"), (3, 2, "undecided"), (3, 2, "yes")]
    assert found.sentences
