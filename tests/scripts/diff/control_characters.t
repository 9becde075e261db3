# Control characters in foreign data never reach the terminal as they are.
$ understudy diff a.json b.json | cat -v
? 1
changed /\x1b[2J: "\u0007" -> "\b"
1 difference
$ understudy diff --format github a.json b.json | cat -v
? 1
::error file=b.json,line=1,col=15,title=diff.changed::changed /\x1b[2J: "\u0007" -> "\b"%0Aat: /\x1b[2J%0Aid: ec331679a9ac
understudy: 1 difference
-- a.json --
{"\u001b[2J": "\u0007"}
-- b.json --
{"\u001b[2J": "\u0008"}
