"""LiveKit's server and workers as processes of this machine."""
