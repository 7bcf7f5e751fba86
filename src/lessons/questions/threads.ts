/** Questions about concurrency groups: who is woken, and what the count of a group becomes. */
import { threadSentence } from '../../explain/kinds/threads.ts';
import { say, type Token } from '../../explain/tokens.ts';
import type { ThreadEvent } from '../../protocol/events.ts';
import type { Draw } from './draw.ts';
import { goOn, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

type Threaded<K extends ThreadEvent['kind']> = Extract<ThreadEvent, { kind: K }>;

/** Events looked at for one that is worth a question. */
const LOOKS = 60;

/** "Who wakes?": the thread that is released next. `about` = a rule, such as `W2`, "" = any. */
export async function askWhoWakes(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['thread.released'], message: 0, destination: '' }))) return null;
    const released = eventsHere(probe, 'thread.released').find(
      ({ cause }) => about === '' || cause === about,
    );
    if (released === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const waiting = waitersOf(probe, released.source).filter((name) => name !== released.name);
    if (waiting.length > 0) return wakeQuestion(draw, released, waiting, places);
    // oxlint-disable-next-line no-await-in-loop
    await probe.api.seek({ step: places.after.step });
  }
  return null;
}

/** Names of the threads that wait at the source, the top of the stack first; none when it is another source. */
function waitersOf({ sight }: Probe, source: number): string[] {
  const { threads } = sight();
  if (threads === null || threads.source.id !== source) return [];
  const names = new Map(threads.threads.map(({ id, name }) => [id, name]));
  return threads.source.waiters.flatMap((id) => names.get(id) ?? []);
}

function wakeQuestion(
  draw: Draw,
  released: Threaded<'thread.released'>,
  waiting: readonly string[],
  places: Pick<Question, 'before' | 'after'>,
): Question {
  const sentence = threadSentence(released);
  const longest = waiting.at(-1);
  const reason = (name: string): string =>
    name === longest
      ? 'It has waited longest, and the newest waiter is woken first: its caches are still warm.'
      : 'It waits too, but not on top of the stack.';
  const choice = (name: string, why: Token[]): Choice => ({
    key: name,
    label: say`${{ mono: name }}`,
    hint: '',
    why,
  });
  const others = [...new Set([longest ?? '', ...waiting])];
  return {
    kind: 'who-wakes',
    text: say`Which thread is woken next?`,
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

/** "What is the count then?": runnable threads of a group after its next change. `about` = a cause, `over` = beyond the limit. */
export async function askCount(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
  for (let i = 0; i < LOOKS * 10; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['group.count'], message: 0, destination: '' }))) return null;
    const changed = eventsHere(probe, 'group.count').find(
      ({ cause, to, from, limit }) =>
        about === '' || cause === about || (about === 'over' && to > limit && to > from),
    );
    if (changed === undefined) continue;
    const first = eventsHere(probe, 'group.count').find(({ group }) => group === changed.group);
    const last = eventsHere(probe, 'group.count').findLast(({ group }) => group === changed.group);
    // oxlint-disable-next-line no-await-in-loop
    return countQuestion(draw, { changed, first, last: last ?? changed }, await stepBehind(probe));
  }
  return null;
}

/** The change that is asked about, and the first and the last one of its group in the same instant. */
interface Counted {
  changed: Threaded<'group.count'>;
  first: Threaded<'group.count'> | undefined;
  last: Threaded<'group.count'>;
}

function countQuestion(
  draw: Draw,
  { changed, first, last }: Counted,
  places: Pick<Question, 'before' | 'after'>,
): Question {
  const { from, to, limit, name } = changed;
  // The picture of the answer stands at the end of the instant, where others may have been let in.
  const sentence =
    last.to === to
      ? threadSentence(changed)
      : [
          ...threadSentence(changed),
          ...say` The instant goes on, to ${{ mono: last.threadName }}: at its end, in the picture, ${{ mono: name }} counts ${last.to}.`,
        ];
  const mistakes: [number, string][] = [
    [from, `${movesBecause(changed)} That moves the count at once.`],
    [limit, 'The concurrency value is no bound: who comes back from a wait is counted, not stopped.'],
    [from + (to > from ? -1 : 1), 'The other way: becoming runnable counts up, waiting counts down.'],
    [0, 'Nothing resets the count.'],
    [to + 1, 'One thread counts once.'],
  ];
  const choice = (n: number, why: Token[]): Choice => ({ key: String(n), label: say`${n}`, hint: '', why });
  return {
    kind: 'count',
    text: say`${happens(changed)} ${{ mono: name }} counts ${from} runnable${first === changed ? '' : ' by then'}, its limit is ${limit}. How many does it count then?`,
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

/** Why its change moves the count, for whoever thinks that it does not. */
function movesBecause({ cause, threadName: thread, from, to }: Threaded<'group.count'>): string {
  if (to > from) return `${thread} is on a CPU or in the run queue then, so it counts.`;
  return cause === 'stop' || cause === 'page-fault' || cause === 'block'
    ? `${thread} needs no CPU for as long as it waits, whatever it waits for, so it does not count.`
    : `${thread} waits in its fetch then, and who waits does not count.`;
}

function happens({ cause, threadName }: Threaded<'group.count'>): Token[] {
  const thread = { mono: threadName };
  switch (cause) {
    case 'unblock':
      return say`${thread} comes back from a wait in its handler.`;
    case 'block':
      return say`${thread} blocks in its handler.`;
    case 'page-fault':
      return say`${thread} has to wait for a page of memory.`;
    case 'W1':
    case 'W2':
    case 'W3':
      return say`${thread} is released from its fetch.`;
    case 'fetch':
    case 'wait-event':
    case 'wait-gate':
    case 'wait-exit-gate':
      return say`${thread} asks for an event.`;
    case 'timeout':
      return say`${thread} has waited for as long as it wanted to.`;
    case 'signal':
      return say`${thread} gets a signal.`;
    case 'fault-done':
      return say`${thread} has its page.`;
    case 'stop':
      return say`${thread} is stopped.`;
    case 'continue':
      return say`${thread} may continue.`;
    case 'herd':
      return say`${thread} is woken with all others.`;
    default:
      return say`Something happens to ${thread}.`;
  }
}

function eventsHere<K extends ThreadEvent['kind']>(probe: Probe, kind: K): Threaded<K>[] {
  return probe.sight().events.flatMap(({ event }) => (event.kind === kind ? [event as Threaded<K>] : []));
}
