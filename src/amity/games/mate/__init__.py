"""Mate, a game for two with twenty cards and nothing hidden."""
