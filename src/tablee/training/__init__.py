"""Trains the learned judges by self-play: games, a network, a gate, and again."""
