/** A run of mail in a link. */
import type { MailScenario } from '../../../protocol/scenario.ts';
import { packRecorded, unpackRecorded } from '../../compact-recorded.ts';
import { packWheel, sameJson, take, unpackWheel } from '../../compact-parts.ts';
import { completeScenario } from '../../defaults.ts';
import type { CompactForm } from '../compact-form.ts';
import { packBehaviour, packMailCommand, unpackBehaviour, unpackMailCommand } from './compact-commands.ts';
import { packName, renamed, unpackName } from './compact-names.ts';
import { packThreads, unpackThreads } from './compact-threads.ts';

/** `p` parameters, `g` agents, `x` servers, `w` wheel, `f` feedback, `m` agents as threads, `r` a record, `q` a model of one. */
export const mailForm: CompactForm<MailScenario> = {
  letter: undefined,
  pack(scenario) {
    const plain = completeScenario({});
    const run: Record<string, unknown> = packWheel(scenario.wheel);
    if (Object.keys(scenario.params).length > 0) run['p'] = renamed(scenario.params, packName);
    if (Object.keys(scenario.agents).length > 0) run['g'] = scenario.agents;
    if (!sameJson(scenario.servers, plain.servers)) run['x'] = packTable(scenario.servers, packBehaviour);
    if (scenario.feedback !== plain.feedback) run['f'] = scenario.feedback;
    if (scenario.threads !== undefined) run['m'] = packThreads(scenario.threads);
    if (scenario.recorded !== undefined) run['r'] = packRecorded(scenario.recorded);
    if (scenario.modelled !== undefined) run['q'] = scenario.modelled;
    return run;
  },
  unpack(run) {
    const scenario: Record<string, unknown> = unpackWheel(run);
    if (run['p'] !== undefined) scenario['params'] = renamed(run['p'], unpackName);
    take(scenario, 'agents', run['g']);
    if (run['x'] !== undefined) scenario['servers'] = unpackTable(run['x'], unpackBehaviour);
    take(scenario, 'feedback', run['f']);
    if (run['m'] !== undefined) scenario['threads'] = unpackThreads(run['m']);
    if (run['r'] !== undefined) scenario['recorded'] = unpackRecorded(run['r']);
    take(scenario, 'modelled', run['q']);
    return scenario;
  },
  packCommand: packMailCommand,
  unpackCommand: unpackMailCommand,
};

function packTable(
  table: MailScenario['servers'],
  pack: (behaviour: MailScenario['servers'][string]) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, pack(value)]));
}

function unpackTable(input: unknown, unpack: (value: unknown) => unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, unpack(value)]));
}
