"""What is read into and out of trees, and how they grow."""
