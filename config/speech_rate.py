"""How fast a speech is spoken, in words a minute: the one place for such figures. Pure.

Voices whose rate can be set speak at `speaking.words_per_minute` of the settings, pauses included; `WORDS_PER_MINUTE`
is its default, the rate of a calm public speaker. TreeDebater guesses 130 for its voice.
"""

WORDS_PER_MINUTE = 150
WORDS_PER_SECOND = WORDS_PER_MINUTE / 60
PAPER_WORDS_PER_MINUTE = 130  # TreeDebater's first guess (3.5, appendix B.2), for comparison with it
