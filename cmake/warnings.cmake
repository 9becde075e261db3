# Warnings are errors in every preset. -Wnull-dereference stays out of optimised builds: g++ 12 sees null pointers
# inside its own std::vector there.
add_library(understudy_warnings INTERFACE)
target_compile_options(understudy_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual $<$<CONFIG:Debug>:-Wnull-dereference> -Wimplicit-fallthrough)

# For the product's own code: static initialisers are forbidden there, they cost every start.
add_library(understudy_warnings_of_rooms INTERFACE)
target_link_libraries(understudy_warnings_of_rooms INTERFACE understudy_warnings)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Statement expressions (TRY) are a choice.
    target_compile_options(understudy_warnings INTERFACE -Wno-gnu-statement-expression)
    target_compile_options(understudy_warnings_of_rooms INTERFACE -Wglobal-constructors)
endif()
