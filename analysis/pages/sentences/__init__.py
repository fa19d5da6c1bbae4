"""What the page of a system says, in sentences."""
