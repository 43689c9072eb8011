"""What every method shares: points, actions on the flow trees, how points stand, passages. Pure."""
