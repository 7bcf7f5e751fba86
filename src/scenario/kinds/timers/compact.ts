/** The timer laboratory in a link: its setup, and its commands as short lists. */
import type { Command } from '../../../protocol/commands.ts';
import type { LabCommand, LabSetup } from '../../../protocol/lab.ts';
import type { TimerScenario } from '../../../protocol/scenario.ts';
import { packWheel, unpackWheel } from '../../compact-parts.ts';
import type { CompactForm } from '../compact-form.ts';

/** Letter or sign of each command, then its members in order. (The commands of mail use most letters.) */
const COMMANDS: Record<LabCommand['kind'], readonly [letter: string, ...members: string[]]> = {
  'lab.add': ['+', 'delay', 'count', 'upTo', 'mix'],
  'lab.cancel': ['-', 'timer'],
  'lab.cancel-share': ['%', 'percent'],
  'lab.jump': ['>', 'ms'],
  'lab.lag': ['~', 'ms'],
  'lab.request': ['q', 'timeout', 'keys'],
  'lab.check': ['?', 'key'],
};

/** Packs a command as a list. Uniform delays (`even`) are the default and have no letter. */
function packCommand(command: Command): unknown[] | undefined {
  if (!Object.hasOwn(COMMANDS, command.kind)) return undefined;
  const [letter, ...members] = COMMANDS[command.kind as LabCommand['kind']];
  const fields: Record<string, unknown> = { ...command };
  const list = members.map((name) => fields[name]);
  // Lists hold at most two members after the letter; further ones go into a nested list.
  const [first, second, ...rest] = list;
  const more = rest.some((value) => value !== undefined) ? [rest] : [];
  return [letter, first, ...(members.length > 1 ? [second] : []), ...more];
}

/** Undoes `packCommand`; undefined for letters of other kinds. Checks nothing. */
function unpackCommand(letter: unknown, [first, second, rest]: readonly unknown[]): unknown {
  const found = Object.entries(COMMANDS).find(([, [own]]) => own === letter);
  if (found === undefined) return undefined;
  const [kind, [, ...members]] = found;
  const values = [first, second, ...(Array.isArray(rest) ? (rest as unknown[]) : [])];
  const out: Record<string, unknown> = { kind };
  members.forEach((name, i) => {
    const value = values[i];
    if (value !== undefined && value !== null) out[name] = value;
  });
  return out;
}

const STREAM = ['requests', 'perSecond', 'timeout', 'keySpace', 'keys', 'p50', 'p75', 'answered'] as const;
const PARAMS: Record<string, string> = {
  p: 'purgeInterval',
  o: 'oldVersion',
  w: 'weakThreshold',
  c: 'weakCount',
  g: 'collectEvery',
  r: 'reaperWait',
};

/**
 * Packs the setup: `1` = one raw wheel, `2` = one wheel that rounds up. Otherwise the stream as a list, and the settings that
 * differ from their defaults.
 */
function packSetup({ kind, params, stream, rounding }: LabSetup): unknown {
  if (kind === 'wheel') return rounding === undefined ? 1 : 2;
  const list = STREAM.map((name) => stream?.[name] ?? null);
  while (list.at(-1) === null) list.pop();
  const settings: Record<string, unknown> = { ...params };
  const short = Object.entries(PARAMS).filter(([, name]) => settings[name] !== undefined);
  const p = Object.fromEntries(short.map(([key, name]) => [key, settings[name]]));
  return short.length === 0 ? [list] : [list, p];
}

/** Undoes `packSetup`. Unknown input is returned for the schema to reject. */
function unpackSetup(input: unknown): unknown {
  if (input === 1) return { kind: 'wheel' };
  if (input === 2) return { kind: 'wheel', rounding: 'up' };
  if (!Array.isArray(input)) return input;
  const [list, p] = input as unknown[];
  if (!Array.isArray(list) || list.length > STREAM.length) return { kind: 'designs', stream: list };
  const stream = Object.fromEntries(
    STREAM.flatMap((name, i): [string, unknown][] => {
      const value: unknown = list[i];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  const out: Record<string, unknown> = { kind: 'designs' };
  if (Object.keys(stream).length > 0) out['stream'] = stream;
  if (typeof p === 'object' && p !== null)
    out['params'] = Object.fromEntries(
      Object.entries(p).map(([key, value]) => [Object.hasOwn(PARAMS, key) ? PARAMS[key] : key, value]),
    );
  return out;
}

/** Members in a link: `b` the setup, `w` the wheel. */
export const timerForm: CompactForm<TimerScenario> = {
  letter: 'w',
  pack: ({ lab, wheel }) => ({ ...packWheel(wheel), b: packSetup(lab) }),
  unpack: (run) => ({
    ...unpackWheel(run),
    ...(run['b'] === undefined ? {} : { lab: unpackSetup(run['b']) }),
  }),
  packCommand,
  unpackCommand,
};
