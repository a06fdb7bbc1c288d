#!/bin/sh
# Installs a peer into a temporary folder, and runs the suite against it: sh run.sh PEER [OPTION...]
# PEER is the name of one of the cases below. PYTHON names the interpreter.
set -eu
peers=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
peer=$1
shift
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

# pip PACKAGE ADAPTER [NEED,...]: a package of PyPI, and what it documents not to support.
pip() {
    "$python" -m pip install --quiet --disable-pip-version-check --target "$room" "$1" 2>"$room/log" \
        || { cat "$room/log" >&2; exit 2; }
    suite "${3:-}" env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$room:$peers" "$python" "$peers/$2"
}

# npm PACKAGE ADAPTER [NEED,...]: a package of npm.
npm_package() {
    cd "$room"
    npm install --silent --no-audit --no-fund "$1" >&2
    suite "${3:-}" node "$peers/$2"
}

suite() {
    lacks=$1
    shift
    "$python" "$peers/../run.py" --lacks "$lacks" $options -- "$@"
}

options=$*
case $peer in
abnfc)
    # The lint `missing-space` reports one of these; the other is an empty line before a continuation.
    suite strict-layout env PYTHONDONTWRITEBYTECODE=1 "$python" "$peers/abnfc.py"
    ;;
abnf)
    # One set of core rules is shared by all grammars, which its message says.
    pip abnf==2.9.1 pypi_abnf.py own-core-rules
    ;;
rfc5234)
    # Alternatives by the first or the longest match, and an error for left recursion and prose.
    pip rfc5234==0.1.6 pypi_rfc5234.py all-alternatives,left-recursion,prose
    ;;
apg-py)
    # Prioritized choice and greedy repetition; its messages name the others.
    pip apg-py==1.0.3 pypi_apg_py.py \
        all-alternatives,left-recursion,prose,zero-repetition,rules-without-text
    ;;
apg-js)
    npm_package apg-js@4.4.0 npm_apg_js.mjs all-alternatives,left-recursion,prose,rules-without-text
    ;;
npm-abnf)
    # It makes a grammar of Peggy, which is a parsing expression grammar.
    npm_package abnf@5.0.4 npm_abnf.mjs all-alternatives,left-recursion,empty-repetition,prose
    ;;
abnf-oracle)
    mkdir "$room/src"
    cp "$peers/crate_abnf_oracle.rs" "$room/src/main.rs"
    cat >"$room/Cargo.toml" <<'END'
[package]
name = "adapter"
edition = "2024"

[dependencies]
abnf-oracle = "=0.1.1"
serde_json = "1"

[workspace]
END
    cargo build --quiet --manifest-path "$room/Cargo.toml" --target-dir "$room/target"
    # Its errors name both limits.
    suite left-recursion,depth "$room/target/debug/adapter"
    ;;
go-abnf)
    cp "$peers/go_abnf.go" "$room/main.go"
    cd "$room"
    go mod init adapter 2>"$room/log"
    go get github.com/pandatix/go-abnf@v0.5.0 2>>"$room/log" || { cat "$room/log" >&2; exit 2; }
    go build -o adapter .
    suite "" "$room/adapter"
    ;;
*)
    echo "there is no peer $peer" >&2
    exit 2
    ;;
esac
