"""What to ask and how to read the answers, without asking: no socket, no thread, no process.

A call of the API is a generator: it yields the requests it needs, is sent their answers, and returns the result. The
two skins, `understudy.sandbox` and `understudy.aio`, only carry requests over and bring answers back.
"""
