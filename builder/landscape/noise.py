"""Noise that is the same on every machine: hashes of whole numbers, smoothed by cubic splines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Words = NDArray[np.uint32]
AT_ONCE = 128
"""So many columns, or rows, are worked on at once: a large map takes little more memory than its fields."""


def hashed(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Words:
    """A 32-bit number for each pair of whole numbers, without a pattern that one could see."""
    with np.errstate(over="ignore"):
        word = x.astype(np.uint32) * np.uint32(0x9E3779B1) ^ y.astype(np.uint32) * np.uint32(0x85EBCA77)
        word ^= np.uint32((seed * 0xC2B2AE3D + 0x27D4EB2F) & 0xFFFFFFFF)
        for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
            word ^= word >> np.uint32(shift)
            word *= np.uint32(factor)
        found: Words = word ^ word >> np.uint32(15)
        return found


def lattice(width: int, height: int, seed: int) -> Floats:
    """Independent numbers from 0 to 1, one for each point of a lattice."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return (hashed(x, y, seed) >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)


def smooth(width: int, height: int, step: int, seed: int) -> Floats:
    """Noise from 0 to 1 (about 0.5) with features of about two steps."""
    columns, rows = -(-width // step) + 3, -(-height // step) + 3
    fine = enlarged(lattice(columns, rows, seed), step)
    return fine[step : step + height, step : step + width]


def layered(width: int, height: int, step: int, seed: int, layers: int = 3) -> Floats:
    """Several noises from coarse to fine, each half as strong as the one before; mean 0, within -1 and 1."""
    total = np.zeros((height, width), np.float32)
    weight = np.float32(1)
    for layer in range(layers):
        noise = smooth(width, height, max(step >> layer, 1), seed + 101 * layer)
        noise *= np.float32(2)
        noise -= np.float32(1)
        noise *= weight
        total += noise
        weight *= np.float32(0.5)
    total /= np.float32(2)
    return total


def grain(size: int, seed: int) -> NDArray[np.uint8]:
    """A square of fine grain around 128 that can be laid side by side: paper, or a mottled surface."""
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    first = hashed(x, y, seed) & np.uint32(0xFF)
    second = hashed(x, y, seed + 1) & np.uint32(0xFF)
    return ((first + second) >> np.uint32(1)).astype(np.uint8)


def enlarged(values: Floats, factor: int) -> Floats:
    """The values on a grid so many times finer, between them a cubic spline."""
    return _stretched(_stretched(values, factor).T, factor).T


def _stretched(values: Floats, factor: int) -> Floats:
    rows, columns = values.shape
    padded = np.concatenate([values[:1], values[:1], values, values[-1:], values[-1:]])
    fine = np.empty((rows, factor, columns), np.float32)
    for phase in range(factor):
        place = (2 * phase + 1 - factor) / (2 * factor)
        first = 1 if place >= 0 else 0
        share = place if place >= 0 else place + 1
        weights = _spline(share)
        fine[:, phase] = sum(
            padded[first + index : first + index + rows] * np.float32(weight) for index, weight in enumerate(weights)
        )
    return fine.reshape(rows * factor, columns)


def _spline(t: float) -> tuple[float, float, float, float]:
    """The weights of the four neighbours in a uniform cubic B-spline."""
    return (1 - t) ** 3 / 6, (3 * t**3 - 6 * t**2 + 4) / 6, (-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6, t**3 / 6


def blurred(values: Floats, radius: int, times: int = 3) -> Floats:
    """The values averaged over squares, several times over: close to a bell curve; the edges are continued."""
    if radius < 1:
        return values
    found = values
    for _ in range(times):
        found = _averaged(_averaged(found, radius).T, radius).T
    return np.ascontiguousarray(found)


def _averaged(values: Floats, radius: int) -> Floats:
    found = np.empty(values.shape, np.float32)
    for left in range(0, values.shape[1], AT_ONCE):
        part = values[:, left : left + AT_ONCE]
        head = np.repeat(part[:1], radius + 1, axis=0)
        tail = np.repeat(part[-1:], radius, axis=0)
        sums = np.cumsum(np.concatenate([head, part, tail]), axis=0, dtype=np.float64)
        found[:, left : left + AT_ONCE] = (sums[2 * radius + 1 :] - sums[: -2 * radius - 1]) / (2 * radius + 1)
    return found
