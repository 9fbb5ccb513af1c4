"""The games as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel.

``pip install tablee[rl]`` brings these libraries. Each module needs only its own.
"""
