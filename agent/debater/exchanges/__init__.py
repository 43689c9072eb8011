"""Points of information and cross-examinations, as an AI side holds them."""
