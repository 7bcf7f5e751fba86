/** Questions about memory: how many recipients are read, what jobs of one message lend each other, and extra slots. */
import { counted, say, type Token } from '../../explain/tokens.ts';
import type { QmgrEvent } from '../../protocol/events.ts';
import type { MemoryTable } from '../../protocol/inspect.ts';
import type { Draw } from './draw.ts';
import { goOn, namesOf, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Reads and preemptions looked at for one that is worth a question. */
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

function figureChoice(n: number, why: Token[]): Choice {
  return { key: String(n), label: say`${n}`, hint: '', why };
}

/** Wrong figures with their misconceptions; what cannot be a count is left out. */
function mistakesOf(list: readonly (readonly [number, string])[]): Choice[] {
  return list.flatMap(([n, why]) => (n < 0 ? [] : [figureChoice(n, say`${why}`)]));
}

function slots(n: number): string {
  return counted(n, 'recipient slot', 'recipient slots');
}

/**
 * "How many recipients are read now?": the next batch of a message of which something is in core already. `about` = its
 * number, "" = any. A batch that slots moved in the same step made larger or smaller is passed over: the figures that the
 * reader sees would not lead to it.
 */
export async function askRefill(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['message.read'], message: Number(about), destination: '' })))
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
      return refillQuestion(draw, number, read.count, memory, places);
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
): Question {
  const { unread, recipientCount: inCore, recipientSlots: may } = row;
  const own = may - minimum;
  const chip = { chip: number };
  const rest = unread < may - inCore ? `, and only ${unread} are left in the file` : '';
  return {
    kind: 'refill',
    text: say`${chip} has ${inCore} recipients in core and ${unread} in its queue file; its jobs hold ${slots(own)}. How many recipients are read now?`,
    choices: arrange(
      draw,
      figureChoice(
        count,
        say`The minimum of ${minimum} and the ${slots(own)} of its jobs allow ${may} in core; ${inCore} are there${rest}: ${may} − ${inCore} = ${may - inCore}.`,
      ),
      mistakesOf([
        [own - inCore, 'Every message may have a minimum in core besides the recipient slots of its jobs.'],
        [unread, 'A batch ends when the recipient slots are used up, even if the file goes on.'],
        [own, 'What is in core already uses recipient slots.'],
        [may, 'What is in core already uses recipient slots.'],
        [minimum, 'The minimum comes on top of the recipient slots of its jobs.'],
        [0, 'There is room: more may be in core than is.'],
      ]),
    ),
    right: String(count),
    ...places,
    number,
  };
}

/**
 * "How many recipients of the message may be in core?", of one with jobs on several transports: what one job does not
 * use, the others may. `about` = its number, "" = the first of the kind.
 */
export async function askSponsor(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
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
    text: say`How many recipients of ${{ chip: number }} may be in core at once, on its ${jobs.length} jobs together?`,
    choices: arrange(
      draw,
      figureChoice(
        may,
        say`Recipients are read for the message, so the recipient slots of its jobs count together, whichever job the recipients go to: ${sum} + the minimum of ${table.minimum} = ${may}.`,
      ),
      mistakesOf([
        [
          may - table.minimum,
          'Every message may have a minimum in core besides the recipient slots of its jobs.',
        ],
        [largest, 'That is one job alone. What it does not use, its sibling may.'],
        [largest + table.minimum, 'That is one job alone. What it does not use, its sibling may.'],
        [row.recipientCount + row.unread, 'That is everything that is left of it, in core and in the file.'],
        [may + table.minimum, 'The minimum counts once for a message, not for each job.'],
        [table.minimum, 'The minimum comes on top of the recipient slots of its jobs.'],
      ]),
    ),
    right: String(may),
    before,
    after,
    number,
  };
}

/** "How many extra slots does it get?": the next job that preempts with unread recipients (qmgr/README.md §8.4). */
export async function askExtra(probe: Probe, draw: Draw): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['job.preempted'], message: 0, destination: '' }))) return null;
    const event = eventHere(probe, 'job.preempted');
    const job = [...probe.sight().jobs.values()].find(({ msg }) => msg === event?.by);
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const question =
      job === undefined ? null : extraQuestion(probe, draw, job.id, job.recipientSlots, places);
    if (question !== null) return question;
    // oxlint-disable-next-line no-await-in-loop
    await probe.api.seek({ step: places.after.step });
  }
  return null;
}

function extraQuestion(
  probe: Probe,
  draw: Draw,
  id: number,
  slotsAfter: number,
  places: Pick<Question, 'before' | 'after'>,
): Question | null {
  const { jobs, transports } = probe.sight();
  const job = jobs.get(id);
  const transport = transports.get(job?.transport ?? 0);
  if (job === undefined || transport === undefined || job.unread === 0) return null;
  const extra = Number(transport.params['extra_recipient_limit'] ?? 0);
  const pool = transport.recipientSlotsUnused;
  const right = slotsAfter - job.recipientSlots;
  if (right !== Math.trunc((extra + pool + 1) / 2) || right <= 0) return null;
  const chip = { chip: job.number };
  const lent = pool < 0 ? `, of which ${-pool} are lent already` : '';
  return {
    kind: 'extra',
    text: say`${chip} is about to preempt and has ${job.unread} unread recipients. The transport has ${extra} extra slots${lent}. How many does ${chip} get?`,
    choices: arrange(
      draw,
      figureChoice(
        right,
        say`Half of what is left, rounded up: (${extra} ${pool < 0 ? `− ${-pool}` : `+ ${pool}`} + 1) ÷ 2 = ${right}.`,
      ),
      mistakesOf([
        [
          0,
          'A job that preempts with unread recipients is lent some: it shall not be read in small batches.',
        ],
        [extra + pool, 'The next job that preempts shall find some as well.'],
        [job.unread, 'It is not asked how many it needs.'],
        [extra, 'The next job that preempts shall find some as well.'],
        [right - 1, 'Half is rounded up.'],
        [Math.trunc(right / 2), 'That is half of the half.'],
      ]),
    ),
    right: String(right),
    ...places,
    number: job.number,
  };
}
