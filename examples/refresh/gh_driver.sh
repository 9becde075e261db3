#!/bin/sh
# A driver of `understudy refresh` for GitHub: change sets become pull requests, findings and escalations issues. It needs
# `gh` (logged in), `jq` and a remote `origin` that the branch may be pushed to.
#
#     refresh: {output: command, driver: [sh, tools/gh_driver.sh]}
#
# docs/reference/refresh.md describes the message and the answer.
set -eu
message=$(cat)
get() { printf '%s' "$message" | jq -r "$1"; }

kind=$(get .kind)
event=$(get .event)
title=$(get .title)
body=$(get .body_file)
reference=$(get '.reference // ""')

case "$kind/$event" in
    change/*)
        branch=$(get .branch)
        git push --quiet --force-with-lease origin "refs/heads/$branch:refs/heads/$branch"
        number=$(gh pr list --head "$branch" --state open --json number --jq '.[0].number // empty')
        if [ -n "$number" ]; then
            gh pr edit "$number" --title "$title" --body-file "$body" >/dev/null
        else
            draft=
            if [ "$(get .draft)" = true ]; then draft=--draft; fi
            gh pr create --head "$branch" --base "$(get .base)" --title "$title" --body-file "$body" $draft >/dev/null
            # The one that it takes the place of.
            if [ -n "$reference" ]; then gh pr close "$reference" >/dev/null || true; fi
        fi
        gh pr view "$branch" --json url --jq '{reference: .url}'
        ;;
    */close)
        gh issue close "$reference" --comment "$(cat "$body")" >/dev/null
        printf '{"reference": "%s"}\n' "$reference"
        ;;
    */update)
        gh issue edit "$reference" --title "$title" --body-file "$body" >/dev/null
        printf '{"reference": "%s"}\n' "$reference"
        ;;
    *)
        if [ "$kind" = escalation ]; then title="A person is needed: $title"; fi
        gh issue create --title "$title" --body-file "$body" | jq -R '{reference: .}'
        ;;
esac
