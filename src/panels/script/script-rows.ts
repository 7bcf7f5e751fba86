import type { ModelCommand } from '../../protocol/modelled.ts';
import type {
  AgentFault,
  Command,
  RecipientShare,
  ScriptedCommand,
  ServerBehaviour,
} from '../../protocol/commands.ts';
import type { LabCommand } from '../../protocol/lab.ts';
import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import type { ThreadCommand } from '../../protocol/threads-setup.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import { COMMAND_FORMS } from '../kinds/forms.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';

/** One line of the script while it is edited. All fields are text until they are validated. */
export interface ScriptRow {
  /** Constant while the row is edited and moved. */
  key: number;
  /** In seconds of the run. */
  at: string;
  kind: Command['kind'];
  /** Chip number, server, parameter or transport, by kind. */
  target: string;
  /** Recipients, value or number of agents, by kind. */
  value: string;
  behaviour: ServerBehaviour;
  /** Sender of an injected message; undefined = the default. */
  sender: string | undefined;
}

const HEALTHY: ServerBehaviour = { latency: 1000 };

export function newRow(key: number, kind: Command['kind'], at: string): ScriptRow {
  const value = kind === 'message.inject' ? '10 a.example' : '';
  return { key, at, kind, target: '', value, behaviour: HEALTHY, sender: undefined };
}

export function rowsOf(script: readonly ScriptedCommand[]): ScriptRow[] {
  return script.map(({ at, command }, i) => rowOf(i + 1, at, command));
}

export function rowOf(key: number, at: Micros, command: Command): ScriptRow {
  const row = newRow(key, command.kind, String(at / MICROS_PER_SECOND));
  switch (command.kind) {
    case 'message.inject':
      return {
        ...row,
        target: command.number === undefined ? '' : String(command.number),
        value: command.to.map(shareText).join(', '),
        sender: command.sender,
      };
    case 'server.set':
      return { ...row, target: command.server, behaviour: command.behaviour };
    case 'param.set':
      return { ...row, target: command.name, value: String(command.value) };
    case 'feedback.set':
      return { ...row, value: command.rule };
    case 'agents.set':
      return { ...row, target: command.transport, value: `${command.limit} ${command.fault ?? ''}`.trim() };
    case 'message.hold':
    case 'message.release':
    case 'message.flush':
      return { ...row, target: String(command.number) };
    case 'queue.flush':
    case 'qmgr.reload':
      return row;
    default: {
      // Show the fields of these commands as in the file: they are rarely edited, because the laboratory has forms.
      const { kind: _, ...fields } = command;
      return { ...row, value: JSON.stringify(fields) };
    }
  }
}

/** `20 a.example`, `3 relay:b.example`. */
function shareText({ destination, count, transport }: RecipientShare): string {
  return `${count} ${transport === undefined ? '' : `${transport}:`}${destination}`;
}

/** Parses rows into a script in time order. An error names its row, from 1. */
export function scriptOf(rows: readonly ScriptRow[]): Result<ScriptedCommand[]> {
  const script: ScriptedCommand[] = [];
  for (const [i, row] of rows.entries()) {
    const seconds = Number(row.at);
    if (row.at.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
      return refused(i, 'time', row.at, 'seconds of the run, from 0');
    }
    const command = commandOf(row);
    if (typeof command === 'string') {
      return refused(i, COMMAND_FORMS[row.kind].value, row.value, command);
    }
    script.push({ at: Math.round(seconds * MICROS_PER_SECOND), command });
  }
  // Stable sort: simultaneous commands keep the table's order.
  return { ok: true, value: script.toSorted((a, b) => a.at - b.at) };
}

function refused(index: number, field: string, value: string, accepted: string): Result<never> {
  const error: InputError = { field: `row ${index + 1}, ${field}`, value: value || 'nothing', accepted };
  return { ok: false, errors: [error] };
}

/** The command of a row, or a description of what its value field accepts. */
function commandOf(row: ScriptRow): Command | string {
  const target = row.target.trim();
  const value = row.value.trim();
  switch (row.kind) {
    case 'message.inject': {
      const to = sharesOf(value);
      if (to === null) return '“20 a.example, 3 relay:b.example”';
      return {
        kind: row.kind,
        to,
        ...(target === '' ? {} : { number: Number(target) }),
        ...(row.sender === undefined ? {} : { sender: row.sender }),
      };
    }
    case 'server.set':
      return { kind: row.kind, server: target, behaviour: row.behaviour };
    case 'param.set':
      return { kind: row.kind, name: target, value: /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value };
    case 'feedback.set':
      return value === 'shipped' || value === 'documented'
        ? { kind: row.kind, rule: value }
        : 'shipped or documented';
    case 'agents.set':
      return agentsCommand(target, value);
    case 'message.hold':
    case 'message.release':
    case 'message.flush':
      return { kind: row.kind, number: Number(target) };
    case 'queue.flush':
    case 'qmgr.reload':
      return { kind: row.kind };
    default:
      return commandOfFields(row.kind, value);
  }
}

type FieldKind = ModelCommand['kind'] | LabCommand['kind'] | CmgroupCommand['kind'] | ThreadCommand['kind'];

/** Reads a command whose fields are JSON. The schema validates it later, with the whole script. */
function commandOfFields(kind: FieldKind, text: string): Command | string {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null) return { ...fields, kind } as Command;
  } catch {
    // The text is no JSON object; the code below returns what is accepted.
  }
  return COMMAND_FORMS[kind].like ?? 'the members of the command';
}

function sharesOf(text: string): RecipientShare[] | null {
  const shares: RecipientShare[] = [];
  for (const part of text.split(',')) {
    const found = /^\s*(\d+)\s+(?:([\w-]+):)?(\S+)\s*$/.exec(part);
    if (found === null) return null;
    const [, count, transport, destination] = found;
    shares.push({
      destination: destination ?? '',
      count: Number(count),
      ...(transport === undefined ? {} : { transport }),
    });
  }
  return shares;
}

/** Parses a number of agents and optionally their failure: `5`, `5 crash`. */
function agentsCommand(transport: string, value: string): Command | string {
  const match = /^(\S+)(?:\s+(unreachable|crash))?$/.exec(value.trim());
  if (match === null) return 'a whole number, and behind it "unreachable" or "crash" for agents that fail';
  const limit = Number(match[1]);
  const fault = match[2] as AgentFault | undefined;
  return { kind: 'agents.set', transport, limit, ...(fault === undefined ? {} : { fault }) };
}
