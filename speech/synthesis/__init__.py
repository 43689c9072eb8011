"""Any voice made fit for the room: in time, trimmed, at one loudness, whatever fails."""
