import type { ServerBehaviour } from '../protocol/commands.ts';
import { counted } from './tokens.ts';

/** What a server does, as a predicate: "answers after 300 ms", "refuses connections". */
export function behaviourText({ latency, fault }: ServerBehaviour): string {
  if (fault === undefined) return answers(latency);
  switch (fault.kind) {
    case 'refuse':
      return 'refuses connections';
    case 'unreachable':
      return 'cannot be reached';
    case 'silent':
      return 'accepts connections and keeps silent';
    case 'limit':
      return `says 421 above ${counted(fault.sessions, 'session', 'sessions')}`;
    case 'backlog':
      return `serves ${fault.workers} at once and lets ${fault.queue} ${fault.overflow === 'hang' ? 'wait; further connections get no greeting' : 'wait'}`;
    case 'one-of':
      return `is ${counted(fault.machines, 'machine', 'machines')}, one of which refuses`;
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
    return latency === 0 ? 'answers at once' : `answers after ${duration(latency)}`;
  const [from, to] = latency;
  return `answers after ${duration(from)} to ${duration(to)}`;
}

function duration(ms: number): string {
  return ms >= 1000 ? `${ms / 1000} s` : ms === 0 ? '0 s' : `${ms} ms`;
}

/** The behaviour that an event carries as JSON, as a predicate; the text itself when it is something else. */
export function changedText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'latency' in value) {
      return behaviourText(value as ServerBehaviour);
    }
  } catch {
    // Not JSON: whoever wrote the event had words of their own.
  }
  return text;
}
