# Writes the commit that is checked out into a source file, and leaves the file alone where it says that already. Run at each
# build: cmake -DSOURCE=... -DOUT=... -P commit.cmake. Not a repository, or no git: no commit.
set(COMMIT "")
if(EXISTS ${SOURCE}/.git)
    execute_process(
        COMMAND git describe --always --dirty --abbrev=12 --exclude=*
        WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE COMMIT
        OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_QUIET)
endif()
configure_file(${SOURCE}/src/app/commit.cpp.in ${OUT} @ONLY)
