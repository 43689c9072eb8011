"""TreeDebater: rehearsal trees before the match, flow trees in it, and a plan made of both."""

NAME = "treedebater"
