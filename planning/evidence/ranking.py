"""How far evidence can be relied on, and which of it comes first. Pure.

The rule (`reliability`), from 0 to 1, is: the kind of source, less something for age.

    kind of source                                                       begins at
    the user's own documents, which somebody chose                          0.9
    official and academic: .gov, .edu, .mil, .int, ac.*, gov.*, a DOI       0.85
    organisations: .org                                                     0.65
    any other site                                                          0.5
    where anybody posts: forums, social networks, free blogs                0.25

    age         up to 3 years nothing is lost, then 0.02 a year, 0.2 at most; without a date 0.1 is lost

The rule is crude on purpose: it looks at nothing that a page says about itself but its date. What is found is ranked by
relevance times reliability, where relevance is the cosine of query and passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date as Date
from urllib.parse import urlsplit

from planning.debate.argument import Evidence

OWN, OFFICIAL, ORGANISATION, OTHER, POSTED = 0.9, 0.85, 0.65, 0.5, 0.25
FRESH_YEARS, LOST_A_YEAR, MOST_LOST, UNDATED_LOSES = 3, 0.02, 0.2, 0.1
ALIKE = 0.8  # share of words that two passages have in common, from which they are one
_OFFICIAL = re.compile(
    r"(^|\.)(gov|edu|mil|int|(gov|gob|gouv|govt|ac|edu|mil)\.[a-z]{2}|europa\.eu)$|^(dx\.)?doi\.org$"
)
_POSTED = frozenset(
    """reddit.com facebook.com twitter.com x.com quora.com medium.com substack.com tumblr.com blogspot.com wordpress.com
    youtube.com tiktok.com instagram.com threads.net linkedin.com pinterest.com discord.com 4chan.org stackexchange.com
    livejournal.com telegram.org t.me mastodon.social bsky.app""".split()
)


def reliability(url: str | None, date: str | None, today: Date) -> float:
    """How far an item can be relied on, by the rule above. `url`: where it is on the web; None for a document of the
    user's own. `date`: year, month or day, as in `Evidence.date`."""
    begins = OWN if url is None else _of_host((urlsplit(url).hostname or "").lower().removeprefix("www."))
    if date is None:
        return round(begins - UNDATED_LOSES, 2)
    years = max(0, today.year - int(date[:4]) - FRESH_YEARS)
    return round(begins - min(MOST_LOST, LOST_A_YEAR * years), 2)


def ranked(found: Iterable[tuple[Evidence, float]], limit: int) -> list[Evidence]:
    """The best of what was found, each with its relevance, by relevance times reliability; nothing twice."""

    def worth(one: tuple[Evidence, float]) -> float:
        item, relevance = one
        return max(0.0, relevance) * (item.reliability if item.reliability is not None else OTHER)

    kept: list[Evidence] = []
    for item, _ in sorted(found, key=worth, reverse=True):
        if not any(_same(item, other) for other in kept):
            kept.append(item)
    return kept[: max(0, limit)]


def _of_host(host: str) -> float:
    if _OFFICIAL.search(host):
        return OFFICIAL
    if any(host == site or host.endswith(f".{site}") for site in _POSTED):
        return POSTED
    return ORGANISATION if host.endswith(".org") else OTHER


def _same(one: Evidence, other: Evidence) -> bool:
    ours, theirs = _words(one), _words(other)
    return len(ours & theirs) >= ALIKE * len(ours | theirs)


def _words(item: Evidence) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", (item.passage or item.finding).lower()))
