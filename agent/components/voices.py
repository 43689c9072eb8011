"""Which voice a side speaks with, and what guesses how long it will take."""

from __future__ import annotations

from pathlib import Path

from agent.components.replacement import Replace, chosen
from config.errors import ProviderError
from config.format import Side
from config.settings import NeuralVoices, RemoteVoice, Speaking, cache_folder
from speech.ports import Voice
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import Estimator, FittedWords, Syllables
from speech.voices.embedded import EspeakVoice, FliteVoice

AUTO_VOICES = {
    Side.PRO: ("flite:slt", "espeak:en-us+f3"),
    Side.CON: ("flite:rms", "espeak:gmw/en+m3"),
}


def chosen_voice(side: Side, speaking: Speaking, replace: Replace) -> Synthesizer:
    """The side's voice, with the embedded one to fall back on."""
    wanted = speaking.voices.get(side, "auto")
    first, embedded = AUTO_VOICES[side]
    fallback = _make_voice(embedded, speaking)
    try:
        synthesizer = Synthesizer(_make_voice(first if wanted == "auto" else wanted, speaking), fallback)
    except ProviderError as error:
        replace(f"voice of {side}", str(error), fallback.name)
        return Synthesizer(fallback)
    chosen(f"voice of {side}", synthesizer.name, f"speaking.voices.{side} is {wanted}")
    return synthesizer


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


def _make_voice(name: str, speaking: Speaking) -> Voice:
    engine, _, voice = name.partition(":")
    if engine == "flite":
        return FliteVoice(voice or "slt")
    if engine == "espeak":
        return EspeakVoice(voice or "en-us")
    if engine == "openai":
        return _remote_voice(voice, speaking.remote)
    if engine in ("coqui", "piper") and voice:
        return _neural_voice(engine, voice, speaking.neural)
    raise ProviderError(name, "no such voice; use auto, or flite, espeak, openai, piper or coqui with :NAME")


def _neural_voice(engine: str, voice: str, neural: NeuralVoices) -> Voice:
    from speech.voices.coqui import CoquiVoice
    from speech.voices.piper import PiperVoice

    folder = neural.folder or cache_folder() / "voices"
    model, _, speaker = voice.partition("#") if not Path(voice).exists() else (voice, "", "")
    if engine == "piper":
        return PiperVoice(model, speaker=speaker, folder=folder, device=neural.device)
    return CoquiVoice(
        model, speaker=speaker, folder=folder, device=neural.device, download=neural.download, seed=neural.seed
    )


def _remote_voice(voice: str, remote: RemoteVoice) -> Voice:
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
