import type { Command } from '../command.ts';

interface Subcommand {
  name: string;
  alias?: string;
  about: string;
  load: () => Promise<Command>;
}

/** The subcommands of `qmgrscope`, each loaded when it is called. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'serve',
    about: 'open the page (the default)',
    load: async () => (await import('./serve-page.ts')).serveCommand,
  },
  {
    name: 'late',
    about: 'say why mail was late, from a log',
    load: async () => (await import('../../record/cli/late.ts')).lateCommand,
  },
  {
    name: 'record',
    about: 'say what a log contains',
    load: async () => (await import('../../record/cli/record.ts')).recordCommand,
  },
  {
    name: 'predict',
    about: 'predict what other settings would have changed',
    load: async () => (await import('../../record/cli/predict.ts')).predictCommand,
  },
  {
    name: 'replay',
    about: 'check each decision of a log against the engine',
    load: async () => (await import('../../record/cli/replay.ts')).replayCommand,
  },
  {
    name: 'lint',
    alias: 'lint-postfix',
    about: 'check settings of Postfix',
    load: async () => (await import('../../record/cli/lint-postfix.ts')).lintCommand,
  },
  {
    name: 'queue',
    about: 'say what is in the queue now',
    load: async () => (await import('../../record/cli/queue.ts')).queueCommand,
  },
  {
    name: 'watch',
    about: 'show a growing log in the page',
    load: async () => (await import('../../record/cli/watch.ts')).watchCommand,
  },
  {
    name: 'share',
    about: 'make a copy of a log without names',
    load: async () => (await import('../../record/cli/share.ts')).shareCommand,
  },
  {
    name: 'sim',
    about: 'run a scenario and print what happens',
    load: async () => (await import('../run.ts')).simCommand,
  },
  {
    name: 'sweep',
    about: 'run a scenario with many settings and seeds',
    load: async () => (await import('../sweep.ts')).sweepCommand,
  },
  {
    name: 'tables',
    about: 'compute the tables of the documents',
    load: async () => (await import('../tables.ts')).tablesCommand,
  },
  {
    name: 'scorm',
    about: 'make a package of a lesson for a learning platform',
    load: async () => (await import('../../learn/cli/scorm.ts')).scormCommand,
  },
  {
    name: 'results',
    about: 'read result codes of a class',
    load: async () => (await import('../../learn/cli/results.ts')).resultsCommand,
  },
  {
    name: 'completion',
    about: 'print completion for bash or zsh',
    load: async () => {
      const { completionCommand } = await import('./completion.ts');
      return (args) => completionCommand(args, SUBCOMMANDS);
    },
  },
];
