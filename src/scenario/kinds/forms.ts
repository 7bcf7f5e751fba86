import type { Command } from '../../protocol/commands.ts';
import type { RunKind, Scenario } from '../../protocol/scenario.ts';
import type { ScenarioOf } from './by-kind.ts';
import type { CompactForm } from './compact-form.ts';
import { mailForm } from './mail/compact.ts';
import { threadForm } from './threads/compact.ts';
import { timerForm } from './timers/compact.ts';

const FORMS: { readonly [Kind in RunKind]: CompactForm<ScenarioOf<Kind>> } = {
  mail: mailForm,
  'timer-lab': timerForm,
  'threads-alone': threadForm,
};

const ALL = Object.entries(FORMS) as [RunKind, CompactForm<Scenario>][];

/** What the kind of this scenario puts into a link, `k` = its letter among it. */
export function packKind(scenario: Scenario): Record<string, unknown> {
  const form = FORMS[scenario.kind] as CompactForm<Scenario>;
  return { ...(form.letter === undefined ? {} : { k: form.letter }), ...form.pack(scenario) };
}

/** The kind that a letter stands for; the letter itself when it stands for none, for the schema to refuse. */
export function kindOfLetter(letter: unknown): unknown {
  return ALL.find(([, form]) => form.letter === letter)?.[0] ?? letter;
}

/** Undoes `packKind`, members of several kinds included: the schema refuses what does not belong together. */
export function unpackKinds(run: Record<string, unknown>): Record<string, unknown> {
  return Object.assign({}, ...ALL.map(([, form]) => form.unpack(run))) as Record<string, unknown>;
}

/** A command of any kind as a list: a letter, then its members. Every command is of some kind. */
export function packCommand(command: Command): unknown[] {
  for (const [, form] of ALL) {
    const packed = form.packCommand(command);
    if (packed !== undefined) return packed;
  }
  throw new Error(`no compact form of ${command.kind}`);
}

/** Undoes `packCommand`. */
export function unpackCommand(input: unknown): unknown {
  if (!Array.isArray(input)) return input;
  const [letter, a, b, c, ...rest] = input as unknown[];
  // Anything behind the last member is refused by giving the schema something it does not know.
  if (rest.length > 0) return { kind: letter, rest };
  for (const [, form] of ALL) {
    const command = form.unpackCommand(letter, [a, b, c]);
    if (command !== undefined) return command;
  }
  return { kind: letter };
}
