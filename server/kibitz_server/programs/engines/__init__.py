"""Parts of engines that other programs run, whatever protocol they speak: input, searches, strength, and time."""
