"""From the flow trees to a plan: candidate actions, what is prepared for them, battlefields and their shares."""
