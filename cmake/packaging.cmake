# A Debian package and a tarball of the release binary: `./dev package`.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION share/doc/understudy)
# Made by tools/make_shell_files.py, which asks the finished binary; `./dev package` does so before it packs.
set(SHELL_FILES ${PROJECT_BINARY_DIR}/shell)
install(FILES ${SHELL_FILES}/understudy.1 DESTINATION share/man/man1 OPTIONAL)
install(FILES ${SHELL_FILES}/understudy DESTINATION share/bash-completion/completions OPTIONAL)
install(FILES ${SHELL_FILES}/_understudy DESTINATION share/zsh/vendor-completions OPTIONAL)
install(FILES ${SHELL_FILES}/understudy.fish DESTINATION share/fish/vendor_completions.d OPTIONAL)
set(CPACK_PACKAGE_NAME understudy)
set(CPACK_PACKAGE_VENDOR "The Understudy project")
set(CPACK_PACKAGE_CONTACT "The Understudy project <understudy@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "fakes you can trust: serve, record, verify and lint stand-ins for services")
set(CPACK_PACKAGE_FILE_NAME "understudy-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES OFF)  # it has no names; and strip does not know what to make of a binary that was laid out
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
include(CPack)
