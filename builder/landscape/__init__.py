"""The art of landscape: noise, contours, curves, plants, houses and fields, for boards with and without a grid.

All of it gives the same pixels on every machine: random numbers come from hashes of whole numbers, arrays are only
added, multiplied, divided and rooted (which every processor rounds alike), and angles go through a table.
"""
