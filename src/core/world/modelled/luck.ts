import type { ModelledServer } from '../../../protocol/modelled.ts';
import type { Micros } from '../../../protocol/units.ts';
import { nextBits } from '../rng.ts';
import type { ModelledWorld } from './model.ts';

/** Thousandths of the usual pace. */
const USUAL = 1000;
/** What two runs of the same mail on a real machine differ by, in thousandths of a delivery's time. */
const NOISE = 15;

/** 32 bits that belong to (luck, recipient of the run, try, what for), whatever happened before. */
function bitsOf(luck: number, recipient: number, attempt: number, salt: number): number {
  let state = (luck * 0x9e3779b1) >>> 0;
  for (const part of [recipient, attempt, salt])
    state = nextBits((state ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0).bits;
  return state;
}

function pick(from: readonly number[], bits: number): number | undefined {
  return from[Math.floor((bits * from.length) / 4294967296)];
}

/** Pace of a recipient at a try in a session (from 0), in thousandths of the usual time. */
export function paceOf(
  { setup }: ModelledWorld,
  server: ModelledServer,
  recipient: number,
  attempt: number,
): number {
  const own = setup.messages.pace[recipient] ?? 0;
  const known = own > 0 && keepsOwn(setup.luck);
  const pace = known
    ? own
    : (pick(server.paces, bitsOf(setup.luck, recipient, known ? 0 : attempt, 1)) ?? USUAL);
  if (setup.luck === 0) return pace;
  const noise = bitsOf(setup.luck, recipient, attempt, 2) / 4294967296 - 0.5;
  return Math.max(1, pace + (pace * noise * 2 * NOISE) / 1000);
}

/** Even numbers keep what the record shows of each recipient, odd ones are another day. */
function keepsOwn(luck: number): boolean {
  return luck % 2 === 0;
}

/** Time until a process is there that is started for a delivery to this recipient. */
export function startUpOf({ setup }: ModelledWorld, recipient: number, attempt: number): Micros {
  return pick(setup.startUp, bitsOf(setup.luck, recipient, attempt, 4)) ?? 0;
}

/** Time of connection and greeting for a delivery that begins with this recipient. */
export function greetingOf(
  { setup }: ModelledWorld,
  server: ModelledServer,
  recipient: number,
  attempt: number,
): Micros {
  return pick(server.greeting, bitsOf(setup.luck, recipient, attempt, 3)) ?? 0;
}
