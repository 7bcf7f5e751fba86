/** The examples that SCHEDULER_README calculates step by step, and the drawing at its end. */
import type { Command, ScriptedCommand } from '../protocol/commands.ts';
import type { MailScenario } from '../protocol/scenario.ts';
import type { Millis } from '../protocol/units.ts';
import { mailScene } from './mail/scene.ts';

export const fifo = mailScene(
  {
    id: 'fifo',
    title: 'First in, first out',
    about:
      'Preemption is off: the slot cost is 0. Message 1 has ten entries, 2 and 3 have one each and wait until all of 1 has been taken. Set the cost to 2 and inject again to see what changes.',
    differs:
      'The document only discusses a cost k above 1. In the program a cost of 0 or 1 switches preemption off: at 1 a job would earn a slot with every entry and could be delayed for ever.',
    opensAt: 1_600_000,
  },
  {
    params: { default_delivery_slot_cost: 0, default_destination_recipient_limit: 2 },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'list.example', count: 20 }] } },
      { at: 500_000, command: { kind: 'message.inject', to: [{ destination: 'ann.example', count: 2 }] } },
      { at: 1_000_000, command: { kind: 'message.inject', to: [{ destination: 'bob.example', count: 2 }] } },
    ],
  },
);

/** Compares the document's first idea of a sequence with the sequence that really results. */
export const fourThenOnes = mailScene(
  {
    id: 'four-then-ones',
    title: 'Four, then four ones',
    about:
      'Message 1 has four entries, 2 to 5 have one each. A delivery slot costs two entries, so 2 preempts 1 after two of them. Too little of 1 is left to earn another slot in time. The strip reads 11 2 11 345.',
    differs:
      'The document draws 12131415. The program never produces that: a delivery slot is paid with two entries, and the price is checked before the next selection. With a discount of 100 the result is 12113145, with the default minimum of 3 delivery slots 11112345.',
    opensAt: 600_000,
  },
  {
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: 0,
      default_minimum_delivery_slots: 0,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [8, 2, 2, 2, 2].map((count, i) => ({
      at: 0,
      command: { kind: 'message.inject' as const, to: [{ destination: `m${i + 1}.example`, count }] },
    })),
  },
);

/** A preempting job is preempted in turn, which shows that the delay from preemption has a bound. */
export const recursive = mailScene(
  {
    id: 'recursive',
    title: 'A thousand, a hundred, ten',
    about:
      'Message 1 has 1 000 entries. After 200 of them it has earned the hundred delivery slots that 2 needs. While 2 is delivered it earns slots as well, so 3 with its ten entries preempts 2. The stack has two levels, yet 1 takes at most twice as long.',
    differs:
      'The document calls the job whose entry was selected last the current one. In the program it is the job where the next walk starts: a preemption, a new job at the front or a freed destination can move it without a selection.',
    opensAt: 6_000_000,
  },
  {
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: 0,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 4 },
    servers: { '*': { latency: 100 } },
    script: [
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'thousand.example', count: 2000 }] } },
      { at: 0, command: { kind: 'message.inject', to: [{ destination: 'hundred.example', count: 200 }] } },
      { at: 6_000_000, command: { kind: 'message.inject', to: [{ destination: 'ten.example', count: 20 }] } },
    ],
  },
);

/** The document's example of ten, two and two recipients, without a discount. */
export const tenTwoTwo = mailScene(
  {
    id: 'ten-two-two',
    title: 'Ten, two, two',
    about:
      'Three messages with 10, 2 and 2 entries arrive together. A delivery slot costs two entries, so job 1 must have four of its own delivered before 2 may take two. The strip reads 1111 22 1111 33 11.',
    differs:
      'The document does not state the loan of its examples. They are exact with a loan of 0. With the default loan of 3 the result is 12211113311111; with the default cost of 5 nothing is preempted, because ten entries are fewer than 3 × 5.',
    opensAt: 1_200_000,
  },
  tenTwoTwoRun(0),
);

/** The document's example of ten, two and two recipients, with a discount of 50. */
export const tenTwoTwoDiscount = mailScene(
  {
    id: 'ten-two-two-half-price',
    title: 'Ten, two, two at half price',
    about:
      'The same three messages with a discount of 50 %: one delivery slot must be available for the two that 2 needs. Job 1 owes the other one and earns it afterwards. The strip reads 11 22 1111 33 1111.',
    differs:
      'As without the discount, the example is exact with a loan of 0. In the program both apply together: the loan adds to the available slots, the discount lowers the price.',
    opensAt: 600_000,
  },
  tenTwoTwoRun(50),
);

function tenTwoTwoRun(discount: number): Partial<MailScenario> {
  return {
    params: {
      default_delivery_slot_cost: 2,
      default_delivery_slot_loan: 0,
      default_delivery_slot_discount: discount,
      default_destination_recipient_limit: 2,
    },
    agents: { smtp: 1 },
    servers: { '*': { latency: 300 } },
    script: [20, 4, 4].map((count, i) => ({
      at: 0,
      command: { kind: 'message.inject' as const, to: [{ destination: `m${i + 1}.example`, count }] },
    })),
  };
}

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
 * Agents are added one at a time, each when the previous one hangs, so that each delivery slot goes to the job that has it in
 * the document's drawing.
 */
const STORY: readonly [ms: Millis, command: Command][] = [
  [0, inject(1, 64)],
  [1000, inject(2, 40)],
  [2000, inject(3, 42)],
  // Message 1 gets three deliveries; then there is no agent until message 4 has arrived.
  [2000, agents(1)],
  [2800, agents(0)],
  [3000, inject(4, 28)],
  [3000, slow(1)],
  // Message 4 preempts 1 and gets four deliveries.
  [3000, agents(1)],
  // Message 7 preempts 4, and its delivery hangs; a second agent continues with 4.
  [4000, inject(5, 44)],
  [4000, inject(7, 4)],
  [4050, quick(4, 30)],
  [4100, agents(2)],
  // After four more deliveries, 8 preempts 4 and hangs. A third agent finishes 4; then the delivery of 1 hangs.
  [4220, inject(8, 4)],
  [4250, agents(3)],
  // The delivery of 2 hangs; a fifth agent delivers four entries of 3.
  [4500, agents(4)],
  [4550, agents(5)],
  // After the fourth entry, 6 preempts 3.
  [4790, inject(6, 8)],
  // Later the slow servers recover, and everything is delivered.
  ...[1, 2, 6, 7, 8].map((number): [number, Command] => [12_000, quick(number, 200)]),
];

const script: ScriptedCommand[] = STORY.map(([ms, command]) => ({ at: ms * 1000, command }));

/** This scene reaches exactly the recorded state of the real queue manager (vector d07, step 59). */
export const wholePicture = mailScene(
  {
    id: 'whole-picture',
    title: 'The whole picture',
    about:
      'The drawing at the end of the document, 7 8 1 2 6 3 5. 7 and 8 preempted 4 and are in flight at slow servers; 4 is gone and 1 has adopted them; 1 and 2 are blockers; 6 has just preempted 3. Every destination takes one delivery at a time.',
    differs:
      'The document says a child of a vanished job belongs to its grandparent. In the program this holds for the drawing. But a child that ends charges its parent only if that is exactly one level above: 7 and 8 never charge 1. And one destination with room frees every blocker of the transport, not only those waiting for it.',
    opensAt: 4_790_000,
  },
  {
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
  },
);
