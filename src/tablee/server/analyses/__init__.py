"""Analyses of finished games and of records, in the workers behind the bots' turns."""
