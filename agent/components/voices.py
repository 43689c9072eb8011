"""Which voice a side speaks with, at the rate that is set, and what guesses how long it will take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from agent.components.parts import Replace, chosen
from config.errors import ProviderError
from config.format import Side
from config.settings import NeuralVoices, RemoteVoice, Speaking, cache_folder
from config.shipped import load_pronunciations
from speech.models.ahead import load_ahead, loaded
from speech.ports import Voice
from speech.synthesis.pace import at_rate
from speech.synthesis.synthesizer import Synthesizer
from speech.text.pronunciation import Lexicon
from speech.timing.duration import Estimator, FittedWords, Syllables
from speech.voices.embedded import EspeakVoice, FliteVoice
from speech.voices.phonemes import respelled

NATURAL = {Side.PRO: "hibari:heart", Side.CON: "piper:joe"}
AT_ONCE = {Side.PRO: ("flite:slt", "espeak:en-us+f3"), Side.CON: ("flite:rms", "espeak:gmw/en+m3")}
AT_ONCE_ENGINES = ("flite", "espeak")
ENGINES = "hibari, piper, flite, espeak, openai, livekit or coqui"


def chosen_voice(side: Side, speaking: Speaking, replace: Replace) -> Synthesizer:
    """The voice of the settings, else the embedded ones in their order, natural ones first.

    A sentence that is not there in time is spoken by a voice that speaks at once, never by another slow one. Raises
    ProviderError: not even espeak-ng can be had. ConfigError: the pronunciation file is wrong.
    """
    lexicon = Lexicon(load_pronunciations(speaking.pronunciation))
    wanted = speaking.voices.get(side, "auto")
    natural, at_once = NATURAL[side], AT_ONCE[side]
    names = (natural, *at_once) if wanted == "auto" else (wanted, natural, *at_once)
    name, voice, failures = _first(names, speaking, lexicon)
    for failure in failures:
        replace(f"voice of {side}", failure, voice.name)
    chosen(f"voice of {side}", voice.name, f"speaking.voices.{side} is {wanted}")
    embedded = name == natural or name.startswith(AT_ONCE_ENGINES)  # so that no slow one is loaded beside it
    left = tuple(one for one in at_once if one != name) if embedded else (natural, *at_once)
    try:
        return Synthesizer(voice, _first(left, speaking, lexicon)[1])
    except ProviderError:
        return Synthesizer(voice)


def voice_ahead(side: Side, speaking: Speaking) -> None:
    """Have the voice that the side would speak with in memory for whoever asks for it next."""
    wanted = speaking.voices.get(side, "auto")
    name = NATURAL[side] if wanted == "auto" else wanted
    lexicon = Lexicon(load_pronunciations(speaking.pronunciation))
    load_ahead(voice_key(name, speaking), partial(_made, name, speaking, lexicon))


def chosen_estimator(speaking: Speaking, replace: Replace) -> Estimator:
    """Guesses how long a sentence takes before it is synthesised; syllables where the wanted one cannot be had."""
    try:
        estimator = _make_estimator(speaking)
    except ProviderError as error:
        replace("durations", str(error), "syllables")
        return Syllables()
    chosen("durations", type(estimator).__name__, f"speaking.durations is {speaking.durations}")
    return estimator


def _make_estimator(speaking: Speaking) -> Estimator:
    kind, _, model = speaking.durations.partition(":")
    if kind == "fastspeech":
        from speech.voices.fastspeech import FastSpeech

        return FastSpeech.load(model, download=speaking.neural.download)
    if kind == "phonemes":
        from speech.voices.phonemes import Phonemes

        return Phonemes()
    return FittedWords() if kind == "words" else Syllables()


def _first(names: Sequence[str], speaking: Speaking, lexicon: Lexicon) -> tuple[str, Voice, list[str]]:
    """The first of these that can be had, by its name, and why those before it cannot."""
    failures: list[str] = []
    for name in dict.fromkeys(names):
        try:
            return name, make_voice(name, speaking, lexicon), failures
        except ProviderError as error:
            failures.append(str(error))
    raise ProviderError("voice", "; ".join(failures) or "there is none")


def make_voice(name: str, speaking: Speaking, lexicon: Lexicon | None = None) -> Voice:
    """The voice of this name, at the rate of the settings where its rate can be set.

    Raises ProviderError: there is no such voice, or it cannot be had here.
    """
    lexicon = lexicon or Lexicon()
    voice, takes_sounds = loaded(voice_key(name, speaking), partial(_made, name, speaking, lexicon))
    paced = at_rate(voice, speaking.words_per_minute, cache_folder() / "voices" / "rates.json")
    return paced if takes_sounds else respelled(paced, lexicon)


def voice_key(name: str, speaking: Speaking) -> tuple[str, str, str]:
    """By which one that was loaded ahead is found: the lexicon is the settings' own."""
    return "voice", name, speaking.model_dump_json()


def _made(name: str, speaking: Speaking, lexicon: Lexicon) -> tuple[Voice, bool]:
    """The voice as it is, and whether it takes sounds from the lexicon itself."""
    engine, _, voice = name.partition(":")
    if engine == "hibari":
        from speech.voices.hibari import HibariVoice

        return HibariVoice(voice or "heart", lexicon=lexicon, download=speaking.neural.download), True
    if engine == "piper" and voice:
        return _piper(voice, speaking.neural, lexicon), True
    if engine == "flite":
        return FliteVoice(voice or "slt"), False
    if engine == "espeak":
        return EspeakVoice(voice or "en-us"), False
    if engine == "openai":
        return _remote(voice, speaking.remote), False
    if engine == "livekit" and voice:
        from agent.plugins.voice import PluginVoice

        return PluginVoice(voice, speaking.plugins.get(voice, {})), False
    if engine == "coqui" and voice:
        return _coqui(voice, speaking.neural), False
    raise ProviderError(name, f"no such voice; use auto, or {ENGINES} with :NAME")


def _speaker(voice: str) -> tuple[str, str]:
    """A model and one of its speakers: NAME_OR_PATH#SPEAKER."""
    model, _, speaker = (voice, "", "") if Path(voice).exists() else voice.partition("#")
    return model, speaker


def _folder(neural: NeuralVoices) -> Path:
    return neural.folder or cache_folder() / "voices"


def _piper(voice: str, neural: NeuralVoices, lexicon: Lexicon) -> Voice:
    from speech.voices.piper import PiperVoice

    model, speaker = _speaker(voice)
    folder = _folder(neural)
    return PiperVoice(model, speaker=speaker, folder=folder, device=neural.device, lexicon=lexicon)


def _coqui(voice: str, neural: NeuralVoices) -> Voice:
    from speech.voices.coqui import CoquiVoice

    model, speaker = _speaker(voice)
    return CoquiVoice(
        model, speaker=speaker, folder=_folder(neural), device=neural.device, download=neural.download, seed=neural.seed
    )


def _remote(voice: str, remote: RemoteVoice) -> Voice:
    from speech.voices.remote import OpenAIVoice

    if not remote.model:
        raise ProviderError(f"openai:{voice}", "set speaking.remote.model to the endpoint's speech model")
    return OpenAIVoice(
        remote.model,
        voice,
        base_url=remote.base_url,
        response_format=remote.response_format,
        rate=remote.rate,
        timeout_seconds=remote.timeout_seconds,
    )
