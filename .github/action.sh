#!/usr/bin/env bash
# The work of action.yml: runs the commands on the grammars, and fails at the end if one of them did.
# Inputs are the variables ABNFC, GRAMMARS, CHECK, FMT, TEST, DIFF and BASE.
set -uo pipefail

abnfc=${ABNFC:-${RUNNER_TEMP:-/tmp}/abnfc/bin/abnfc}
output=${GITHUB_OUTPUT:-/dev/null}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
status=0
read -r -d '' -a grammars <<<"$GRAMMARS" || true
if [ ${#grammars[@]} = 0 ]; then
    echo "::error::no grammars are named"
    exit 2
fi

# run COMMAND: the lines of the command in a group of their own.
run() {
    echo "::group::$*"
    "$@" || { status=1; failed=yes; }
    echo "::endgroup::"
    if [ "${failed:-}" = yes ]; then
        echo "::error::$(basename "$1") $2 reports findings"
        failed=
    fi
}

for grammar in "${grammars[@]}"; do
    if [ ! -e "$grammar" ]; then
        echo "::error::there is no grammar \`$grammar\`"
        status=1
    fi
done
if [ "$CHECK" != no ]; then
    read -r -a options <<<"$CHECK"
    run "$abnfc" check "${options[@]}" "${grammars[@]}"
fi
[ "$FMT" != yes ] || run "$abnfc" fmt --check "${grammars[@]}"
if [ "$TEST" = yes ]; then
    for grammar in "${grammars[@]}"; do
        run "$abnfc" test "$grammar"
    done
fi

# Compares with the grammars of the base. A difference is no failure: it is there to be read.
if [ "$DIFF" = yes ] && [ -n "${BASE:-}" ]; then
    git cat-file -e "$BASE" 2>/dev/null || git fetch --quiet --depth 1 origin "$BASE"
    old=$(mktemp -d)
    if ! git cat-file -e "$BASE" 2>/dev/null || ! git archive "$BASE" | tar -x -C "$old"; then
        echo "::error::the base $BASE of the pull request cannot be read"
        exit 1
    fi
    report=$old/report.md
    : >"$report"
    for grammar in "${grammars[@]}"; do
        [ -e "$old/$grammar" ] && [ -e "$grammar" ] || continue
        found=$("$abnfc" diff --format markdown "$old/$grammar" "$grammar")
        case $? in
        0)
            # A grammar can change by its imports too, so equal files are compared as well.
            cmp --quiet "$old/$grammar" "$grammar" && continue
            found="No text changes its verdict."
            ;;
        1) ;;
        *) status=1 found="The grammars cannot be compared." ;;
        esac
        printf '### `%s`\n\n%s\n\n' "$grammar" "$found" >>"$report"
    done
    if [ -s "$report" ]; then
        cat "$report" | tee -a "$summary"
        echo "report=$report" >>"$output"
    fi
fi
exit $status
