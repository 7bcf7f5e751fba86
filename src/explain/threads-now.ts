/** Describes a group at one instant: a sentence, the inequality behind it, and its consequence. */
import { formatNumber } from './figures.ts';
import { formatCounted } from './format.ts';
import type { ThreadsRow } from '../protocol/threads-view.ts';
import type { Arithmetic } from './explanation.ts';
import type { LedgerRow } from './ledger.ts';
import { mono, type Token } from './tokens.ts';
import { say } from './tokens.ts';

export interface ThreadsMoment {
  title: string;
  sentence: Token[];
  sums: Arithmetic | null;
}

/** Describes a group at the cursor. `latest`: the last ledger row up to the cursor; undefined before the first. */
export function threadsMoment(latest: LedgerRow | undefined, row: ThreadsRow): ThreadsMoment {
  if (latest === undefined) return { title: 'Start', sentence: startSentence(row), sums: gateSums(row) };
  const { group } = row;
  const [event] = latest.idle;
  const title = titleOf(latest);
  if (group !== null && event !== undefined && group.available < 1)
    return {
      title,
      sentence: say`${mono(latest.idle.join(', '))} ${latest.idle.length === 1 ? 'is' : 'are'} pending and no thread is woken: ${formatCounted(group.runnable, 'thread is', 'threads are')} runnable and CV is ${group.limit}.`,
      sums: wakeSums(row),
    };
  if (group !== null && latest.pill === '+1' && group.runnable > group.limit)
    return {
      title,
      sentence: [...latest.what, ...say`. ${group.runnable} are runnable and CV is ${group.limit}.`],
      sums: overSums(row),
    };
  return {
    title,
    sentence: [...latest.what, { text: '.' }],
    sums: latest.pill === 'W2' || latest.pill === 'W3' ? openSums(latest, row) : gateSums(row),
  };
}

function titleOf({ pill, idle, short }: LedgerRow): string {
  if (idle.length > 0) return idle.length === 1 ? `${idle[0]} arrives` : `${idle.length} events arrive`;
  return TITLES[pill] ?? (short === '' ? 'Now' : short);
}

const TITLES: Readonly<Record<string, string>> = {
  W1: 'Rule W1: an event finds room',
  W2: 'Rule W2: room for an event',
  W3: 'Rule W3: more is pending',
  '+1': 'A wait ends',
  gate: 'Held at the gate',
  CV: 'CV changed',
  herd: 'The herd',
};

function startSentence({ group, source }: ThreadsRow): Token[] {
  if (group === null)
    return say`${mono(source.name)} has no group: every woken thread is admitted, however many are runnable.`;
  const runnable = group.runnable === 0 ? 'No thread' : formatCounted(group.runnable, 'thread');
  return say`${runnable} of ${mono(group.name)} ${group.runnable < 2 ? 'is' : 'are'} runnable, CV is ${group.limit}, and ${formatCounted(source.waiting, 'waiter is', 'waiters are')} on the stack.`;
}

function wakeSums({ group, source, threads }: ThreadsRow): Arithmetic | null {
  if (group === null) return null;
  const top = threads.find(({ id }) => id === source.waiters[0]);
  const sum = `${group.limit} − ${group.runnable} = ${formatNumber(group.available)}`;
  return {
    lines: [
      { label: [{ text: 'available = CV − runnable' }], expression: sum },
      { label: [{ text: 'rule W1 wakes the top waiter if' }], expression: 'available ≥ 1' },
    ],
    verdict:
      top === undefined
        ? say`${formatNumber(group.available)} < 1, and no thread waits.`
        : say`${formatNumber(group.available)} < 1, so ${mono(top.name)} stays on the stack.`,
  };
}

function overSums({ group }: ThreadsRow): Arithmetic | null {
  if (group === null) return null;
  return {
    lines: [
      {
        label: [{ text: 'available = CV − runnable' }],
        expression: `${group.limit} − ${group.runnable} = ${formatNumber(group.available)}`,
      },
    ],
    verdict: say`Over by ${-group.available}. No thread is stopped: the excess is held at the next fetch.`,
  };
}

function openSums({ chain, limit }: LedgerRow, { group }: ThreadsRow): Arithmetic | null {
  if (group === null) return null;
  const low = Math.min(...chain);
  return {
    lines: [
      {
        label: [{ text: 'available before the wake-up' }],
        expression: `${limit} − ${low} = ${formatNumber(limit - low)}`,
      },
      { label: [{ text: 'a waiter is woken if' }], expression: 'available ≥ 1, an event pending' },
    ],
    verdict: say`There was room for one, and the newest waiter took it.`,
  };
}

function gateSums({ group, source }: ThreadsRow): Arithmetic | null {
  if (group === null) return null;
  const { runnable, limit } = group;
  const open = runnable <= limit;
  return {
    lines: [{ label: [{ text: 'the gate tests at every fetch' }], expression: `${runnable} ≤ ${limit}` }],
    verdict: open
      ? say`Open: a returning thread ${source.pending === 0 ? 'finds nothing pending' : 'takes the oldest event and keeps its CPU'}.`
      : say`Closed, over by ${runnable - limit}: a returning thread is held on top of the stack.`,
  };
}
