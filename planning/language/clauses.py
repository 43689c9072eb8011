"""Where a clause begins and ends in heard words, which may be without stops, and whether it can stand alone. Pure.

There is no parser behind it, only small words and the commonest verbs: what they do not show to be a whole clause is
taken to be none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_MARK = re.compile(r"[,;:.!?\u2026—–]+[\"”’')]*$")
_BARE = re.compile(r"^[^\w]+|[^\w]+$")
_CLOSING = "\"”’')»"
_STOPS = (".", "?", "!", "…")

JOINS = frozenset("and but or so because since while whereas although though unless until if when then yet".split())
OPENS = frozenset("which who whom whose where that".split())  # go on with what stands before them
LEADING = frozenset(
    "and but or so well now then yes yeah ok okay look listen because anyway still plus also oh right".split()
)
SUBJECTS = frozenset(
    """i we you they he she it nobody everybody somebody anybody everyone someone anyone one nothing everything people
    the a an this that these those my your our his her its their no every each some most many all what there""".split()
)
ANAPHORS = frozenset("it he she they this that these those him her them its his their there here such same".split())
AUXILIARIES = frozenset(
    """is are was were am be been being isn't aren't wasn't weren't do does did don't doesn't didn't has have had hasn't
    haven't hadn't can could can't couldn't cannot will would won't wouldn't should shouldn't must mustn't may might
    shall ought needn't i'm you're we're they're he's she's it's that's there's who's what's i've you've we've they've
    i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll it'll we'll they'll nobody's everybody's ain't""".split()
)
VERBS = frozenset(
    """say says said tell tells told ask asks asked know knows knew think thinks thought believe believes want wants
    wanted need needs needed get gets got go goes went come comes came make makes made take takes took give gives gave
    pay pays paid cost costs buy buys bought sell sells sold lose loses lost win wins won find finds found keep keeps
    kept let lets put puts see sees saw hear hears heard feel feels felt look looks looked seem seems seemed become
    becomes became mean means meant leave leaves left live lives lived die dies died work works worked help helps
    helped hurt hurts harm harms stop stops stopped start starts started begin begins began end ends ended grow grows
    grew fall falls fell rise rises rose hold holds held bring brings brought send sends sent teach teaches taught
    learn learns learned learnt read reads write writes wrote run runs ran turn turns turned show shows showed choose
    chooses chose decide decides decided happen happens happened change changes changed try tries tried use uses used
    call calls called care cares cared protect protects protected deserve deserves deserved belong belongs belonged
    matter matters mattered depend depends depended save saves saved steal steals stole eat eats ate drink drinks drank
    talk talks talked speak speaks spoke sign signs signed vote votes voted spend spends spent earn earns earned ban
    bans banned allow allows allowed create creates created owe owes owed own owns owned share shares shared meet meets
    met like likes liked love loves loved hate hates hated fear fears feared trust trusts trusted follow follows
    followed play plays played build builds built break breaks broke cut cuts close closes closed open opens opened
    wait waits waited stand stands stood sit sits sat walk walks walked carry carries carried drive drives drove serve
    serves served treat treats treated force forces forced cover covers covered miss misses missed fix fixes fixed
    solve solves solved prove proves proved punish punishes punished reward rewards rewarded raise raises raised
    charge charges charged borrow borrows borrowed refuse refuses refused remember remembers remembered forget forgets
    forgot understand understands understood agree agrees agreed add adds added reach reaches reached remain remains
    exist exists existed fail fails failed fill fills filled feed feeds fed fight fights fought hide hides hid hit hits
    move moves moved stay stays stayed belong sleep sleeps slept wear wears wore draw draws drew sing sings sang copy
    copies copied cheat cheats cheated judge judges judged kill kills killed""".split()
)
NO_END = frozenset(
    """the a an my your our his her its their this these those of to in on at for from with by about into over under
    after before as than and but or so because if when while that which who whose where what how why is are was were am
    be been i'm you're we're they're he's she's it's that's do does did has have had can could will would should must
    may might not very too more most just only even every each no some any such between among through without like
    i we they he she i've we've they've you've i'd we'd they'd i'll we'll they'll until unless since though although
    maybe also still don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't cannot shouldn't
    there's who's what's whether during against upon toward towards quite really got get gets make makes made give gives
    took take takes going trying wants want said says say right okay though practically literally""".split()
)
_WHEN = frozenset(
    """first half four three two five ten last once yesterday today tomorrow tonight now maybe perhaps even in on at for
    by around about after before with""".split()
)
_PERSONS = frozenset("i we they he she you it nobody everybody somebody".split())
_PERSONAL = frozenset(word for word in AUXILIARIES if word.split("'")[0] in _PERSONS and "'" in word)
_LEADS = JOINS | OPENS | NO_END | VERBS | frozenset("how why what than as once before after way time day".split())


def bare(word: str) -> str:
    """A word without the signs around it, lower case."""
    return _BARE.sub("", word).lower().replace("’", "'")


def ends_sentence(word: str) -> bool:
    """Whether there is a stop after this word, as it is written."""
    return word.rstrip(_CLOSING).endswith(_STOPS)


def is_finite(word: str) -> bool:
    """Whether a word is a verb that can carry a clause, as far as that can be told from the word alone."""
    return word in AUXILIARIES or word in VERBS


def boundaries(words: Sequence[str]) -> tuple[list[int], list[int]]:
    """The places where a clause may begin, and those before which one may end."""
    plain = [bare(word) for word in words]
    starts, ends = {0}, {len(words)}
    for place in range(1, len(words)):
        marked = bool(_MARK.search(words[place - 1]))
        strong = marked and words[place - 1].rstrip("\"”’')")[-1:] in ".!?;:—–…"
        joins = plain[place] in JOINS and _goes_on(plain, place)
        begins = plain[place] in SUBJECTS and any(map(is_finite, plain[place + 1 : place + 6]))
        if strong or joins or (marked and begins):
            starts.add(place)
            ends.add(place)
    return sorted(starts), sorted(ends)


def _goes_on(plain: Sequence[str], place: int) -> bool:
    """Whether a joining word joins clauses, not the parts of one: a subject and its verb follow."""
    after = plain[place + 1 : place + 6]
    return bool(after) and (after[0] in SUBJECTS or after[0] in AUXILIARIES) and any(map(is_finite, after))


def spans(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """All stretches from where a clause may begin to where one may end, without the small words that lead in."""
    starts, ends = boundaries(words)
    for start in starts:
        first = start
        while first < len(words) - 1 and bare(words[first]) in LEADING:
            first += 1
        for end in ends:
            if end > first:
                yield first, end


def stands_alone(words: Sequence[str]) -> bool:
    """Whether these words are one whole clause that says what it is about."""
    plain = [bare(word) for word in words]
    if not plain or plain[-1] in NO_END or plain[0] in OPENS | ANAPHORS | JOINS | _WHEN or _leans(plain[0]):
        return False
    if is_finite(plain[0]) and not _contracted(plain[0]):  # an order, a question, or the rest of what somebody did
        return False
    if "because" in plain[1:3] or _only_relative(plain):
        return False
    verb = next((place for place, word in enumerate(plain[:7]) if is_finite(word) and (place or _contracted(word))), -1)
    return verb >= 0 and not any(map(_leans, plain[: verb + 1])) and not _runs_on(words, plain)


def _contracted(word: str) -> bool:
    return word in AUXILIARIES and "'" in word and not word.endswith("n't")


def _only_relative(plain: Sequence[str]) -> bool:
    """Whether its only verb belongs to a "who" or "which": then nothing is said of them."""
    verbs = [place for place, word in enumerate(plain) if is_finite(word) or word.startswith(("who'", "which'"))]
    opens = [place for place, word in enumerate(plain) if word.split("'")[0] in ("who", "which", "whom")]
    return bool(opens) and bool(verbs) and verbs[0] >= opens[0] and len(verbs) < 2 + (verbs[0] == opens[0])


def _leans(word: str) -> bool:
    """Whether it is a pronoun with its verb that stands for what was said before: it's, they're, that's."""
    return word.split("'", maxsplit=1)[0] in ANAPHORS and _contracted(word)


def _runs_on(words: Sequence[str], plain: Sequence[str]) -> bool:
    """Whether, with no sign between them, a second clause seems to begin inside."""
    seen = False
    for place, word in enumerate(plain):
        new = word in _PERSONS or _leans(word) or word in _PERSONAL
        led = place == 0 or plain[place - 1] in _LEADS or bool(_MARK.search(words[place - 1]))
        if seen and new and not led and any(map(is_finite, (word, *plain[place + 1 : place + 2]))):
            return True
        seen = seen or is_finite(word)
    return False
