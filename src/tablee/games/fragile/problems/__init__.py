"""Problems for one player (F-7)."""
