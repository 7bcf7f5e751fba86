/** Commands and servers of a run of mail as short lists. */
import type { Command } from '../../../protocol/commands.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { mapList, named, take } from '../../compact-parts.ts';
import { packName, unpackName } from './compact-names.ts';
import { isThreadCommand, packThreadCommand, unpackThreadCommand } from './compact-threads.ts';

/** A letter, then the members in a fixed order; trailing ones that are absent are left out. */
export function packMailCommand(command: Command): unknown[] | undefined {
  switch (command.kind) {
    case 'message.inject': {
      const to = command.to.map((share) =>
        share.transport === undefined
          ? [share.destination, share.count]
          : [share.destination, share.count, share.transport],
      );
      return trim(['i', to, command.number ?? 0, command.sender]);
    }
    case 'server.set':
      return ['s', command.server, packBehaviour(command.behaviour)];
    case 'param.set':
      return ['p', packName(command.name), command.value];
    case 'agents.set':
      return ['a', command.transport, command.limit, ...(command.fault === undefined ? [] : [command.fault])];
    case 'feedback.set':
      return ['k', command.rule];
    case 'queue.flush':
      return ['f'];
    case 'qmgr.reload':
      return ['r'];
    case 'message.hold':
      return ['h', command.number];
    case 'message.release':
      return ['H', command.number];
    case 'message.flush':
      return ['F', command.number];
    case 'log.model':
      return ['m', command.model];
    case 'log.server': {
      const { kind: _, ...server } = command;
      return ['M', server];
    }
    default:
      return isThreadCommand(command) ? packThreadCommand(command) : undefined;
  }
}

/** Undoes `packMailCommand`; undefined for letters that are not of mail. Checks nothing. */
export function unpackMailCommand(letter: unknown, [a, b, c]: readonly unknown[]): unknown {
  switch (letter) {
    case 'i': {
      const out: Record<string, unknown> = {
        kind: 'message.inject',
        to: mapList(a, (share) => named(share, ['destination', 'count', 'transport'])),
      };
      if (b !== 0) take(out, 'number', b);
      take(out, 'sender', c);
      return out;
    }
    case 's':
      return { kind: 'server.set', server: a, behaviour: unpackBehaviour(b) };
    case 'p':
      return { kind: 'param.set', name: typeof a === 'string' ? unpackName(a) : a, value: b };
    case 'a': {
      const out: Record<string, unknown> = { kind: 'agents.set', transport: a, limit: b };
      take(out, 'fault', c);
      return out;
    }
    case 'k':
      return { kind: 'feedback.set', rule: a };
    case 'f':
      return { kind: 'queue.flush' };
    case 'r':
      return { kind: 'qmgr.reload' };
    case 'h':
      return { kind: 'message.hold', number: a };
    case 'H':
      return { kind: 'message.release', number: a };
    case 'F':
      return { kind: 'message.flush', number: a };
    case 'm':
      return { kind: 'log.model', model: a };
    case 'M':
      return { kind: 'log.server', ...(isMembers(a) ? a : {}) };
    default:
      return unpackThreadCommand(letter, [a, b]);
  }
}

function isMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

type Behaviour = MailScenario['servers'][string];

/** The latency alone where nothing else is said. */
export function packBehaviour({ latency, fault, phases }: Behaviour): unknown {
  if (fault === undefined && phases === undefined) return latency;
  const { kind, ...figures } = fault ?? { kind: undefined };
  return {
    l: latency,
    ...(kind === undefined ? {} : { f: kind }),
    ...(phases === undefined ? {} : { p: phases }),
    ...figures,
  };
}

/** Undoes `packBehaviour`. */
export function unpackBehaviour(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { latency: input };
  const { l, f, p, ...figures } = input as { l?: unknown; f?: unknown; p?: unknown };
  const steps = p === undefined ? {} : { phases: p };
  // A fault without a kind is kept: the schema must see figures that belong to none.
  const none = f === undefined && Object.keys(figures).length === 0;
  return { latency: l, ...(none ? {} : { fault: { kind: f, ...figures } }), ...steps };
}

function trim(list: unknown[]): unknown[] {
  const out = list.slice();
  while (out.at(-1) === undefined) out.pop();
  if (out.length === 3 && out[2] === 0) out.pop();
  return out;
}
