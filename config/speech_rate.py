"""How fast a speech is spoken, in words a minute: the one place for such figures. Pure.

Our voices say 158 to 189 words a minute, the pauses between sentences included (the 18 turns of `docs/examples`:
flite's rms 158 to 168, slt 169 to 189). `WORDS_PER_MINUTE` is at their slow end, for a plan that runs out of words is
worse than one with some to spare. TreeDebater guesses 130, which asks a writer for a sixth too little: with voices of
171, our search for the length of a statement then needs 1.5 drafts instead of 1.3, for the same number of words.
"""

WORDS_PER_MINUTE = 156
WORDS_PER_SECOND = WORDS_PER_MINUTE / 60
PAPER_WORDS_PER_MINUTE = 130  # TreeDebater's first guess (3.5, appendix B.2), for comparison with it
