"""What pyproject.toml cannot say: kernels, the page, links, and a build folder outside the tree."""

from setuptools import setup

from tablee_build import COMMANDS, build_options, kernel_extensions, links

setup(
    ext_modules=kernel_extensions(),
    cmdclass=COMMANDS,
    options=build_options(),
    project_urls=links(),
)
