"""How players who look ahead decide: plans, whom to hold back or send, battles, interdiction; and what they see."""
