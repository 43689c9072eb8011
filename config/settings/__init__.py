"""Settings: typed, frozen, unknown keys refused, units in the names. A file a subject; whole.py reads them."""

from config.role import Role
from config.settings.arguments import Embedding, Scoring
from config.settings.evidence import EvidenceFrom, Tavily
from config.settings.folders import cache_folder, library_folder
from config.settings.hearing import Hearing, RemoteRecognizer
from config.settings.judging import Judging
from config.settings.models import Endpoint, Models
from config.settings.recording import Broadcast, Recording
from config.settings.room import Devices, Room
from config.settings.seats import AiSeat, Seats
from config.settings.serving import Serving
from config.settings.speaking import Controller, NeuralVoices, RemoteVoice, Speaking
from config.settings.telemetry import Telemetry
from config.settings.thinking import Thinking
from config.settings.whole import Settings, load_settings

__all__ = [
    "AiSeat",
    "Broadcast",
    "Controller",
    "Devices",
    "Embedding",
    "Endpoint",
    "EvidenceFrom",
    "Hearing",
    "Judging",
    "Models",
    "NeuralVoices",
    "Recording",
    "RemoteRecognizer",
    "RemoteVoice",
    "Role",
    "Room",
    "Scoring",
    "Seats",
    "Serving",
    "Settings",
    "Speaking",
    "Tavily",
    "Telemetry",
    "Thinking",
    "cache_folder",
    "library_folder",
    "load_settings",
]
