import { describe, expect, it } from 'vitest';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { createSimulation, stepOnce } from '../../src/core/simulation.ts';
import { checkMachine } from '../../src/core/threads/invariants.ts';
import { find, get } from '../../src/core/tables.ts';
import type { CoreEvent } from '../../src/protocol/events.ts';
import type { MailScenario } from '../../src/protocol/scenario.ts';
import type { ThreadsSetup } from '../../src/protocol/threads-setup.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { DEFAULT_THREADS } from '../../src/scenario/threads-defaults.ts';
import { mailRun } from '../../src/scenario/kinds/narrow.ts';

/** A machine without limits and costs, so that only the servers' latency counts, as without threads. */
const FREE: ThreadsSetup = {
  ...DEFAULT_THREADS,
  limit: null,
  initial: null,
  phases: {},
  switchUs: 0,
  rewarmUs: 0,
  alphaMilli: 0,
  slices: 'none',
};

const STEPS = 60_000;

/**
 * Returns the deliveries in the order of their starts: time, message, destination, and how and when each delivery
 * ended.
 */
function deliveries(scenario: MailScenario, check = false): string[] {
  const sim = createSimulation(scenario, { event: () => undefined, decision: () => undefined });
  const { world } = sim;
  for (let i = 0; i < STEPS && stepOnce(sim); i++) {
    if (check && world.threads !== null && i % 50 === 0) checkMachine(world.threads.machine);
  }
  const lines: string[] = [];
  for (let id = 1; find(world.deliveries, id) !== undefined; id++) {
    const { start, end, msg, entry, queueName, result, recipients } = get(world.deliveries, id);
    lines.push(`${start} M${msg} E${entry} ${queueName} ×${recipients} → ${result} ${end}`);
  }
  return lines;
}

const SCENES = GALLERY.flatMap(({ scenario }) => mailRun(scenario) ?? []);

describe('agents as threads', () => {
  it.each(SCENES.map((scene) => [scene.title, scene] as const))(
    'deliver as plain agents do: %s',
    (_, scene) => {
      const plain = deliveries(scene);
      expect(plain.length).toBeGreaterThan(0);
      // A value of 10,000 is higher than every process limit. One CPU is enough, because work takes no time.
      expect(deliveries({ ...scene, threads: FREE })).toEqual(plain);
      expect(deliveries({ ...scene, threads: { ...FREE, limit: 10_000, cpus: 1 } }, true)).toEqual(plain);
    },
  );

  it('that cannot be reached leave the transport dead and its mail deferred', () => {
    const scene = completeScenario({
      title: 'Unreachable',
      agents: { smtp: 2 },
      script: [
        { at: 0, command: { kind: 'agents.set', transport: 'smtp', limit: 2, fault: 'unreachable' } },
        {
          at: 1_000_000,
          command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 8 }] },
        },
      ],
    });
    const dead = (scenario: MailScenario): number[] => {
      const at: number[] = [];
      const sink = {
        event: (now: number, _: number, { kind }: CoreEvent) => {
          if (kind === 'transport.dead') at.push(now);
        },
        decision: () => undefined,
      };
      const sim = createSimulation(scenario, sink);
      while (at.length < 3 && stepOnce(sim));
      return at;
    };
    const plain = dead(scene);
    expect(plain).toHaveLength(3);
    expect(dead({ ...scene, threads: FREE })).toEqual(plain);
  });

  it('delivers the same from a pool that grows by one agent at a time', () => {
    // Only one transport: with several, deliveries of one instant may change their order while agents are being created.
    const scene = SCENES.find(({ agents }) => Object.keys(agents).length === 1) as MailScenario;
    expect(deliveries({ ...scene, threads: { ...FREE, initial: 0 } }, true)).toEqual(deliveries(scene));
  });
});
