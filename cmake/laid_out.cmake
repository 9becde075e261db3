# laid_out(TARGET): the release binary is watched while it answers calls, and its functions are laid out for the ways that
# these take (docs/design/0021). tools/lay_out.py does it with BOLT, which needs relocations, names, and functions in one
# piece. Where a tool is missing the binary is linked as any other, and stays as it is.
set(laid_out_by "")
if(UNDERSTUDY_STATIC)
    find_program(UNDERSTUDY_BOLT llvm-bolt-16)
    find_path(UNDERSTUDY_LINKERS ld.lld PATHS /usr/lib/llvm-16/bin NO_DEFAULT_PATH)  # by the name that g++ asks for
    if(UNDERSTUDY_BOLT AND UNDERSTUDY_LINKERS)
        set(laid_out_by ${UNDERSTUDY_BOLT})
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            add_compile_options(-fno-reorder-blocks-and-partition)
        endif()
    else()
        message(STATUS "no llvm-bolt-16 or no ld.lld of LLVM 16: functions stay where they are")
    endif()
endif()

function(laid_out target)
    if(NOT UNDERSTUDY_STATIC)
        return()
    endif()
    if(NOT laid_out_by)
        target_link_options(${target} PRIVATE -s)
        return()
    endif()
    set(scripts ${PROJECT_SOURCE_DIR}/tools/lay_out.py ${PROJECT_SOURCE_DIR}/tools/training.py)
    target_link_options(${target} PRIVATE -B${UNDERSTUDY_LINKERS} -fuse-ld=lld -Wl,--emit-relocs)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${scripts})
    add_custom_command(TARGET ${target} POST_BUILD
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/lay_out.py --bolt ${laid_out_by}
                --plain $<TARGET_FILE:${target}> --out $<TARGET_FILE:${target}>
        COMMENT "Laying out ${target} for the ways of calls"
        VERBATIM)
endfunction()
