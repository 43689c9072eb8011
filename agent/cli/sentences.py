"""What each command says of itself, for the list of all: known without loading any of them."""

from __future__ import annotations

SENTENCES = {
    "analyse": "Count actions, hit rates and time over the logs of matches.",
    "arena": "Rate ways to debate by many matches; duels that stop early.",
    "bench": "Measure what is promised; exit 1 when a bar is not met.",
    "calibrate": "Measure how well sentence encoders compare claims.",
    "corpus": "Make flow trees of human debates for the simulated audience.",
    "debate": "Hold a match on this machine, without a server.",
    "demo": "Hold a match in a real LiveKit room on this machine.",
    "devices": "List the microphones and loudspeakers of this machine.",
    "doctor": "Say what is installed and will be used; check a microphone.",
    "evaluate": "Compare ways to debate, from a plan to a report.",
    "evidence": "Search for evidence in your documents and on the web.",
    "fit": "Choose the sentences of a written speech that fill a time.",
    "judge": "Have a match judged, with reasons, by language models.",
    "library": "Check the rehearsal trees for what would be heard as a fault.",
    "match": "Matches on a server: create, list, invite, end, pause, resume.",
    "motions": "List the motions there are rehearsal trees for.",
    "rehearse": "Grow rehearsal trees for a motion with a language model.",
    "replay": "Check that a match's log gives the state the match had.",
    "report": "Write a match's report and transcript again from its log.",
    "reward": "Train the models that score the impact of arguments.",
    "say": "Speak a text as a debater would, to hear a voice.",
    "schema": "Print the schemas of a match's events and of --json output.",
    "serve": "Serve matches: an API, rooms, workers.",
    "study": "Studies with listeners: create, links, status, export.",
    "voices": "List the voices there are and whether each can be used.",
    "worker": "Take jobs of matches that are held on a LiveKit server.",
}
