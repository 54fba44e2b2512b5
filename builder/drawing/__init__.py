"""The vector kernel: paths, exact coverage masks, text as outlines, colours and their contrast.

Everything here is arithmetic that gives the same pixels on every machine: coordinates are rounded to a fixed grid
before they are used, coverage is summed in whole numbers, and no letter comes from anywhere but the bundled faces.
"""
