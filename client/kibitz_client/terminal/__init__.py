"""Line mode: input, output and playing in a terminal."""
