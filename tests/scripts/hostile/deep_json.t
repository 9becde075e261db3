# A gigabyte of opening brackets: the file limit, then the depth limit, in bounded memory.
# limit-memory: 1G
# limit-seconds: 60
$ head -c 1000000000 /dev/zero | tr '\0' '[' | understudy diff - b.json
? 2
! <stdin>: error: "<stdin>" is larger than the limit of 268,435,456 bytes [app.too_large]
$ head -c 100000000 /dev/zero | tr '\0' '[' | understudy diff --as json - b.json
? 2
! <stdin>:1:513: error: the text is nested deeper than the limit of 512 levels [json.too_deep]
!     [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
!                                                                 ^
$ head -c 50000000 /dev/zero | tr '\0' '[' | understudy diff --as yaml - b.json
? 2
! <stdin>:1:129: error: nested deeper than 128 levels [yaml.depth]
!     [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
!                                                                 ^

-- b.json --
[]
