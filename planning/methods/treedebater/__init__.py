"""TreeDebater: rehearsal trees, flow trees, simulated audience."""
