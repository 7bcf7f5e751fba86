import type { Command, ScriptedCommand } from '../protocol/commands.ts';
import type { Millis } from '../protocol/units.ts';
import { completeScenario } from '../scenario/defaults.ts';
import type { GalleryItem } from './item.ts';
import type { MailScenario } from '../protocol/scenario.ts';

const title = 'The whole picture';
const about =
  'The drawing at the end of the document, 7 8 1 2 6 3 5. 7 and 8 preempted 4 and are in flight at slow servers; 4 is gone and 1 has adopted them; 1 and 2 are blockers; 6 has just preempted 3. Every destination takes one delivery at a time.';

const HANG = { latency: 10_000 };

function inject(number: number, count: number): Command {
  return { kind: 'message.inject', to: [{ destination: `m${number}.example`, count }], number };
}

function agents(limit: number): Command {
  return { kind: 'agents.set', transport: 'smtp', limit };
}

function slow(number: number): Command {
  return { kind: 'server.set', server: `m${number}.example`, behaviour: HANG };
}

function quick(number: number, latency: number): Command {
  return { kind: 'server.set', server: `m${number}.example`, behaviour: { latency } };
}

/**
 * Agents come one at a time, each when the one before it hangs: so every delivery slot goes where the drawing has it.
 * In milliseconds, because that is what deliveries take.
 */
const STORY: readonly [ms: Millis, command: Command][] = [
  [0, inject(1, 64)],
  [1000, inject(2, 40)],
  [2000, inject(3, 42)],
  // Three deliveries of 1; then no job until 4 has arrived.
  [2000, agents(1)],
  [2800, agents(0)],
  [3000, inject(4, 28)],
  [3000, slow(1)],
  // 4 preempts 1 and gets four deliveries.
  [3000, agents(1)],
  // 7 preempts 4 and hangs; a second agent goes on with 4.
  [4000, inject(5, 44)],
  [4000, inject(7, 4)],
  [4050, quick(4, 30)],
  [4100, agents(2)],
  // 8 preempts 4 when that has had four more, and hangs; a third agent brings 4 to its end, then 1 hangs.
  [4220, inject(8, 4)],
  [4250, agents(3)],
  // 2 hangs; a fifth agent delivers four entries of 3.
  [4500, agents(4)],
  [4550, agents(5)],
  // 6 preempts 3 at the end of the fourth.
  [4790, inject(6, 8)],
  // Later the slow servers recover, and everything is delivered.
  ...[1, 2, 6, 7, 8].map((number): [number, Command] => [12_000, quick(number, 200)]),
];

const script: ScriptedCommand[] = STORY.map(([ms, command]) => ({ at: ms * 1000, command }));

/** Reaches exactly the recorded state of the real queue manager (vector d07, step 59). */
export const wholePicture: GalleryItem<MailScenario> = {
  id: 'whole-picture',
  title,
  about,
  differs:
    'The document says a child of a vanished job belongs to its grandparent. In the program it does for the drawing, but when it ends it charges its parent only if that is exactly one level above: 7 and 8 never charge 1. And one destination with room frees every blocker of the transport, not only those that wait for it.',
  opensAt: 4_790_000,
  scenario: completeScenario({
    title,
    about,
    params: {
      default_destination_concurrency_limit: 1,
      default_destination_recipient_limit: 2,
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: 100,
      default_minimum_delivery_slots: 0,
    },
    agents: { smtp: 0 },
    servers: {
      '*': HANG,
      'm1.example': { latency: 300 },
      'm3.example': { latency: 60 },
      'm4.example': { latency: 250 },
      'm5.example': { latency: 200 },
    },
    script,
  }),
};
