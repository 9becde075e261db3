# The arrow table: which room may include which, and where each outside library lives.
#
# cmake links from this table, and tools/check_rooms.py reads the same lines to check every #include.
# Arrows only point down, never sideways, never up. "all-below" means every room of a lower level.

#      level  room     may include
arrows(0      base     )
arrows(1      json     base)
arrows(2      yaml     base json)
arrows(2      schema   base json)
arrows(2      expr     base json)
arrows(2      report   base json)
arrows(2      http     base json)
arrows(3      grammar  base json expr)
arrows(3      secret   base json schema report http)
arrows(3      plan     base json yaml expr http)
arrows(4      pack     base json yaml schema expr http grammar plan)
arrows(4      cassette base json yaml schema expr report http grammar secret plan)
arrows(5      world    base json schema expr http grammar pack)
arrows(5      fixture  base json yaml schema expr report http grammar secret)
arrows(6      io       base http)
arrows(6      store    base json world)
arrows(6      verify   base json yaml schema expr report http grammar secret plan pack cassette world)
arrows(7      shim     base json report secret cassette io)
arrows(7      serve    base json yaml schema expr report http grammar secret plan pack cassette world io store)
arrows(8      app      all-below)

# An outside library's headers may be included in its home only: one file, or a whole room.
#    library      header prefix    home
home(tl-expected  tl/              src/base/result.hpp)
home(re2          re2/             src/base/regex.cpp)
home(openssl      openssl/         src/base/hash.cpp)
home(openssl      openssl/         src/io)
home(xxhash       xxhash           src/base/fast_hash.cpp)
home(spdlog       spdlog/          src/base/log.cpp)
home(fmt          fmt/             src/base)
home(nghttp2      nghttp2/         src/http/h2.cpp)
home(zlib         zlib             src/http/encoding.cpp)
home(brotli       brotli/          src/http/encoding.cpp)
home(zstd         zstd             src/http/encoding.cpp)
home(vectorscan   hs/              src/secret/scan.cpp)
home(sqlite       sqlite3          src/store/sqlite_file.cpp)
home(cli11        CLI/             src/app)
