"""Commands about finished matches and their records: archive, export, replay, verification and analysis."""
