# What zsh offers at the end of each command line that comes on standard input, up to a line that is END:
# ask.zsh FOLDER. An interactive zsh on a terminal of its own is asked, by its own completion system.
zmodload zsh/zpty || exit 1
folder=$(mktemp -d)
trap 'rm -rf $folder' EXIT
cp ${0:h}/collect.zsh $folder/.zshrc
: >$folder/answers
export ZDOTDIR=$folder completions=$1 answers=$folder/answers TERM=vt100
zpty shell zsh -d -i
# The terminal is read as well, or it fills up and holds the shell.
wait_for_end() {
  local output
  until [[ -s $answers && "$(tail -n 1 $answers)" == END ]]; do
    while zpty -r -t shell output; do :; done
    sleep 0.01
  done
}
wait_for_end
while IFS= read -r line; do
  : >$answers
  zpty -w -n shell $'\C-u'"$line"$'\C-x\C-a'
  wait_for_end
  cat $answers
done
zpty -d shell
