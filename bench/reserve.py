"""Memory for servers that grow while they are measured.

A virtual machine may get a page from its host only when it is first written to, and may lose it again soon after it is
free. The host then takes some microseconds for each kilobyte, in the time of the server that happens to write. A reserve
has been written to, and hands on a little of it before each slice, too late for the host to take it back.
"""

from __future__ import annotations

import contextlib
import mmap
import threading
from collections.abc import Iterator
from pathlib import Path

LARGE_PAGE = 2 << 20  # hosts back and take back memory by these
PAGE = mmap.PAGESIZE
SHARE = 4  # of what is available, no more than a quarter is reserved


class Reserve:
    def __init__(self, size: int) -> None:
        self.left = min(size, available_bytes() // SHARE) // LARGE_PAGE * LARGE_PAGE
        self.memory = mmap.mmap(-1, max(self.left, PAGE), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        with contextlib.suppress(OSError):  # a kernel without large pages
            self.memory.madvise(mmap.MADV_HUGEPAGE)
        for at in range(0, self.left, PAGE):
            self.memory[at] = 1

    def hand_on(self, size: int) -> None:
        """To whoever asks the system next. Nothing, once all is gone."""
        size = min(size, self.left)
        self.left -= size
        if size > 0:
            self.memory.madvise(mmap.MADV_DONTNEED, self.left, size)

    @contextlib.contextmanager
    def handing_on(self, size: int, seconds: float) -> Iterator[None]:
        """So much every so many seconds, for a server that works for long without being asked again."""
        over = threading.Event()

        def hand_on_until_over() -> None:
            while True:
                self.hand_on(size)
                if over.wait(seconds):
                    return

        thread = threading.Thread(target=hand_on_until_over)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def close(self) -> None:
        self.memory.close()


def available_bytes() -> int:
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return 0
