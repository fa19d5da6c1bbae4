"""Balance: players tuned against each other, what is left to gain, paired games on common dice."""
