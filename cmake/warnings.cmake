# Warnings are errors in every preset. -Wnull-dereference stays out of optimised builds: g++ 12 sees null pointers
# inside its own std::vector there.
add_library(understudy_warnings INTERFACE)
target_compile_options(understudy_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual $<$<CONFIG:Debug>:-Wnull-dereference> -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Statement expressions (TRY) are a choice; static initialisers are forbidden, they cost every start.
    target_compile_options(understudy_warnings INTERFACE
        -Wno-gnu-statement-expression -Wglobal-constructors)
endif()
