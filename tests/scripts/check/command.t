# A fake that is an executable gets the recorded arguments, environment and input, in a folder of its own that lives as
# long as one cassette is played. Nothing is patched: what isolates one from another is a process and its environment (P72).
# wildcard: <LINE>=[0-9]+
$ sh record.sh
milk
1 note
bread
1 note
glad
$ understudy check
3 cassettes of 1 service: 3 agreed (3 as contract), 0 differed, 0 unknown

notes: contract: 3 agreed
$ sed -i 's/MOOD/SPIRIT/' fakes/notes.sh && understudy check
? 1
cassettes/notes/mood.yaml:<LINE>:11: warning: mood: stdout line 1 differs: "glad" -> "" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

3 cassettes of 1 service: 2 agreed (2 as contract), 1 differed, 0 unknown

notes: contract: 2 agreed, 1 differed
# Nothing of the fake is left behind, here or in the folder for temporary files.
$ ls && ls "$TMPDIR"
cassettes
fakes
notes
record.sh
understudy.yaml

-- understudy.yaml --
services:
  notes: {env: [MOOD], fake: {command: [sh, fakes/notes.sh]}}
-- record.sh --
chmod +x notes
export PATH="$PWD:$PATH"
printf 'milk\n' | understudy record -o cassettes/notes/add.yaml -- notes add 2>/dev/null
printf 'bread\n' | understudy record -o cassettes/notes/more.yaml -- notes add 2>/dev/null
MOOD=glad understudy record -o cassettes/notes/mood.yaml -- notes mood 2>/dev/null
-- notes --
#!/bin/sh
case "$1" in
add) cat; echo "1 note" ;;
mood) echo "$MOOD" ;;
*) exit 2 ;;
esac
-- fakes/notes.sh --
# Keeps its notes in the folder it runs in: a fresh one for each cassette, so there is never a second note.
test -f "$UNDERSTUDY_ROOT/understudy.yaml" && test "$UNDERSTUDY_PROGRAM" = notes || exit 9
case "$1" in
add) tee -a notes.txt; echo "$(wc -l <notes.txt) note" ;;
mood) echo "$MOOD" ;;
*) echo "no such word" >&2; exit 2 ;;
esac
