/** Questions about concurrency groups: which thread is woken, and how the count changes. */
import { say, type Token } from '../../explain/tokens.ts';
import type { ThreadEvent } from '../../protocol/events.ts';
import type { ThreadCause } from '../../protocol/threads.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

type Threaded<K extends ThreadEvent['kind']> = Extract<ThreadEvent, { kind: K }>;

/** Maximum number of events searched for a suitable one. */
const LOOKS = 60;

/** "Who wakes?": asks which thread is released next. `about`: a rule such as `W2`, "" = any. */
export async function askWhoWakes(
  probe: Probe,
  draw: Draw,
  about: string,
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['thread.released'], message: 0, destination: '' }))) return null;
    const released = eventsHere(probe, 'thread.released').find(
      ({ cause }) => about === '' || cause === about,
    );
    if (released === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const waiting = waitersOf(probe, released.source).filter((name) => name !== released.name);
    if (waiting.length > 0) return wakeQuestion(draw, { released, waiting, places }, words);
    // oxlint-disable-next-line no-await-in-loop
    await probe.api.seek({ step: places.after.step });
  }
  return null;
}

/** Names the threads that wait at a source, top of the stack first. Empty if the probe shows a different source. */
function waitersOf({ sight }: Probe, source: number): string[] {
  const { threads } = sight();
  if (threads === null || threads.source.id !== source) return [];
  const names = new Map(threads.threads.map(({ id, name }) => [id, name]));
  return threads.source.waiters.flatMap((id) => names.get(id) ?? []);
}

function wakeQuestion(
  draw: Draw,
  {
    released,
    waiting,
    places,
  }: {
    released: Threaded<'thread.released'>;
    waiting: readonly string[];
    places: Pick<Question, 'before' | 'after'>;
  },
  { whoWakes: words, happened }: Words['ask'],
): Question {
  const sentence = happened.thread(released);
  const longest = waiting.at(-1);
  const reason = (name: string): string => (name === longest ? words.longest : words.notOnTop);
  const choice = (name: string, why: Token[]): Choice => ({
    key: name,
    label: say`${{ mono: name }}`,
    hint: '',
    why,
  });
  const others = [...new Set([longest ?? '', ...waiting])];
  return {
    kind: 'who-wakes',
    text: say`${words.text}`,
    choices: arrange(
      draw,
      choice(released.name, sentence),
      others.map((name) => choice(name, say`${reason(name)}`)),
    ),
    right: released.name,
    ...places,
    number: 0,
  };
}

/**
 * "What is the count then?": asks for the number of runnable threads of a group after its next change. `about`: a
 * cause, or `over` = a change beyond the limit.
 */
export async function askCount(
  probe: Probe,
  draw: Draw,
  about: string,
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS * 10; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['group.count'], message: 0, destination: '' }))) return null;
    const changed = eventsHere(probe, 'group.count').find(
      ({ cause, to, from, limit }) =>
        about === '' || cause === about || (about === 'over' && to > limit && to > from),
    );
    if (changed === undefined) continue;
    const first = eventsHere(probe, 'group.count').find(({ group }) => group === changed.group);
    const last = eventsHere(probe, 'group.count').findLast(({ group }) => group === changed.group);
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    return countQuestion(draw, { changed, first, last: last ?? changed, places }, words);
  }
  return null;
}

/** The change in question, and the first and last change of its group in the same instant. */
interface Counted {
  changed: Threaded<'group.count'>;
  first: Threaded<'group.count'> | undefined;
  last: Threaded<'group.count'>;
  places: Pick<Question, 'before' | 'after'>;
}

function countQuestion(
  draw: Draw,
  { changed, first, last, places }: Counted,
  { count: words, happened }: Words['ask'],
): Question {
  const { from, to, limit, name } = changed;
  const group = { mono: name };
  // The picture of the answer shows the end of the instant, when other threads may have been admitted.
  const sentence = [
    ...happened.thread(changed),
    ...(last.to === to ? [] : words.goesOn({ mono: last.threadName }, group, last.to)),
  ];
  const mistakes: [number, string][] = [
    [from, movesBecause(changed, words)],
    [limit, words.noBound],
    [from + (to > from ? -1 : 1), words.otherWay],
    [0, words.noReset],
    [to + 1, words.once],
  ];
  const choice = (n: number, why: Token[]): Choice => ({ key: String(n), label: say`${n}`, hint: '', why });
  return {
    kind: 'count',
    text: words.text(happens(changed, words), group, from, { byThen: first !== changed, limit }),
    choices: arrange(
      draw,
      choice(to, sentence),
      mistakes.flatMap(([n, why]) => (n < 0 ? [] : [choice(n, say`${why}`)])),
    ),
    right: String(to),
    ...places,
    number: 0,
  };
}

/** Explains why the count changes, for a student who thinks that it does not. */
function movesBecause(
  { cause, threadName: thread, from, to }: Threaded<'group.count'>,
  words: Words['ask']['count'],
): string {
  if (to > from) return words.counts(thread);
  return cause === 'stop' || cause === 'page-fault' || cause === 'block'
    ? words.needsNoCpu(thread)
    : words.inFetch(thread);
}

function happens({ cause, threadName }: Threaded<'group.count'>, words: Words['ask']['count']): Token[] {
  const thread = { mono: threadName };
  const clause = clauseOf(cause);
  return clause === null ? words.something(thread) : say`${thread} ${words.happens[clause]}`;
}

/** Returns the clause for a cause. Several causes share a clause; null = no clause fits. */
function clauseOf(cause: ThreadCause): keyof Words['ask']['count']['happens'] | null {
  switch (cause) {
    case 'W1':
    case 'W2':
    case 'W3':
      return 'released';
    case 'fetch':
    case 'wait-event':
    case 'wait-gate':
    case 'wait-exit-gate':
      return 'asks';
    case 'unblock':
    case 'block':
    case 'page-fault':
    case 'timeout':
    case 'signal':
    case 'fault-done':
    case 'stop':
    case 'continue':
    case 'herd':
      return cause;
    default:
      return null;
  }
}

function eventsHere<K extends ThreadEvent['kind']>(probe: Probe, kind: K): Threaded<K>[] {
  return probe.sight().events.flatMap(({ event }) => (event.kind === kind ? [event as Threaded<K>] : []));
}
