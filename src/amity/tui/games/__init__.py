"""Each game as a person at the terminal plays it: a module with a ``DESK``."""
