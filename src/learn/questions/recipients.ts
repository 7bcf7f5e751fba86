/** Questions about memory: how many recipients are read, what the jobs of one message share, and extra slots. */
import { say } from '../../explain/tokens.ts';
import type { QmgrEvent } from '../../protocol/events.ts';
import type { MemoryTable } from '../../protocol/inspect.ts';
import type { JobRow } from '../../protocol/rows.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, namesOf, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Maximum number of reads or preemptions that are searched for one that can be asked about. */
const LOOKS = 200;

type MessageMemory = MemoryTable['messages'][number];
type Happened<K extends QmgrEvent['kind']> = Extract<QmgrEvent, { kind: K }>;

async function memoryOf(
  probe: Probe,
  number: number,
): Promise<{ table: MemoryTable; row: MessageMemory } | null> {
  const table = await probe.api.ask('memory');
  const row = table.messages.find((message) => message.number === number);
  return row === undefined ? null : { table, row };
}

function eventHere<K extends QmgrEvent['kind']>(probe: Probe, kind: K): Happened<K> | undefined {
  const { events, cursor } = probe.sight();
  const found = events.find(({ event, step }) => event.kind === kind && step === cursor.step);
  return found?.event as Happened<K> | undefined;
}

function figureChoice(n: number, why: string): Choice {
  return { key: String(n), label: say`${n}`, hint: '', why: say`${why}` };
}

/** Returns wrong figures with their misconceptions. Negative counts are omitted. */
function mistakesOf(list: readonly (readonly [number, string])[]): Choice[] {
  return list.flatMap(([n, why]) => (n < 0 ? [] : [figureChoice(n, why)]));
}

/**
 * "How many recipients are read now?": the next batch of a message that already has recipients in core. `about`: its
 * number, "" = any. Batches whose size was changed by slots of the same step are skipped, because the visible figures would
 * not explain them.
 */
export async function askRefill(
  probe: Probe,
  draw: Draw,
  about: string,
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['message.read'], message: Number(about), destination: '' })))
      return null;
    const read = eventHere(probe, 'message.read');
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const number = namesOf(probe.sight()).numberOf(read?.msg ?? 0);
    // oxlint-disable-next-line no-await-in-loop
    const memory = await memoryOf(probe, number);
    const room = memory === null ? 0 : memory.row.recipientSlots - memory.row.recipientCount;
    if (
      read !== undefined &&
      memory !== null &&
      memory.row.unread > 0 &&
      Math.min(room, memory.row.unread) === read.count
    )
      return refillQuestion(draw, number, read.count, memory, places, words);
    // oxlint-disable-next-line no-await-in-loop
    await probe.api.seek({ step: places.after.step });
  }
  return null;
}

function refillQuestion(
  draw: Draw,
  number: number,
  count: number,
  { table: { minimum }, row }: { table: MemoryTable; row: MessageMemory },
  places: Pick<Question, 'before' | 'after'>,
  { refill }: Words['ask'],
): Question {
  const { unread, recipientCount: inCore, recipientSlots: may } = row;
  const own = may - minimum;
  return {
    kind: 'refill',
    text: refill.text({ chip: number }, { inCore, unread, slots: own }),
    choices: arrange(
      draw,
      figureChoice(count, refill.said({ minimum, slots: own, may, inCore, unread })),
      mistakesOf([
        [own - inCore, refill.besides],
        [unread, refill.batchEnds],
        [own, refill.inCore],
        [may, refill.inCore],
        [minimum, refill.onTop],
        [0, refill.room],
      ]),
    ),
    right: String(count),
    ...places,
    number,
  };
}

/**
 * "How many recipients of the message may be in core?": asks about a message with jobs on several transports, which
 * share their slots. `about`: the message number, "" = the first such message.
 */
export async function askSponsor(
  probe: Probe,
  draw: Draw,
  about: string,
  { refill, sponsor }: Words['ask'],
): Promise<Question | null> {
  const { cursor } = probe.sight();
  const table = await probe.api.ask('memory');
  const row = table.messages.find(
    ({ number, jobs }) => jobs.length > 1 && (about === '' || String(number) === about),
  );
  if (row === undefined) return null;
  const { number, jobs, recipientSlots: may } = row;
  const sum = jobs.map((job) => `${job.recipientSlots} (${job.transport})`).join(' + ');
  const largest = Math.max(...jobs.map((job) => job.recipientSlots));
  const after = await probe.api.step('decision', 1);
  const before = await probe.api.seek({ step: cursor.step });
  return {
    kind: 'sponsor',
    text: sponsor.text({ chip: number }, jobs.length),
    choices: arrange(
      draw,
      figureChoice(may, sponsor.said(sum, table.minimum, may)),
      mistakesOf([
        [may - table.minimum, refill.besides],
        [largest, sponsor.oneAlone],
        [largest + table.minimum, sponsor.oneAlone],
        [row.recipientCount + row.unread, sponsor.all],
        [may + table.minimum, sponsor.once],
        [table.minimum, refill.onTop],
      ]),
    ),
    right: String(may),
    before,
    after,
    number,
  };
}

/** "How many extra slots does it get?": the next preempting job with unread recipients (qmgr/README.md §8.4). */
export async function askExtra(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['job.preempted'], message: 0, destination: '' }))) return null;
    const event = eventHere(probe, 'job.preempted');
    const job = [...probe.sight().jobs.values()].find(({ msg }) => msg === event?.by);
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const question = job === undefined ? null : extraQuestion(probe, draw, job, places, words);
    if (question !== null) return question;
    // oxlint-disable-next-line no-await-in-loop
    await probe.api.seek({ step: places.after.step });
  }
  return null;
}

function extraQuestion(
  probe: Probe,
  draw: Draw,
  { id, recipientSlots: slotsAfter }: JobRow,
  places: Pick<Question, 'before' | 'after'>,
  { extra: words }: Words['ask'],
): Question | null {
  const { jobs, transports } = probe.sight();
  const job = jobs.get(id);
  const transport = transports.get(job?.transport ?? 0);
  if (job === undefined || transport === undefined || job.unread === 0) return null;
  const extra = Number(transport.params['extra_recipient_limit'] ?? 0);
  const pool = transport.recipientSlotsUnused;
  const right = slotsAfter - job.recipientSlots;
  if (right !== Math.trunc((extra + pool + 1) / 2) || right <= 0) return null;
  const sum = `(${extra} ${pool < 0 ? `− ${-pool}` : `+ ${pool}`} + 1) ÷ 2 = ${right}`;
  return {
    kind: 'extra',
    text: words.text({ chip: job.number }, { unread: job.unread, extra, lent: Math.max(0, -pool) }),
    choices: arrange(
      draw,
      figureChoice(right, words.said(sum)),
      mistakesOf([
        [0, words.lends],
        [extra + pool, words.nextToo],
        [job.unread, words.needs],
        [extra, words.nextToo],
        [right - 1, words.roundedUp],
        [Math.trunc(right / 2), words.quarter],
      ]),
    ),
    right: String(right),
    ...places,
    number: job.number,
  };
}
