"""The match in a LiveKit room: its server, chair, seats, agent worker and recorder."""
