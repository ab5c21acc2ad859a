"""Organised play: ladders, leagues and tournaments."""
