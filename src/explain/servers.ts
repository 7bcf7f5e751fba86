import type { ServerBehaviour, ServerFault } from '../protocol/commands.ts';
import type { Millis } from '../protocol/units.ts';
import { formatCounted } from './format.ts';

/** Says what a server does: "answers after 300 ms", "refuses connections". */
export function behaviourText({ latency, fault }: ServerBehaviour): string {
  if (fault === undefined) return answers(latency);
  switch (fault.kind) {
    case 'refuse':
      return 'refuses connections';
    case 'unreachable':
      return 'cannot be reached';
    case 'silent':
      return 'accepts connections but sends nothing';
    case 'limit':
      return `says 421 above ${formatCounted(fault.sessions, 'session')}`;
    case 'backlog':
      return `serves ${fault.workers} concurrently and lets ${fault.queue} ${fault.overflow === 'hang' ? 'wait; further connections get no greeting' : 'wait'}`;
    case 'one-of':
      return `is ${formatCounted(fault.machines, 'machine')}, one of which refuses`;
    case 'down':
      return `refuses from ${duration(fault.from)} to ${duration(fault.until)}`;
    case 'greylist':
      return `says 4xx until a message is ${duration(fault.wait)} old`;
    case 'bounce':
      return `says 5xx for ${fault.percent} % of the recipients`;
    default:
      return fault satisfies never;
  }
}

function answers(latency: ServerBehaviour['latency']): string {
  if (typeof latency === 'number')
    return latency === 0 ? 'answers immediately' : `answers after ${duration(latency)}`;
  const [from, to] = latency;
  return `answers after ${duration(from)} to ${duration(to)}`;
}

function duration(ms: Millis): string {
  return ms >= 1000 ? `${ms / 1000} s` : ms === 0 ? '0 s' : `${ms} ms`;
}

/** Describes the behaviour that an event carries as JSON; returns other text unchanged. */
export function changedText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'latency' in value) {
      return behaviourText(value as ServerBehaviour);
    }
  } catch {
    // Not JSON: the event carries plain text.
  }
  return text;
}

/** Servers that take longer than this are called slow. */
const SLOW_MS = 5000;

/** Returns a short name of a behaviour for menus: `healthy 0.1 s`, `slow 60 s`, `silent`. */
export function behaviourName({ latency, fault }: ServerBehaviour): string {
  if (fault !== undefined) return faultName(fault);
  const [low, high] = typeof latency === 'number' ? [latency, latency] : latency;
  const time = low === high ? bareSeconds(low) : `${bareSeconds(low)}–${bareSeconds(high)}`;
  return `${high >= SLOW_MS ? 'slow' : 'healthy'} ${time} s`;
}

function faultName(fault: ServerFault): string {
  switch (fault.kind) {
    case 'refuse':
      return 'refuses';
    case 'unreachable':
      return 'unreachable';
    case 'silent':
      return 'silent';
    case 'limit':
      return `421 above ${fault.sessions}`;
    case 'backlog':
      return `serves ${fault.workers}, queues ${fault.queue}${fault.overflow === 'hang' ? ', then no greeting' : ''}`;
    case 'one-of':
      return `1 of ${fault.machines} refuses, ${fault.pick === 'turn' ? 'in turn' : 'by chance'}`;
    case 'down':
      return `down ${bareSeconds(fault.from)}–${bareSeconds(fault.until)} s`;
    case 'greylist':
      return `greylists ${bareSeconds(fault.wait)} s`;
    case 'bounce':
      return `bounces ${fault.percent} %`;
    default:
      return fault satisfies never;
  }
}

function bareSeconds(ms: Millis): string {
  return String(Math.round(ms) / 1000);
}

export type FaultKind = 'none' | ServerFault['kind'];

/** Faults in menu order, with their effect on the agent. */
export const FAULT_WORDS: Readonly<Record<FaultKind, { text: string; effect: string }>> = {
  none: { text: 'healthy', effect: 'Every delivery succeeds: positive feedback.' },
  refuse: { text: 'refuses', effect: 'Refuses every connection immediately: negative feedback.' },
  unreachable: {
    text: 'unreachable',
    effect: 'Drops packets: each agent gives up after its connect timeout of 30 s.',
  },
  silent: {
    text: 'silent',
    effect: 'Accepts connections but sends nothing: each agent waits for its greeting timeout of 300 s.',
  },
  limit: {
    text: '421 above a number',
    effect: 'Says 421 and disconnects when that many sessions are open: negative feedback.',
  },
  backlog: {
    text: 'full accept queue',
    effect: 'Serves some, lets some wait for a greeting; the rest get no answer.',
  },
  'one-of': {
    text: 'one of several refuses',
    effect: 'A load balancer with one bad machine, met in turn or by chance.',
  },
  down: { text: 'down for a while', effect: 'Refuses between two instants of the run.' },
  greylist: {
    text: 'greylists',
    effect: '4xx in session until the message is old enough: deferred, yet positive feedback.',
  },
  bounce: {
    text: 'bounces',
    effect: '5xx in session for a share of the recipients: positive feedback.',
  },
};
