"""Rehearsal trees, flow trees and their strengths: the pure heart of the method (TreeDebater 3.2, 3.3)."""
