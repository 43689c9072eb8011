"""The folder of a match: its log, its sound, what lies beside."""
