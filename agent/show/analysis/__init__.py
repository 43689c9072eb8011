"""What matches show about the planning behind them: actions, hit rates, time (TreeDebater 4.3, Figures 2 and 3)."""
