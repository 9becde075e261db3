# hot_functions(TARGET): the functions that every served call goes through lie side by side in the release binary, in the
# order of cmake/hot_functions.txt (docs/design/0016). A name that is there no longer is passed over. Only gold can do so
# of the linkers that Debian's g++ finds by name; where it is missing the binary is linked as all others are.
function(hot_functions target)
    if(NOT UNDERSTUDY_STATIC)
        return()
    endif()
    find_program(UNDERSTUDY_GOLD ld.gold)
    if(NOT UNDERSTUDY_GOLD)
        message(STATUS "no ld.gold: hot functions stay where they are")
        return()
    endif()
    set(order ${PROJECT_SOURCE_DIR}/cmake/hot_functions.txt)
    target_link_options(${target} PRIVATE -fuse-ld=gold -Wl,--section-ordering-file=${order})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${order})
endfunction()
