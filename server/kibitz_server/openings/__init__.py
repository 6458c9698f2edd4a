"""Openings of events: files of them, those that come with Kibitz, and how they are built and checked."""
