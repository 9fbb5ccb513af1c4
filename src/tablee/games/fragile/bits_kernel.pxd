# Written by build_backend/make_pxd.py from bits_kernel.py: change that, then run it.

cimport cython

cdef unsigned long long FIFTY
cdef unsigned long long MASK64
cdef unsigned long long GOLDEN
cdef unsigned long long _WEST_FREE
cdef unsigned long long _EAST_FREE
cdef unsigned long long _DEBRUIJN
cdef unsigned long long _MIX_A
cdef unsigned long long _MIX_B
cdef signed char[64] _BIT_INDEX

cdef inline int lowest(unsigned long long bits) noexcept nogil:
    return _BIT_INDEX[(((bits & (~bits + 1)) * _DEBRUIJN) & MASK64) >> 58]

cdef inline int count_bits(unsigned long long bits) noexcept nogil:
    count: cython.int = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count

cdef inline unsigned long long grown_north(unsigned long long low, unsigned long long high) noexcept nogil:
    across: cython.ulonglong = low | (low & _WEST_FREE) >> 1 | (low & _EAST_FREE) << 1
    return (across | low >> 10 | low << 10 | high << 40) & FIFTY

cdef inline unsigned long long grown_south(unsigned long long low, unsigned long long high) noexcept nogil:
    across: cython.ulonglong = high | (high & _WEST_FREE) >> 1 | (high & _EAST_FREE) << 1
    return (across | high << 10 | high >> 10 | low >> 40) & FIFTY

cdef inline unsigned long long mixed(unsigned long long x) noexcept nogil:
    x = ((x ^ (x >> 30)) * _MIX_A) & MASK64
    x = ((x ^ (x >> 27)) * _MIX_B) & MASK64
    return x ^ (x >> 31)
