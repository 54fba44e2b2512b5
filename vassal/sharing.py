"""A mapping whose copies share what neither has changed: copying costs the same however much it holds."""

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

SHELVES = 64


class SharedDict(Generic[K, V]):
    """A dictionary kept on shelves; a copy takes the shelves over and copies one only when it writes to it.

    The order of iteration means nothing: whoever shows the content sorts it.
    """

    __slots__ = ("_mine", "_shelves")

    def __init__(self, items: Iterable[tuple[K, V]] = ()) -> None:
        self._shelves: list[dict[K, V]] = [{} for _ in range(SHELVES)]
        self._mine = (1 << SHELVES) - 1
        for key, value in items:
            self[key] = value

    def copy(self) -> "SharedDict[K, V]":
        """Return an independent copy; both sides share every shelf until one of them writes to it."""
        other: SharedDict[K, V] = SharedDict.__new__(SharedDict)
        other._shelves = self._shelves.copy()
        other._mine = self._mine = 0
        return other

    def find(self, key: K) -> V | None:
        """Return the value of a key, or nothing."""
        return self._shelves[hash(key) % SHELVES].get(key)

    def __getitem__(self, key: K) -> V:
        return self._shelves[hash(key) % SHELVES][key]

    def __contains__(self, key: K) -> bool:
        return key in self._shelves[hash(key) % SHELVES]

    def __setitem__(self, key: K, value: V) -> None:
        self._own(hash(key) % SHELVES)[key] = value

    def __delitem__(self, key: K) -> None:
        index = hash(key) % SHELVES
        if key not in self._shelves[index]:
            raise KeyError(key)
        del self._own(index)[key]

    def __iter__(self) -> Iterator[K]:
        for shelf in self._shelves:
            yield from shelf

    def values(self) -> Iterator[V]:
        """Yield every value, in no order that means anything."""
        for shelf in self._shelves:
            yield from shelf.values()

    def items(self) -> Iterator[tuple[K, V]]:
        """Yield every key with its value, in no order that means anything."""
        for shelf in self._shelves:
            yield from shelf.items()

    def __len__(self) -> int:
        return sum(map(len, self._shelves))

    def __repr__(self) -> str:
        return f"SharedDict of {len(self)}"

    def _own(self, index: int) -> dict[K, V]:
        bit = 1 << index
        if not self._mine & bit:
            self._shelves[index] = self._shelves[index].copy()
            self._mine |= bit
        return self._shelves[index]
