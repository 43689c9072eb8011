"""A Coqui voice and a duration model made on the spot: the real file formats and layers, random weights, small."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.voices import RATE, change

MARKS = ["<blank>", "<unk>", ",", ".", '"', "?", "!", "..", "<sos/eos>"]


def make_vits(folder: Path, phonemes: bool = False, speakers: tuple[str, ...] = (), **config: Any) -> Path:
    """Write a Coqui VITS by Coqui's own classes; what it says is noise, of a length that it draws at random."""
    import torch
    from TTS.config.shared_configs import BaseAudioConfig
    from TTS.tts.configs.vits_config import VitsArgs, VitsConfig
    from TTS.tts.models.vits import Vits

    folder.mkdir(parents=True, exist_ok=True)
    args = VitsArgs(
        hidden_channels=8, hidden_channels_ffn_text_encoder=8, num_heads_text_encoder=1, num_layers_text_encoder=1,
        num_layers_flow=1, num_layers_posterior_encoder=1, upsample_initial_channel_decoder=16,
        resblock_type_decoder="2", resblock_kernel_sizes_decoder=[3], resblock_dilation_sizes_decoder=[[1, 1]],
        init_discriminator=False, use_speaker_embedding=bool(speakers), speaker_embedding_channels=8,
        length_scale=0.5,
    )  # fmt: skip
    described = VitsConfig(
        model_args=args,
        audio=BaseAudioConfig(sample_rate=RATE, do_trim_silence=False),
        use_phonemes=phonemes,
        phonemizer="espeak" if phonemes else None,
        phoneme_language="en-us" if phonemes else None,
        text_cleaner="english_cleaners",
        languages=["en"],
        speakers=list(speakers),
    )
    torch.manual_seed(0)
    network = Vits(described)
    with torch.no_grad():  # loud enough to be heard
        for weights in network.waveform_decoder.conv_post.parameters():
            weights.mul_(300)
    described.save_json(str(folder / "config.json"))
    torch.save({"model": network.state_dict()}, folder / "model.pth")
    if config:
        change(folder / "config.json", **config)
    return folder


def make_fastspeech(folder: Path, kind: str = "FastSpeech2ConformerModel", **config: Any) -> Path:
    """Write a FastSpeech 2 of a few thousand weights with the symbols of an English one."""
    import torch
    import transformers

    from speech.voices.fastspeech import PHONES, VOWELS

    vowels = {phone for said in VOWELS.values() for phone in said.split()} - {"R", "L"}
    symbols = [*MARKS[:2], *sorted(PHONES - vowels), *(f"{v}{n}" for v in sorted(vowels) for n in "012"), *MARKS[2:]]
    small = {
        "vocab_size": len(symbols), "hidden_size": 16, "encoder_layers": 2, "decoder_layers": 1,
        "encoder_linear_units": 16, "decoder_linear_units": 16, "speech_decoder_postnet_layers": 2,
        "speech_decoder_postnet_units": 8, "duration_predictor_channels": 16, "pitch_predictor_channels": 8,
        "pitch_predictor_layers": 1, "energy_predictor_channels": 8, "energy_predictor_layers": 1, "num_mel_bins": 8,
        **config,
    }  # fmt: skip
    torch.manual_seed(0)
    described = transformers.FastSpeech2ConformerConfig(**small)
    if kind.endswith("WithHifiGan"):
        vocoder = transformers.FastSpeech2ConformerHifiGanConfig(model_in_dim=8, upsample_initial_channel=16)
        described = transformers.FastSpeech2ConformerWithHifiGanConfig(
            model_config=described.to_dict(), vocoder_config=vocoder.to_dict()
        )
    network = getattr(transformers, kind)(described).eval()
    inner = getattr(network, "model", network)
    with torch.no_grad():  # some frames a phone, not none, and not the same for all
        inner.duration_predictor.linear.bias.fill_(2.0)
        inner.duration_predictor.linear.weight.mul_(3.0)
    transformers.utils.logging.disable_progress_bar()
    network.save_pretrained(folder)
    (folder / "vocab.json").write_text(json.dumps({symbol: number for number, symbol in enumerate(symbols)}))
    return folder
