"""How a debate is decided: ballots as they come, corrected, late, counted without the others; walk-overs. Pure."""

from __future__ import annotations

from agent.tournament.core import events
from agent.tournament.core.ballots import Ballot, check, decided, walk_over
from agent.tournament.core.people import JudgeKind
from agent.tournament.core.plan import BallotRules, Style
from agent.tournament.core.records import Cast, DebateRecord, RoundPhase, RoundRecord
from agent.tournament.core.records import TournamentRecord as Record
from config.errors import RuleError


def cast(record: Record, event: events.BallotCast) -> None:
    one = record.round(event.round)
    debate = one.debate(event.debate)
    key, earlier = _place_of(record, debate, event)
    check(event.ballot, one.contest(debate, record.rules.style), _asked_of(record, key))
    _known_speakers(record, event.ballot)
    if earlier is None and debate.result is not None:
        debate.late.append(Cast(event.seq, event.ballot, late=True))
        return
    before, was = dict(debate.ballots), debate.result
    debate.ballots[key] = Cast(event.seq, event.ballot)
    recount(record, one, debate)
    if fault := _contradiction(record, one, debate) if was is not None else "":
        debate.ballots, debate.result = before, was
        raise RuleError(fault)
    debate.running = debate.running and debate.result is None


def _place_of(record: Record, debate: DebateRecord, event: events.BallotCast) -> tuple[str, Cast | None]:
    """Whose ballot it is, and the earlier one that it replaces."""
    voter, voters = event.ballot.adjudicator, debate.voters(record.rules.ballots.voting)
    if voter not in voters and not (voters == ("",) and voter in debate.panel.voting):
        named = ", ".join(filter(None, voters)) or "one ballot of the whole panel"
        raise RuleError(f"{debate.id} is decided by {named}, not by {voter or 'a ballot without a name'}")
    key = voter if voter in voters else ""
    earlier = debate.ballots.get(key)
    whose = voter or "the panel"
    if event.replaces is None and earlier is not None:
        told = f"a ballot of {whose} is there already (entry {earlier.seq})"
        raise RuleError(f"{debate.id}: {told}: a correction replaces it, with a reason")
    if event.replaces is not None and (earlier is None or earlier.seq != event.replaces):
        raise RuleError(f"{debate.id}: entry {event.replaces} is no ballot of {whose} that counts")
    if event.replaces is not None and not event.reason:
        raise RuleError(f"{debate.id}: a correction has a reason")
    if debate.result is not None and not debate.ballots:
        raise RuleError(f"{debate.id}: {debate.result.told}: undo that first")
    return key, earlier


def _asked_of(record: Record, voter: str) -> BallotRules:
    """What its ballot has to hold: whatever judges and is no person says who won, and scores no speakers."""
    rules = record.rules.ballots
    judge = record.adjudicators.get(voter)
    if judge is None or judge.kind is JudgeKind.PERSON:
        return rules
    return rules.model_copy(update={"speeches": 0, "replies": False})


def _known_speakers(record: Record, ballot: Ballot) -> None:
    """Who speaks for a team whose speakers were all entered is one of them."""
    for sheet in ballot.sheets:
        names = [speaker.name for speaker in record.teams[sheet.team].speakers]
        enough = bool(names) and len(names) >= record.rules.ballots.speeches
        strange = [speech.speaker for speech in sheet.speeches if speech.speaker not in names]
        if enough and strange:
            raise RuleError(f"{sheet.team}: {strange[0]} is none of its speakers: {', '.join(names)}")


def recount(record: Record, one: RoundRecord, debate: DebateRecord) -> None:
    """Decide it, if all are there who decide it, or nobody waits for the others."""
    rules = record.rules
    voters = debate.voters(rules.ballots.voting)
    counting = [debate.ballots[name].ballot for name in voters if name in debate.ballots]
    if debate.ballots and (debate.counted or len(counting) == len(voters)):
        debate.result = decided(counting, one.contest(debate, rules.style), rules.ballots)
    elif debate.ballots:
        debate.result = None


def _contradiction(record: Record, one: RoundRecord, debate: DebateRecord) -> str:
    """Whether a later knockout was drawn with somebody who has now lost, in words."""
    if not one.plan.elimination or one.phase is not RoundPhase.CLOSED:
        return ""
    if debate.result is None:
        return f"{debate.id}: the ballots do not say who goes on"
    for later in record.rounds[one.number + 1 :]:
        if later.phase is RoundPhase.PLANNED or later.plan.category != one.plan.category:
            continue
        drawn = {team for other in later.debates.values() for team in other.teams} | {*later.through}
        alive = {*record.survivors(one.plan.category, later.number).values()}
        if drawn != alive:
            return f"{later.plan.name} has been drawn with {', '.join(sorted(drawn - alive))}: undo that draw first"
        break
    return ""


def count(record: Record, event: events.BallotsCounted) -> None:
    one = record.round(event.round)
    debate = one.debate(event.debate)
    if not debate.ballots:
        raise RuleError(f"{debate.id} has no ballot: a walk-over needs none")
    counting = [cast.ballot for cast in debate.ballots.values()]
    contest = one.contest(debate, record.rules.style)
    if decided(counting, contest, record.rules.ballots) is None:
        raise RuleError(f"{debate.id}: the ballots that are there are split evenly")
    debate.counted = event.reason
    recount(record, one, debate)
    debate.running = False


def walk(record: Record, event: events.WalkOver) -> None:
    debate = record.round(event.round).debate(event.debate)
    if debate.result is not None:
        raise RuleError(f"{debate.id} has a result: {debate.result.told}")
    if strange := [team for team in event.absent if team not in debate.teams]:
        raise RuleError(f"{strange[0]} is not in {debate.id}")
    absent(record, debate, event.absent, event.reason)


def absent(record: Record, debate: DebateRecord, teams: tuple[str, ...], reason: str) -> None:
    """Two teams: decided. Four: the others debate, unless only one is left."""
    debate.absent |= {*teams}
    if record.rules.style is Style.TWO or len(debate.absent) >= len(debate.teams) - 1:
        debate.result = walk_over(debate.teams, sorted(debate.absent), record.rules.style, reason)
        debate.running = False
    debate.changes.append(reason)
