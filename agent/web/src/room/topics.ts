// Topics and attributes of the texts in a room (agent/room/wire/texts.py).

export const EVENTS = "rostrum.events";
export const LOG = "rostrum.log";
export const CUES = "rostrum.cues";
export const INTERIM = "rostrum.interim";
export const WORDS = "rostrum.words"; // packets
export const CAPTIONS = "lk.transcription";
export const CHAIR = "chair";
export const SCRIBE = "scribe";
export const SEGMENT = "lk.segment_id";
export const FINAL = "lk.transcription_final";
