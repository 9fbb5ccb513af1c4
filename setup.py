"""What pyproject.toml cannot say: the compiled kernels, and a build folder outside the tree."""

from setuptools import setup

from tablee_build import build_options, kernel_extensions

setup(ext_modules=kernel_extensions(), options=build_options())
