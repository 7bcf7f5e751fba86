/** Questions about watch lists: what stays on them, and what a purge takes out. Asked of the three designs side by side. */
import { counted, say, type Token } from '../../explain/tokens.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import type { Draw } from './draw.ts';
import { goOn, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Events looked at for one that is worth a question. */
const LOOKS = 200;

type LabHappened<K extends LabEvent['kind']> = Extract<LabEvent, { kind: K }>;

function labEvents<K extends LabEvent['kind']>(probe: Probe, kind: K): LabHappened<K>[] {
  const { events, cursor } = probe.sight();
  return events.flatMap(({ event, step }) =>
    event.kind === kind && step === cursor.step ? [event as LabHappened<K>] : [],
  );
}

function entryChoice(n: number, why: Token[]): Choice {
  return { key: String(n), label: say`${counted(n, 'entry', 'entries')}`, hint: '', why };
}

function mistakesOf(list: readonly (readonly [number, string])[]): Choice[] {
  return list.flatMap(([n, why]) => (n < 0 ? [] : [entryChoice(n, say`${why}`)]));
}

/** Entries of completed requests on the lists of today's design. */
async function deadNodes({ api }: Probe): Promise<number> {
  const report = await api.ask('lab');
  return report?.designs.find(({ design }) => design === 'today')?.counters['deadNodes'] ?? 0;
}

/** "What of it stays?": the next request that is answered, in today's design. */
export async function askWatchList(probe: Probe, draw: Draw): Promise<Question | null> {
  if (!(await goOn(probe, { kinds: ['lab.cancelled'], message: 0, destination: '' }))) return null;
  const { cursor } = probe.sight();
  const records = await probe.api.ask('events', 1, cursor.event, ['lab.requested']);
  const [first] = records.flatMap(({ event }) => (event.kind === 'lab.requested' ? [event] : []));
  const now = await deadNodes(probe);
  const places = await stepBehind(probe);
  const stays = now - (await deadNodes(probe));
  if (first === undefined) return null;
  const keys = first.keys.length;
  return {
    kind: 'watch-list',
    text: say`A request waits under ${counted(keys, 'key', 'keys')}, and a check of one of them completes it now. How many entries of it stay on the watch lists of today’s design?`,
    choices: arrange(
      draw,
      entryChoice(
        stays,
        say`The check walks one list and takes the request out of that, and its timer is unlinked from the wheel. On its other ${keys === 2 ? 'list' : 'lists'} it stays: ${keys} − 1 = ${stays}.`,
      ),
      mistakesOf([
        [0, 'A check walks the list of its own key only; to find the others would cost a search.'],
        [keys, 'The list of the key that was checked is walked anyway, and the request leaves it.'],
        [keys + 1, 'It stands once under each key, and the wheel lets go of it at once.'],
        [2 * keys, 'It stands once under each key.'],
      ]),
    ),
    right: String(stays),
    ...places,
    number: 0,
  };
}

/** "How many entries does it free?": the next purge of today's design. */
export async function askPurge(probe: Probe, draw: Draw): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['lab.purged'], message: 0, destination: '' }))) return null;
    const purge = labEvents(probe, 'lab.purged').find(({ design }) => design === 'today');
    if (purge === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const interval = (await probe.api.ask('lab'))?.settings.purgeInterval ?? 0;
    // oxlint-disable-next-line no-await-in-loop
    return purgeQuestion(draw, purge, interval, await stepBehind(probe));
  }
  return null;
}

function purgeQuestion(
  draw: Draw,
  { visits, freed, pending }: LabHappened<'lab.purged'>,
  interval: number,
  places: Pick<Question, 'before' | 'after'>,
): Question {
  const kept = visits - freed;
  return {
    kind: 'purge',
    text: say`More than ${interval} completed requests are estimated to be on the watch lists, so today’s design purges now. The lists hold ${visits} entries, and ${pending} requests are pending. How many entries are freed?`,
    choices: arrange(
      draw,
      entryChoice(
        freed,
        say`All ${visits} entries are visited. The ${kept} of the ${pending} pending requests, one under each key, stay: ${visits} − ${kept} = ${freed}.`,
      ),
      mistakesOf([
        [visits, 'A purge walks all entries, but those of pending requests have to stay.'],
        [
          interval,
          'That is how many completed requests it takes to begin; each may stand under several keys.',
        ],
        [kept, 'Those are the entries that stay.'],
        [pending, 'Those still wait: they stay.'],
        [0, 'It begins only when there is something to free.'],
      ]),
    ),
    right: String(freed),
    ...places,
    number: 0,
  };
}
