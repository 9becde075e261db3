# read_once(TARGET source|test): the headers nearly every file includes are parsed once for all of them.
#
# A file still names what it uses: the build without this (tsan) compiles it alone.
set(headers_of_source <algorithm> <array> <chrono> <cstdint> <cstring> <functional> <map> <memory> <optional> <set> <span>
                      <string> <string_view> <utility> <variant> <vector> ${PROJECT_SOURCE_DIR}/src/base/result.hpp)
set(headers_of_test ${headers_of_source} <filesystem> <fstream> <sstream> <thread> <gmock/gmock.h> <gtest/gtest.h>
                    <rapidcheck/gtest.h>)

foreach(kind source test)
    if(UNDERSTUDY_READ_ONCE)
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/read_once_${kind}.cpp CONTENT "")
        add_library(read_once_${kind} OBJECT ${PROJECT_BINARY_DIR}/generated/read_once_${kind}.cpp)
        target_include_directories(read_once_${kind} PRIVATE ${PROJECT_SOURCE_DIR}/src)
        # -Wpedantic is among the flags that must be the same wherever the result is used.
        target_link_libraries(read_once_${kind} PRIVATE understudy_warnings)
        target_precompile_headers(read_once_${kind} PRIVATE ${headers_of_${kind}})
        if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
            # Without its time of writing the same headers give the same file, and the cache of compiled files finds it.
            target_compile_options(read_once_${kind} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
endforeach()
if(UNDERSTUDY_READ_ONCE)
    target_compile_options(read_once_test PRIVATE "SHELL:${UNDERSTUDY_TEST_FLAGS}")
    target_link_libraries(read_once_test PRIVATE GTest::gmock)
endif()

function(read_once target kind)
    if(UNDERSTUDY_READ_ONCE)
        target_precompile_headers(${target} REUSE_FROM read_once_${kind})
    endif()
endfunction()
