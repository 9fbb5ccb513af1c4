"""Problems for one player over HTTP. The player sends all moves each time."""
