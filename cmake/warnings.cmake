# Warnings are errors in every preset. -Wnull-dereference stays out of optimised builds: g++ 12 sees null pointers
# inside its own std::vector there.
add_library(understudy_warnings INTERFACE)
target_compile_options(understudy_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual $<$<CONFIG:Debug>:-Wnull-dereference> -Wimplicit-fallthrough)
if(UNDERSTUDY_READ_ONCE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    # Read once, the headers of the standard library no longer count as the system's, and g++ 12 is wrong about them.
    # The build without that (tsan) has these warnings.
    target_compile_options(understudy_warnings INTERFACE
        -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()

# For the product's own code: static initialisers are forbidden there, they cost every start.
add_library(understudy_warnings_of_rooms INTERFACE)
target_link_libraries(understudy_warnings_of_rooms INTERFACE understudy_warnings)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Statement expressions (TRY) are a choice.
    target_compile_options(understudy_warnings INTERFACE -Wno-gnu-statement-expression)
    target_compile_options(understudy_warnings_of_rooms INTERFACE -Wglobal-constructors)
endif()
