#!/bin/sh
# A bot for tablee that knows no rules: it plays one of the moves it is told. docs/engine.md
#   tablee arena fragile --bots 'command:sh examples/bots/first_move.sh,random'
tab=$(printf '\t')
while read -r word rest; do
    case $word in
        tablee) echo "name first move" ;;
        moves) move=${rest%%"$tab"*} ;;
        go)
            echo "info the first of the moves I was told"
            echo "play $move"
            ;;
        quit) exit 0 ;;
    esac
    echo ok
done
