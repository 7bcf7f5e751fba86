import { checkCommand, checkLive, checkTree, parseScenario } from '../scenario/schema.ts';

/** What a session lets in: the last door for everything that comes from outside. */
export const checks = {
  scenario: parseScenario,
  live: checkLive,
  tree: checkTree,
  command: checkCommand,
};

export type Checks = typeof checks;
