# Plain text is compared line by line.
$ understudy diff a.txt b.txt
? 1
changed line 2: "two" -> "2"
added line 4: "four"
2 differences
$ understudy diff a.txt a.txt

-- a.txt --
one
two
three
-- b.txt --
one
2
three
four
