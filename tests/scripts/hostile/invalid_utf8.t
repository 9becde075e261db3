# Bytes that are not UTF-8 are refused with their place, in every form.
$ printf '{"a": "caf\351"}' | understudy diff --as json - b.json
? 2
! <stdin>:1:11: error: the text is not valid UTF-8: byte 0xE9 at offset 10 [json.invalid_utf8]
!     {"a": "caf�"}
!               ^
!   hint: save the file as UTF-8
$ printf 'a: caf\351\n' | understudy diff --as yaml - b.json
? 2
! <stdin>:1:7: error: this byte is not part of valid UTF-8 [yaml.not_utf8]
!     a: caf�
!           ^
!   hint: save the file as UTF-8
$ printf 'caf\351\n' | understudy diff --as text - b.json
? 2
! <stdin>:1:4: error: "<stdin>" is not text: byte 0xE9 at offset 3 is not UTF-8 [app.not_text]
!     caf�
!        ^
!   hint: name its form with --as, or save it as UTF-8

-- b.json --
{}
