import { fail, helped } from '../command.ts';
import { printText } from '../terminal.ts';

const USAGE = `usage: qmgrscope completion bash|zsh
  bash  for ~/.bashrc: eval "$(qmgrscope completion bash)"
  zsh   for ~/.zshrc: eval "$(qmgrscope completion zsh)"
`;

/** Completes the name of a subcommand and, after it, files. `commands`: the existing subcommands. */
export function completionCommand(
  args: readonly string[],
  commands: readonly { name: string; about: string }[],
): number {
  if (helped(USAGE, args)) return 0;
  const [shell = 'nothing'] = args;
  const names = commands.map(({ name }) => name);
  if (shell === 'bash')
    printText(`_qmgrscope() {
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')}" -- "\${COMP_WORDS[1]}"))
  else
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -o filenames -F _qmgrscope qmgrscope
`);
  else if (shell === 'zsh')
    printText(`#compdef qmgrscope
_qmgrscope() {
  if (( CURRENT == 2 )); then
    local -a names=(${commands.map(({ name, about }) => `'${name}:${about}'`).join(' ')})
    _describe command names
  else
    _files
  fi
}
compdef _qmgrscope qmgrscope
`);
  else fail('completion', shell, 'bash or zsh');
  return 0;
}
