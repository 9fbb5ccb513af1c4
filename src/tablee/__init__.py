"""tablee: a digital game table for Fragile and Shear Panic."""

__version__ = "0.2.0"
