"""What several methods are made of; none of them knows another."""
