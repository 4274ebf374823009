/**
 * A script that completes a command in bash, 3.2 or newer, with nothing else installed: that of the library needs the package
 * bash-completion, and evaluates what was typed. The words are given to `NAME complete --` as they are, and each line of its
 * answer is a value, a tab and what it is; the last one, `:4`, are marks of which 4 says that no file is meant.
 * @param name of the command, letters and digits
 */
export const bashCompletion = (name: string): string => `# bash completion for ${name}

__${name}_complete() {
    local rest=\${COMP_LINE:0:COMP_POINT} before="" cur prefix out line value word i spaced
    local -a words=()
    COMPREPLY=()
    # bash takes words apart at = and :, which belong to them here.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        spaced=\${rest%%[![:space:]]*}
        rest=\${rest#"$spaced"}
        word=\${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && word=$rest
        rest=\${rest#"$word"}
        if ((i == 0)) || [[ -n $spaced ]]; then
            words+=("$word")
        else
            words[\${#words[@]}-1]+=$word
        fi
    done
    cur=\${words[\${#words[@]}-1]}
    # --flag=value is asked for as --flag value.
    if [[ $cur == --*=* ]]; then
        words[\${#words[@]}-1]=\${cur%%=*}
        words+=("\${cur#*=}")
        [[ $COMP_WORDBREAKS == *=* ]] || before=\${cur%%=*}=
        cur=\${cur#*=}
    fi
    out=$("$1" complete -- "\${words[@]:1}" 2>/dev/null) || return
    # What stands before the last : is on the line already.
    [[ $COMP_WORDBREAKS == *:* ]] && prefix=\${cur%"\${cur##*:}"}
    while IFS= read -r line; do
        if [[ $line == :[0-9]* ]]; then
            ((\${line#:} & 4)) && compopt +o default 2>/dev/null
            continue
        fi
        value=\${line%%$'\\t'*}
        [[ -n $value && $value == "$cur"* ]] && COMPREPLY+=("$before\${value#"$prefix"}")
    done <<<"$out"
    return 0
}

complete -o default -F __${name}_complete ${name}
`;
