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

/** Packs the members that only this kind of run has, with the letter of the kind as `k`. */
export function packKind(scenario: Scenario): Record<string, unknown> {
  const form = FORMS[scenario.kind] as CompactForm<Scenario>;
  return { ...(form.letter === undefined ? {} : { k: form.letter }), ...form.pack(scenario) };
}

/** The kind of a letter. An unknown letter is returned for the schema to reject. */
export function kindOfLetter(letter: unknown): unknown {
  return ALL.find(([, form]) => form.letter === letter)?.[0] ?? letter;
}

/** Undoes `packKind`. Unpacks members of all kinds; the schema rejects those that do not belong together. */
export function unpackKinds(run: Record<string, unknown>): Record<string, unknown> {
  return Object.assign({}, ...ALL.map(([, form]) => form.unpack(run))) as Record<string, unknown>;
}

/** Packs a command of any kind as a list: a letter, then the command's members. */
export function packCommand(command: Command): unknown[] {
  for (const [, form] of ALL) {
    const packed = form.packCommand(command);
    if (packed !== undefined) return packed;
  }
  throw new Error(`no compact form of ${command.kind}`);
}

export function unpackCommand(input: unknown): unknown {
  if (!Array.isArray(input)) return input;
  const [letter, a, b, c, ...rest] = input as unknown[];
  // Too many list items become an unknown member, so that the schema rejects the command.
  if (rest.length > 0) return { kind: letter, rest };
  for (const [, form] of ALL) {
    const command = form.unpackCommand(letter, [a, b, c]);
    if (command !== undefined) return command;
  }
  return { kind: letter };
}
