# What bash offers at the end of a command line: ask.bash FOLDER LINE
# shellcheck shell=bash
for file in "$1"/*; do
  # shellcheck source=/dev/null
  source "$file"
done
# As readline takes a line apart: at spaces, and at each "=", which is a word.
COMP_LINE=$2
COMP_POINT=${#2}
read -ra COMP_WORDS <<<"${2//=/ = }"
[[ $2 != *' ' && $2 != *= ]] || [[ $2 == *= ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
export COMP_LINE COMP_POINT COMP_CWORD
rule=$(complete -p "${COMP_WORDS[0]}") || exit 1
function=${rule#*-F }
"${function%% *}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
