# P7: a cassette is a claim; --against compares it with a recording of the real tool, and only with a recording.
$ understudy record -o real/sh/silent.yaml -- sh -c 'echo "To ../bare" >&2' 2> /dev/null
$ understudy record -o real/sh/greeting.yaml -- sh -c 'echo hello' 2> /dev/null
hello
$ understudy import hydraflow old --against real
? 1
old/sh/silent.yaml: error: the real tool says otherwise: stderr line 1 (stderr_only) [cassette.import.contradicts] differed
  expected "", actual "To ../bare\n"
  hint: trust the recording of the real tool and drop this file
  see: real/sh/silent.yaml: the real tool

3 cassettes imported: 1 vacuous, 0 success only, 0 not runnable, 0 hand-written
vacuous (1): sh/silent
success only (0)
not runnable (0)
hand-written (0)
contradict the real tool (1): sh/silent
agree with the real tool (1)
plan to write first: plans/sh.yaml, for 3 cassettes
$ understudy import hydraflow old --against real --format json | grep -E '"(code|expected|actual|verdict)"' | sort | uniq -c | sed 's/^ *//'
? 1
1       "actual": "To ../bare\n",
1       "code": "cassette.import.contradicts",
1       "code": "cassette.import.vacuous",
1       "expected": "",
1       "verdict": "differed",
$ understudy import hydraflow old -o other > /dev/null; understudy import hydraflow old --against other/cassettes | tail -n 4
contradict the real tool (0)
agree with the real tool (0)
not comparable (3): sh/greeting (the other side is derived, not recorded), sh/lonely (the other side is derived, not recorded), sh/silent (the other side is derived, not recorded)
plan to write first: plans/sh.yaml, for 3 cassettes
$ printf 'version: 1\n' > real/sh/silent.yaml; understudy import hydraflow old --against real 2>&1 | head -n 1
? 2
real/sh/silent.yaml: error: the cassette real/sh/silent.yaml has 6 problems [cassette.bad_file]

-- old/sh/silent.yaml --
adapter: sh
recorded_at: 2026-05-13T10:11:12Z
recorder_sha: 4be1c07
input: {command: sh, args: [-c, push]}
output: {exit_code: 0, stdout: "", stderr: ""}
-- old/sh/greeting.yaml --
adapter: sh
recorded_at: 2026-05-13T10:11:12Z
recorder_sha: 4be1c07
input: {command: sh, args: [-c, greet]}
output: {exit_code: 0, stdout: "hello\n", stderr: ""}
-- old/sh/lonely.yaml --
adapter: sh
recorded_at: 2026-05-13T10:11:12Z
recorder_sha: 4be1c07
input: {command: sh, args: [-c, nobody]}
output: {exit_code: 1, stdout: "", stderr: "no\n"}
