"""What is said where no speech has come in time: who speaks, openly that there is nothing new, and what stands.

What a side repeats of its own is in reserve: it fills the time, and the model's speech takes its place when it comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from config.format import Side
from config.statement import Priority, Sentence

STANCE = {Side.PRO: "for", Side.CON: "against"}
NOTHING_NEW = "I have nothing new on it yet, and I won't make anything up, so I say again what we stand on."
NOTHING = "I have nothing to say on it yet, and I won't make anything up."
END = "That is all I can say in this speech."
TOGETHER = 2  # sentences that are repeated as a passage: small ones fill what time the model's speech leaves


def standing_in(motion: str, side: Side, said: Sequence[str]) -> Iterator[Sentence]:
    """A speech out of nothing.

    Args:
        said: sentences of ours from a speech before, in order.
    """
    stand = f"I speak {STANCE[side]} the motion: {motion.rstrip('.')}."
    said = [text for text in said if text not in (stand, NOTHING, NOTHING_NEW, END)]
    yield _sentence("stand", Priority.MUST, stand)
    yield _sentence("nothing", Priority.SHOULD, NOTHING_NEW if said else NOTHING)
    for place, text in enumerate(said):
        first, topic = place - place % TOGETHER, f"said before, {place // TOGETHER + 1}"
        yield _sentence(f"again{place}", Priority.RESERVE, text, f"again{place - 1}" if place > first else None, topic)
    yield _sentence("end", Priority.CLOSING, END)


def _sentence(name: str, priority: Priority, text: str, needs: str | None = None, topic: str = "") -> Sentence:
    return Sentence(id=name, text=text, unit=name, priority=priority, needs=needs, topic=topic)
