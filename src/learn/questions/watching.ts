/** Questions about watch lists in the three designs: what stays on them, and what a purge removes. */
import { say, type Token } from '../../explain/tokens.ts';
import type { LabEvent } from '../../protocol/lab.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Maximum number of events searched for a suitable one. */
const LOOKS = 200;

type LabHappened<K extends LabEvent['kind']> = Extract<LabEvent, { kind: K }>;

function labEvents<K extends LabEvent['kind']>(probe: Probe, kind: K): LabHappened<K>[] {
  const { events, cursor } = probe.sight();
  return events.flatMap(({ event, step }) =>
    event.kind === kind && step === cursor.step ? [event as LabHappened<K>] : [],
  );
}

function chooser({ nodes }: Words['ask']): (n: number, why: Token[]) => Choice {
  return (n, why) => ({ key: String(n), label: say`${nodes(n)}`, hint: '', why });
}

function mistakesOf(words: Words['ask'], list: readonly (readonly [number, string])[]): Choice[] {
  return list.flatMap(([n, why]) => (n < 0 ? [] : [chooser(words)(n, say`${why}`)]));
}

/** Counts the nodes of completed requests on the watch lists of today's design. */
async function deadNodes({ api }: Probe): Promise<number> {
  const report = await api.ask('lab');
  return report?.designs.find(({ design }) => design === 'today')?.counters['deadNodes'] ?? 0;
}

/** "How many of its nodes stay?": asks about the next answered request in today's design. */
export async function askWatchList(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  if (!(await goOnToEvent(probe, { kinds: ['lab.cancelled'], message: 0, destination: '' }))) return null;
  const { cursor } = probe.sight();
  const records = await probe.api.ask('events', 1, cursor.event, ['lab.requested']);
  const [first] = records.flatMap(({ event }) => (event.kind === 'lab.requested' ? [event] : []));
  const now = await deadNodes(probe);
  const places = await stepBehind(probe);
  const stays = now - (await deadNodes(probe));
  if (first === undefined) return null;
  const keys = first.keys.length;
  const { watchList } = words;
  return {
    kind: 'watch-list',
    text: watchList.text(keys),
    choices: arrange(
      draw,
      chooser(words)(stays, watchList.said(keys, stays)),
      mistakesOf(words, [
        [0, watchList.search],
        [keys, watchList.leaves],
        [keys + 1, watchList.wheelToo],
        [2 * keys, watchList.once],
      ]),
    ),
    right: String(stays),
    ...places,
    number: 0,
  };
}

/** "How many nodes does it free?": asks about the next purge in today's design. */
export async function askPurge(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['lab.purged'], message: 0, destination: '' }))) return null;
    const purge = labEvents(probe, 'lab.purged').find(({ design }) => design === 'today');
    if (purge === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const interval = (await probe.api.ask('lab'))?.settings.purgeInterval ?? 0;
    // oxlint-disable-next-line no-await-in-loop
    return purgeQuestion(draw, { ...purge, ...(await stepBehind(probe)), interval }, words);
  }
  return null;
}

function purgeQuestion(
  draw: Draw,
  {
    visits,
    freed,
    pending,
    interval,
    before,
    after,
  }: LabHappened<'lab.purged'> & Pick<Question, 'before' | 'after'> & { interval: number },
  words: Words['ask'],
): Question {
  const kept = visits - freed;
  const { purge } = words;
  return {
    kind: 'purge',
    text: purge.text(interval, visits, pending),
    choices: arrange(
      draw,
      chooser(words)(freed, purge.said(visits, kept, pending, freed)),
      mistakesOf(words, [
        [visits, purge.all],
        [interval, purge.interval],
        [kept, purge.kept],
        [pending, purge.pending],
        [0, purge.something],
      ]),
    ),
    right: String(freed),
    before,
    after,
    number: 0,
  };
}
