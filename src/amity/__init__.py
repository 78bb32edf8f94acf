"""Amity: four card games about friends — exact rules, bots, a server, a client and a library."""

__version__ = "0.1.0"
