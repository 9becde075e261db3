# embed_texts(TARGET KIND): the shipped packs or families become part of the binary, as one table of texts
# (src/app/embedded.hpp). The table is made anew when a file under packs/ or families/ changes, comes or goes.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(embed_texts target kind)
    set(script ${PROJECT_SOURCE_DIR}/cmake/embed_texts.py)
    set(table ${PROJECT_BINARY_DIR}/generated/app/embedded_${kind}.cpp)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${kind}/*)
    add_custom_command(
        OUTPUT ${table}
        COMMAND ${Python3_EXECUTABLE} ${script} ${PROJECT_SOURCE_DIR}/${kind} ${kind} ${table}
        DEPENDS ${files} ${script}
        COMMENT "Embedding ${kind}"
        VERBATIM)
    target_sources(${target} PRIVATE ${table})
endfunction()

# embed_secrets(TARGET): the shipped rules for secrets and their automaton (src/app/embedded_secrets.hpp), made by a
# program of the build.
function(embed_secrets target)
    set(out ${PROJECT_BINARY_DIR}/generated/secrets)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/secrets/rules/*.yaml)
    add_executable(embed_secrets embed_secrets.cpp)
    target_link_libraries(embed_secrets PRIVATE understudy_secret understudy_yaml understudy_warnings)
    add_custom_command(
        OUTPUT ${out}/embedded_secrets.cpp ${out}/rules.json ${out}/database.bin
        COMMAND embed_secrets ${PROJECT_SOURCE_DIR}/secrets ${out}
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/secrets/known_fakes.yaml embed_secrets
        COMMENT "Embedding the rules for secrets"
        VERBATIM)
    target_sources(${target} PRIVATE ${out}/embedded_secrets.cpp)
endfunction()

# embed_stand_in(TARGET): the program that answers replayed calls (src/shim/stand_in.hpp), where there is one.
function(embed_stand_in target)
    set(out ${PROJECT_BINARY_DIR}/generated/stand_in)
    set(script ${PROJECT_SOURCE_DIR}/cmake/embed_program.py)
    set(program "")
    set(needs "")
    if(TARGET stand_in)
        set(program $<TARGET_FILE:stand_in>)
        set(needs stand_in)
    endif()
    add_custom_command(
        OUTPUT ${out}/embedded_stand_in.cpp
        COMMAND ${Python3_EXECUTABLE} ${script} embedded_stand_in ${out}/embedded_stand_in.cpp ${program}
        DEPENDS ${script} ${needs}
        COMMENT "Embedding the stand-in"
        VERBATIM)
    target_sources(${target} PRIVATE ${out}/embedded_stand_in.cpp)
endfunction()
