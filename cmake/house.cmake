# room(), and what it needs: the arrow table as link edges, one test binary and the fuzz targets of each room.

set_property(GLOBAL PROPERTY understudy_rooms "")

macro(arrows level room)
    set(ROOM_${room}_LEVEL ${level})
    set(ROOM_${room}_MAY ${ARGN})
    if("${ARGN}" STREQUAL "all-below")
        set(ROOM_${room}_MAY ${ROOMS})
    endif()
    list(APPEND ROOMS ${room})
endmacro()

macro(home library prefix place)
    # Read by tools/check_rooms.py only.
endmacro()

include(${CMAKE_CURRENT_LIST_DIR}/rooms.cmake)

# room(NAME
#     SOURCES   a.cpp b.cpp            the library
#     TESTS     a_test.cpp             one gtest binary NAME_test
#     FUZZ      a_fuzz.cpp             one libFuzzer binary a_fuzz each (presets asan and fuzz)
#     BENCH     a_bench.cpp            one binary a_bench each (target `benches`, preset release)
#     LIBRARIES PkgConfig::re2 ...)    outside libraries whose home is here
function(room name)
    cmake_parse_arguments(ARG "" "" "SOURCES;TESTS;FUZZ;BENCH;LIBRARIES" ${ARGN})
    set(target understudy_${name})
    set(below "")
    foreach(other IN LISTS ROOM_${name}_MAY)
        if(TARGET understudy_${other})
            list(APPEND below understudy_${other})
        endif()
    endforeach()

    add_library(${target} STATIC ${ARG_SOURCES})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PUBLIC ${below} PRIVATE ${ARG_LIBRARIES} understudy_warnings_of_rooms)
    read_once(${target} source)

    if(UNDERSTUDY_FUZZ)
        foreach(source IN LISTS ARG_FUZZ)
            get_filename_component(stem ${source} NAME_WE)
            add_executable(${stem} EXCLUDE_FROM_ALL ${source})
            target_link_libraries(${stem} PRIVATE ${target} understudy_warnings)
            target_link_options(${stem} PRIVATE -fsanitize=fuzzer)
            add_dependencies(fuzzers ${stem})
        endforeach()
    endif()

    if(ARG_TESTS)
        add_executable(${name}_test ${ARG_TESTS})
        target_link_libraries(${name}_test PRIVATE ${target} understudy_warnings rapidcheck GTest::gmock
                                                   GTest::gtest_main)
        # Tests are the slowest files to compile; in a sanitizer build it is the code under them that matters.
        target_compile_options(${name}_test PRIVATE "SHELL:${UNDERSTUDY_TEST_FLAGS}")
        target_compile_definitions(${name}_test PRIVATE
            UNDERSTUDY_ROOT="${PROJECT_SOURCE_DIR}")
        target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
        if(NOT name STREQUAL "base")
            target_link_libraries(${name}_test PRIVATE understudy_arbitrary)
        endif()
        read_once(${name}_test test)
        add_dependencies(tests ${name}_test)
    endif()

    foreach(source IN LISTS ARG_BENCH)
        get_filename_component(stem ${source} NAME_WE)
        add_executable(${stem} EXCLUDE_FROM_ALL ${source})
        target_link_libraries(${stem} PRIVATE ${target} understudy_warnings benchmark::benchmark)
        add_dependencies(benches ${stem})
    endforeach()
endfunction()
