# Written by build_backend/make_pxd.py from codes.py: change that, then run it.

cdef enum:
    PLAIN = 1
    FRAGILE = 2
    JUST_FLIPPED = 3
    GOAL = 4
    GO = 0
    PUSH = 1
    STACK = 2
    UNSTACK = 3
    FLIP = 4
    HAND_OVER = 5
    END_TURN = 6
    PLACE_DEPOT = 7
    PLACE_DOCKER = 8
    DRAW = 9
    GOING_ON = 0
    END_FULL = 1
    END_NO_CRATE = 2
    END_IDLE = 3
    END_STUCK = 4
    END_SOLVED = 5
    END_OUT_OF_TURNS = 6
    NEUTRAL = -1
    UNPLACED = -2
    NOBODY = -1
    CHANCE = -1
    MOST_DOCKERS = 16
    MOST_CRATES = 12
