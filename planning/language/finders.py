"""Words by which somebody is said to have found something out: verbs, kinds of work, scholars, institutions. Pure."""

from __future__ import annotations


def one_of(words: str) -> str:
    """A pattern for any of these words, parted by spaces; `~` stands for a space inside one."""
    return f"(?:{'|'.join(word.replace('~', ' ') for word in words.split())})"


FOUND = one_of(
    """find finds found conclude[sd]? report(?:s|ed) estimate[sd]? calculate[sd]? demonstrate[sd]? measured documented
    documents discover(?:s|ed) observed surveyed counted determined confirm(?:s|ed) reveal(?:s|ed) uncovered"""
)
FOUND_THAT = one_of(
    "found finds concluded concludes estimate[sd] calculated discovered observed documented reported reports"
)
SHOWED = one_of("shows? showed shown suggest(?:s|ed)? indicate[sd]? prove[sd]?")
SAID = one_of(
    """says? said warn(?:s|ed)? argue[sd]? state[sd]? notes noted recommend(?:s|ed)? claim(?:s|ed)? writes? wrote
    believes? advise[sd]? rank(?:s|ed) rate[sd] predict(?:s|ed)? expects? projects projected explain(?:s|ed)?"""
)
TELLS = rf"(?:{FOUND}|{SHOWED}|{SAID})"
ADVERB = rf"(?:{one_of('has have had also itself recently now rightly even clearly later once just already')}\s)*"
WORK = one_of(
    """stud(?:y|ies) survey poll report paper review analysis meta-analysis trial experiment research data figures
    numbers statistics index census researchers? scientists? economists? psychologists? sociologists? historians?
    statisticians? epidemiologists? scholars? academics? professors? team article investigation inquiry
    estimates? findings audit"""
)
WORK_AT = rf"(?:{WORK}|Studies|Research(?:ers)?|Data|Figures|Scientists|Economists)"
DONE = f"(?:\\s{one_of('done made published led carried~out conducted paid~for')})?"
SCHOLAR = one_of(
    r"""[Pp]rofessors? Prof\.? Drs?\.? [Ee]conomists? [Rr]esearchers? [Ss]cientists? [Pp]sychologists? [Hh]istorians?
    [Ss]ociologists? [Ee]pidemiologists? [Nn]eurologists? [Ss]tatisticians? [Nn]obel~laureates?"""
)
KIND_OF_BODY = one_of(
    """University College Institute Institution Organi[sz]ation Association Academy Foundation Bank Bureau Office
    Cent(?:er|re) Council Commission Ministry Department Agency Journal Society Corporation Review Observatory Fund
    Federation Forum Survey Census Board"""
)
BODIES = one_of(
    """Harvard Stanford Yale Oxford Cambridge MIT Princeton Berkeley Gallup Pew RAND Brookings Oxfam UNESCO UNICEF
    Eurostat McKinsey Deloitte Nielsen Lancet Ofcom Ofsted Statista YouGov Ipsos Forrester Gartner Moody's Bloomberg
    Reuters Cochrane Cato NASA Human~Rights~Watch Amnesty"""
)
NO_BODY = frozenset(
    "US USA UK EU UAE AI TV DNA ID IT OK VAT GDP CEO CEOs PRO CON HIV COVID DC LA NYC I A GPS CBDC UBI GMO".split()
)
ADJECTIVES = frozenset(
    """American Australian Austrian Belgian Brazilian British Canadian Chinese Czech Danish Dutch English European
    Finnish French German Greek Hungarian Indian Irish Israeli Italian Japanese Korean Mexican Norwegian Polish
    Portuguese Russian Scandinavian Scottish Spanish Swedish Swiss Turkish Ukrainian Welsh Western African Asian Nordic
    Latin Black White Federal Republican Democratic Christian Muslim Jewish Catholic Victorian Northern Southern Eastern
    January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday""".split()
)
NEVER = frozenset(
    """Congress Parliament Court Courts Senate Motion Opponent Opponents Pro Con Opposition Proposition Government Chair
    Judge God Constitution Bible Charter Amendment Act Article Bill Treaty Law Declaration Internet Nobody Everybody
    I""".split()
)
FIRST = frozenset(
    """He She It They We You Who Which What Everyone Everybody Nobody Someone Somebody Anyone People Children Women Men
    Police Research Science Evidence History Experience Society Industry Business Management Nothing Something
    Everything""".split()
)  # words without an article that begin a sentence and name nobody
EMPTY = frozenset(
    """the a an of for on and in de von van university college institute institution organization organisation
    association academy foundation bureau office center centre council commission ministry department agency journal
    society corporation review study report survey poll research national international new paper data""".split()
)  # words of a name that do not tell it from others
