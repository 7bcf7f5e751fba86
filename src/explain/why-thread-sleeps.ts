/** Explains why a thread sleeps although events are pending (threads/README.md §5, §6). */
import type { GroupRow, SourceRow, ThreadRow, ThreadId } from '../protocol/threads.ts';
import type { Arithmetic } from './explanation.ts';
import { formatCounted } from './format.ts';
import { mono, type Token, signed, say } from './tokens.ts';

/** The rule that applies: a gate, the wake rule that did not act, or none. */
type AsleepRule = 'W1' | 'W2' | 'W3' | 'gate' | 'exit-gate' | 'none';

export interface Asleep {
  rule: AsleepRule;
  sentence: Token[];
  /** What must happen before the thread continues. */
  notes: Token[][];
  arithmetic?: Arithmetic;
}

/** The thread, the event source it fetches from, and the group of that source. */
export interface AsleepQuestion {
  thread: ThreadRow;
  source: SourceRow | null;
  group: GroupRow | null;
  nameOf: (thread: ThreadId) => string;
}

/** Explains why a thread does not run. All rows are of one instant. */
export function explainAsleep(question: AsleepQuestion): Asleep {
  const { thread, source } = question;
  if (thread.state !== 'blocked-in-fetch' || source === null) return notFetching(thread);
  if (thread.reason === 'exit-gate') return atExitGate(question);
  if (source.pending === 0) {
    return plain(say`${mono(thread.name)} waits for an event: nothing is pending at ${mono(source.name)}.`);
  }
  if (question.group !== null && question.group.available <= 0) return withoutRoom(question, question.group);
  return behindAnother(question, source);
}

function notFetching(thread: ThreadRow): Asleep {
  const name = mono(thread.name);
  switch (thread.state) {
    case 'running':
      return plain(say`${name} is not asleep: it runs.`);
    case 'ready':
      return plain(say`${name} is not asleep: it is in the run queue and counted, and waits for a CPU.`);
    case 'stopped':
      return plain(say`${name} is stopped until it receives SIGCONT, whatever is pending.`);
    case 'exited':
      return plain(say`${name} has ended.`);
    default:
      return plain(
        say`${name} is inside its handler and waits for ${thread.waitsFor || 'something'}: it cannot take pending events.`,
      );
  }
}

function atExitGate({ thread, group }: AsleepQuestion): Asleep {
  const { runnable, limit } = group ?? { runnable: 0, limit: 0 };
  return {
    rule: 'exit-gate',
    sentence: say`Exit gate: ${mono(thread.name)} has taken its events already, but leaving would have made more than ${formatCounted(limit, 'thread')} runnable.`,
    notes: [say`The thread that has waited longest in the gate leaves when there is room.`],
    arithmetic: { lines: [line('runnable now', `${runnable} of ${limit}`)], verdict: say`no room to leave` },
  };
}

/**
 * Events are pending and the group is full. The thread was held at the gate if it came to fetch itself; if it slept before
 * the events came, rule W1 had no room to wake it. Either way W2 acts next. While the group is over its limit, W2 needs
 * more than one thread to leave.
 */
function withoutRoom(question: AsleepQuestion, group: GroupRow): Asleep {
  const { thread, source } = question;
  const name = mono(thread.name);
  const leavers = 1 - group.available;
  const gated = thread.reason === 'gate';
  const pending = formatCounted(source?.pending ?? 0, 'event is', 'events are');
  return {
    rule: gated ? 'gate' : 'W1',
    sentence: gated
      ? say`Gate: ${pending} pending, but when ${name} came to fetch, more than ${group.limit} threads of ${mono(group.name)} were runnable, itself included.`
      : say`Rule W1 did not act: ${pending} pending, but ${group.runnable} of at most ${group.limit} threads of ${mono(group.name)} are runnable, so there is no room.`,
    notes: [
      say`Rule W2 wakes one waiter when ${formatCounted(leavers, 'runnable thread leaves', 'runnable threads leave')} the count.`,
      ...above(question),
    ],
    arithmetic: {
      lines: [
        line(
          'available = value − runnable',
          `${group.limit} − ${group.runnable} = ${signed(group.available)}`,
        ),
      ],
      verdict: say`${signed(group.available)} < 1, so no thread is woken`,
    },
  };
}

/** There is room and events are pending: another thread was woken and is on its way. */
function behindAnother(question: AsleepQuestion, source: SourceRow): Asleep {
  const name = mono(question.thread.name);
  const [first] = source.onTheirWay;
  if (first === undefined) {
    return {
      rule: 'W2',
      sentence: say`There is room and ${formatCounted(source.pending, 'event is', 'events are')} pending, but the count has not fallen since. ${name} is woken when it next falls to one below its limit, or by the next event.`,
      notes: above(question),
    };
  }
  return {
    rule: 'W3',
    sentence: say`Each event and each opening wakes one thread: ${mono(question.nameOf(first))} was woken and is on its way.`,
    notes: [
      say`Rule W3 wakes the next waiter when it has taken its events, if more are pending and there is room.`,
      ...above(question),
    ],
  };
}

/** Threads above this one in the stack; the newest waiter is on top. */
function above({ thread, source, nameOf }: AsleepQuestion): Token[][] {
  const place = source?.waiters.indexOf(thread.id) ?? -1;
  const top = source?.waiters[0];
  if (place <= 0 || top === undefined) return [];
  return [
    say`${formatCounted(place, 'thread is', 'threads are')} above ${mono(thread.name)} in the stack, ${mono(nameOf(top))} on top: the newest waiter is woken first.`,
  ];
}

function plain(sentence: Token[]): Asleep {
  return { rule: 'none', sentence, notes: [] };
}

function line(label: string, expression: string): Arithmetic['lines'][number] {
  return { label: say`${label}`, expression };
}
