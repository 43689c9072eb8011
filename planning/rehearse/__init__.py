"""Rehearsal trees grown by a model: claims, counter-arguments, evidence, and how much each matters."""
