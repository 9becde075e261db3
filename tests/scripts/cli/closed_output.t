# A full disk is not success: the result did not get out.
$ understudy --version > /dev/full
? 2
! error: standard output could not be written: No space left on device [app.broken_output]
