"""Compiled search. Nothing here is imported by the rules or the server; numba is loaded when a search first runs."""
