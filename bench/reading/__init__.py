"""What is recognised of people's points, by speeches that readers have labelled."""
