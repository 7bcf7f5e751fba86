import { debugStoreOf } from '../store/debug.ts';
import { createDebugActions } from '../store/debug-actions.ts';
import type { Runtime } from '../store/runtime.ts';

const COMMANDS = [
  'debugger',
  'out',
  'out-back',
  'continue',
  'continue-back',
  'until-selected',
  'break',
  'bookmark',
] as const;

export type DebugCommand = (typeof COMMANDS)[number];

export function isDebugCommand(command: string): command is DebugCommand {
  return COMMANDS.some((known) => known === command);
}

export function runDebugCommand(command: DebugCommand, runtime: Runtime): void {
  const debug = createDebugActions(runtime);
  switch (command) {
    case 'debugger':
      return debug.setOpen(!debugStoreOf(runtime.store).getState().open);
    case 'out':
      return void debug.out(1);
    case 'out-back':
      return void debug.out(-1);
    case 'continue':
      return void debug.continue(1);
    case 'continue-back':
      return void debug.continue(-1);
    case 'until-selected':
      return void debug.untilSelected();
    case 'break':
      return debug.breakOnSelected();
    case 'bookmark':
      return debug.toggleBookmark();
    default:
      return command satisfies never;
  }
}
