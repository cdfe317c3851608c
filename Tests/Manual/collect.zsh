# The settings of a zsh that writes down what it offers, and a line END when it has.
fpath=($completions $fpath)
PROMPT=
unsetopt beep
LISTMAX=10000
autoload -U compinit
compinit -u -D
compadd() {
  local -a found
  # These calls sort matches out; what they leave comes once more.
  if (( ${argv[(I)-[OAD]]} && ${argv[(I)-[OAD]]} < ${argv[(i)--]} )); then
    builtin compadd "$@"
    return
  fi
  builtin compadd -A found "$@"
  (( $#found )) && print -rl -- $found >>$answers
  builtin compadd "$@"
}
collect_offers() {
  zle complete-word
  print END >>$answers
}
zle -N collect_offers
bindkey '^X^A' collect_offers
zle-line-init() {
  zle -D zle-line-init
  print END >$answers
}
zle -N zle-line-init
