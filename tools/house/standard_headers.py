"""The headers that come with the compiler and libc: everything else in angle brackets is an outside library."""

STANDARD_HEADERS = frozenset(
    """
    algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable
    coroutine deque exception execution expected filesystem format forward_list fstream functional future
    initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource
    mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set
    shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view strstream
    syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
    variant vector version
    cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio
    cstdlib cstring ctime cuchar cwchar cwctype
    assert.h ctype.h dirent.h dlfcn.h errno.h fcntl.h float.h inttypes.h limits.h locale.h malloc.h math.h netdb.h poll.h
    pty.h pthread.h pwd.h sched.h setjmp.h signal.h spawn.h stdarg.h stddef.h stdint.h stdio.h stdlib.h string.h termios.h
    time.h unistd.h wchar.h
    cxxabi.h emmintrin.h immintrin.h
    """.split()
)
