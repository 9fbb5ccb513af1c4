"""Problems for one player over HTTP. Nothing is kept: who plays sends the line so far."""
