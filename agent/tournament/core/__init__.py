"""The tournament as an event log: who takes part, what may happen when, what a ballot says. Pure."""
