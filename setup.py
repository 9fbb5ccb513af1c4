"""What pyproject.toml cannot say: the compiled kernels, and a build folder outside the tree."""

from setuptools import setup

from tablee_build import AllOrNothing, build_options, kernel_extensions

setup(
    ext_modules=kernel_extensions(),
    cmdclass={"build_ext": AllOrNothing},
    options=build_options(),
)
