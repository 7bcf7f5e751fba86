import { applyCommand, createSimulation, nextInstant, position, stepOnce } from '../../../core/simulation.ts';
import { recordedOutcome } from '../../importers/model/recorded.ts';
import type { Command, LiveCommand } from '../../../protocol/commands.ts';
import type { MessagePlace } from '../../../protocol/ids.ts';
import type { ModelledSetup } from '../../../protocol/modelled.ts';
import type { Change, ChangedRun } from '../../protocol/predict.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { changed, classToHelp, type Subject } from './study.ts';

/** A message counts as having waited if its first attempt came at least this many seconds after its activation. */
const WAITED: Seconds = 1;

/**
 * Makes a run with changes and chooses where it opens: at the first message of the class to help that waited in the
 * record or was deferred at its first attempt, otherwise at the first message of that class.
 */
export function openedRun(subject: Subject, changes: readonly Change[]): ChangedRun {
  const { scenario, commands } = changedLive(subject.model.scenario, changed(subject, changes), changes);
  const { place, waited, deferred } = firstToSee(subject);
  const id = subject.model.scenario.modelled.messages.id[place] ?? -1;
  // A change that splits messages renumbers them, so the message is found by its id.
  const here = Math.max(0, scenario.modelled.messages.id.indexOf(id));
  const name = scenario.modelled.texts[id] ?? '';
  let arrived = false;
  const sim = createSimulation(scenario, {
    event: (_at, _step, event) => {
      arrived ||= event.kind === 'message.injected' && event.name === name;
    },
    decision: () => {},
  });
  for (const command of commands) applyCommand(sim, command);
  while (!arrived && nextInstant(sim) !== null) stepOnce(sim);
  return {
    run: {
      scenario: { ...scenario, view: { ...scenario.view, transport: transportOf(scenario.modelled, here) } },
      live: commands.map((command, i): LiveCommand => ({ step: i, at: 0, seq: i + 1, command })),
      cursor: position(sim),
      branch: 1,
    },
    number: here + 1,
    of: classToHelp(subject) ?? '',
    waited,
    deferred,
  };
}

/** Returns the transport that delivers the message in the changed run; the stage shows this transport. */
function transportOf({ texts, messages }: ModelledSetup, place: MessagePlace): string {
  return texts[messages.transport[messages.first[place] ?? 0] ?? 0] ?? '';
}

/**
 * Applies changes by commands at the start of the run where possible. The run then begins with the record's values,
 * and the page can show old and new values and compare the run with one without the commands. All mail arrives after
 * the commands, so the changes affect all of it. A transport that the change adds begins with the values of the change.
 */
function changedLive(
  before: MailScenario,
  after: MailScenario & { modelled: ModelledSetup },
  changes: readonly Change[],
): { scenario: typeof after; commands: Command[] } {
  const own = changes.flatMap((change) =>
    change.kind === 'own' || change.kind === 'instance' ? [change.service] : [],
  );
  const isOwn = (name: string): boolean => own.some((service) => name.startsWith(`${service}_`));
  const params = Object.entries(after.params).filter(([name, value]) => before.params[name] !== value);
  const limits = Object.entries(after.agents).filter(
    ([name, limit]) => !own.includes(name) && before.agents[name] !== limit,
  );
  return {
    scenario: {
      ...after,
      params: { ...before.params, ...Object.fromEntries(params.filter(([name]) => isOwn(name))) },
      agents: {
        ...Object.fromEntries(own.map((name) => [name, after.agents[name] ?? 0])),
        ...before.agents,
      },
    },
    commands: [
      ...params
        .filter(([name]) => !isOwn(name))
        .map(([name, value]) => ({ kind: 'param.set' as const, name, value })),
      ...limits.map(([transport, limit]) => ({ kind: 'agents.set' as const, transport, limit })),
    ],
  };
}

/** Chooses the message at which the run opens, and says how long it waited in the record and whether it was deferred. */
function firstToSee(subject: Subject): { place: MessagePlace; waited: Seconds; deferred: boolean } {
  const { model, names, classOfMessage } = subject;
  const { b, deferred } = recordedOutcome(subject.instance, model);
  const { first } = model.scenario.modelled.messages;
  const helped = names.indexOf(classToHelp(subject) ?? '') + 1;
  let fallback: MessagePlace = -1;
  for (let place = 0; place < model.lives.length; place++) {
    if (model.counted[place] === 0) continue;
    if (helped > 0 && classOfMessage[place] !== helped) continue;
    if (fallback < 0) fallback = place;
    const [from, to] = [first[place] ?? 0, first[place + 1] ?? 0];
    const longest = b.subarray(from, to).reduce((most, seconds) => Math.max(most, seconds || 0), 0);
    const waited = longest >= WAITED ? longest : 0;
    const again = deferred.subarray(from, to).includes(1);
    if (waited > 0 || again) return { place, waited, deferred: again };
  }
  return { place: Math.max(0, fallback), waited: 0, deferred: false };
}
