# A hundred megabytes in one string: refused by its limit.
# limit-memory: 1G
# limit-seconds: 60
$ (printf '"'; head -c 100000000 /dev/zero | tr '\0' 'x'; printf '"') | understudy diff --as json - b.json
? 2
! <stdin>:1:1: error: a string or number is longer than the limit of 67,108,864 bytes [json.string_too_long]
!     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
!     ^
$ (printf '"'; head -c 100000000 /dev/zero | tr '\0' 'x'; printf '"') | understudy diff --as yaml - b.json
? 2
! <stdin>: error: the text has 100,000,002 bytes; at most 67,108,864 are allowed [yaml.too_large]
!   hint: split the file, or raise the limit `bytes`

-- b.json --
""
