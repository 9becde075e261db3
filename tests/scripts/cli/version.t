# The version is one line that a script can cut.
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy --version
understudy <VERSION>
