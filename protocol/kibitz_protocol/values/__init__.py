"""What messages consist of: seats, boards, positions, matches, clocks, engines and the facts of events."""
