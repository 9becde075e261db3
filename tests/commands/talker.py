"""A program that does what programs do: writes bytes of any kind to both streams by turns, reads its input, starts children, dies by a signal.

    talker [bytes SEED | stdin | fork | signal NUMBER | exit CODE | big KIB | lines TEXT | env NAME | number FILE]...
"""

import os
import random
import signal
import sys
import time


def write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def main(words: list) -> int:
    while words:
        word = words.pop(0)
        if word == "bytes":
            dice = random.Random(int(words.pop(0)))
            for _ in range(40):
                write(dice.choice((1, 2)), dice.randbytes(dice.randrange(1, 200)))
        elif word == "stdin":
            data = sys.stdin.buffer.read()
            write(1, b"read %d: " % len(data) + data)
        elif word == "fork":
            for number in range(3):  # one after the other: what parallel writers do is not the same twice
                if (child := os.fork()) == 0:
                    write(1, b"child %d\n" % number)
                    write(2, b"child %d complains\xff\n" % number)
                    os._exit(number)
                os.waitpid(child, 0)
        elif word == "signal":
            signal.signal(int(words[0]), signal.SIG_DFL) if int(words[0]) not in (9, 19) else None
            os.kill(os.getpid(), int(words.pop(0)))
        elif word == "exit":
            return int(words.pop(0))
        elif word == "big":
            write(1, bytes(range(256)) * 4 * int(words.pop(0)))
        elif word == "lines":
            write(1, words.pop(0).encode() + b"\n")
        elif word == "env":
            write(1, os.environ.get(words.pop(0), "not set").encode() + b"\n")
        elif word == "sleep":
            time.sleep(float(words.pop(0)))
        else:
            write(2, b"no such word\n")
            return 2
    return 0


sys.exit(main(sys.argv[1:]))
