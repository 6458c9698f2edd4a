"""Line mode: playing and watching a match on standard input and output."""
