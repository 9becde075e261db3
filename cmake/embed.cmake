# embed_packs(TARGET): the shipped packs become part of the binary, as one table of texts
# (src/app/embedded.hpp). The table is made anew when a file under packs/ changes, comes or goes.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(embed_packs target)
    set(script ${PROJECT_SOURCE_DIR}/cmake/embed_packs.py)
    set(table ${PROJECT_BINARY_DIR}/generated/app/embedded_packs.cpp)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/packs/*)
    add_custom_command(
        OUTPUT ${table}
        COMMAND ${Python3_EXECUTABLE} ${script} ${PROJECT_SOURCE_DIR}/packs ${table}
        DEPENDS ${files} ${script}
        COMMENT "Embedding packs"
        VERBATIM)
    target_sources(${target} PRIVATE ${table})
endfunction()
