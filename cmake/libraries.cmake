# Outside libraries, all from Debian 12's packages. Each is linked only by its home (cmake/rooms.cmake).
find_package(PkgConfig REQUIRED)

# outside(NAME pkg-config-module): an imported target outside::NAME, static where asked for.
function(outside name module)
    pkg_check_modules(${name} REQUIRED IMPORTED_TARGET ${module})
    add_library(outside::${name} INTERFACE IMPORTED)
    if(UNDERSTUDY_STATIC)
        set(archives "")
        foreach(library IN LISTS ${name}_STATIC_LIBRARIES)
            if(library MATCHES "^(c|m|dl|pthread|rt)$")
                list(APPEND archives ${library})  # parts of libc, which stays outside
                continue()
            endif()
            find_library(archive_${library} NAMES lib${library}.a)
            if(archive_${library})
                list(APPEND archives ${archive_${library}})
            else()
                list(APPEND archives ${library})
            endif()
        endforeach()
        target_link_libraries(outside::${name} INTERFACE ${archives})
    else()
        target_link_libraries(outside::${name} INTERFACE PkgConfig::${name})
    endif()
endfunction()

outside(re2 re2)
outside(crypto libcrypto)
outside(xxhash libxxhash)
outside(ssl libssl)
outside(nghttp2 libnghttp2)
outside(zlib zlib)
outside(brotli_decoder libbrotlidec)
outside(brotli_encoder libbrotlienc)
outside(zstd libzstd)
outside(sqlite3 sqlite3)
outside(vectorscan libhs)

add_library(outside::cli11 INTERFACE IMPORTED)  # headers only
add_library(outside::spdlog INTERFACE IMPORTED)  # headers only; Debian ships no archive
target_compile_definitions(outside::spdlog INTERFACE SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY)

find_package(GTest REQUIRED)
find_library(rapidcheck_archive librapidcheck.a REQUIRED)
add_library(rapidcheck STATIC IMPORTED)
set_target_properties(rapidcheck PROPERTIES IMPORTED_LOCATION ${rapidcheck_archive})
find_package(benchmark REQUIRED)
