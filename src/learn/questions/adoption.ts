/** "Whose child is it then?": a job leaves the middle of a stack, and its children stay. */
import type { MessageId } from '../../protocol/ids.ts';
import { say, type Token } from '../../explain/tokens.ts';
import type { JobRow } from '../../protocol/rows.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, type Question } from './question.ts';

/** Maximum number of jobs that leave a stack before the search for one with children ends. */
const LOOKS = 200;

/** A job that leaves its stack, and the job's children just before that. */
interface Leaving {
  gone: JobRow;
  children: JobRow[];
  /** Parent of the first child after the job has left; null = none. */
  heir: JobRow | null;
}

/**
 * Asks about the next job that leaves the preemption stack while its children wait (the drawing in SCHEDULER_README,
 * "Preemptive scheduling"); null if none does.
 */
export async function askAdoption(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each look begins where the one before ended
    if (!(await goOnToEvent(probe, { kinds: ['job.popped'], message: 0, destination: '' }))) return null;
    const { events, cursor, jobs: later } = probe.sight();
    const left = events.find(({ event, step }) => event.kind === 'job.popped' && step === cursor.step)?.event;
    const parents = new Map([...later].map(([id, { parent }]) => [id, parent]));
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    const leaving = left?.kind === 'job.popped' ? leavingOf(probe, left.msg, left.transport, parents) : null;
    if (leaving !== null) return questionOf(draw, leaving, places, words);
    // oxlint-disable-next-line no-await-in-loop
    await probe.api.seek({ step: places.after.step });
  }
  return null;
}

/** @param parents Parent of each job after the departure, as the engine decides. */
function leavingOf(
  probe: Probe,
  msg: MessageId,
  transport: number,
  parents: ReadonlyMap<number, number>,
): Leaving | null {
  const { jobs } = probe.sight();
  const gone = [...jobs.values()].find((job) => job.transport === transport && job.msg === msg);
  const children = (gone?.children ?? []).flatMap((id) => jobs.get(id) ?? []);
  const [first] = children;
  const parent = first === undefined ? undefined : parents.get(first.id);
  if (gone === undefined || parent === undefined) return null;
  return { gone, children, heir: jobs.get(parent) ?? null };
}

function questionOf(
  draw: Draw,
  { gone, children, heir }: Leaving,
  places: Pick<Question, 'before' | 'after'>,
  { adoption }: Words['ask'],
): Question | null {
  const [child, sibling] = children;
  if (child === undefined || heir?.id === gone.id) return null;
  const chip = { chip: child.number };
  const left = { chip: gone.number };
  const choice = (number: number, why: Token[]): Choice => ({
    key: `m${number}`,
    label: adoption.of({ chip: number }),
    hint: '',
    why,
  });
  const noAdopter = (why: Token[]): Choice => ({
    key: 'nobody',
    label: say`${adoption.ofNone}`,
    hint: '',
    why,
  });
  const right =
    heir === null
      ? noAdopter(adoption.atFoot(left, chip))
      : choice(heir.number, adoption.adopts(left, { chip: heir.number }, chip));
  const wrong = [
    choice(gone.number, adoption.noPlace(left)),
    ...(sibling === undefined
      ? []
      : [choice(sibling.number, adoption.beside({ chip: sibling.number }, chip))]),
    noAdopter(adoption.stackStays(left)),
  ];
  return {
    kind: 'adoption',
    text: adoption.text(left, chip),
    choices: arrange(draw, right, heir === null ? wrong.slice(0, -1) : wrong),
    right: right.key,
    ...places,
    number: child.number,
  };
}
