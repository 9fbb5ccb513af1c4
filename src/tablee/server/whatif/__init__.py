"""The what-if board over HTTP: any moment of any game, played on by whoever asks."""
