/** Splits one step of the engine into parts for slow motion. Each part says what to look at. */
import type { Token } from '../../explain/tokens.ts';
import type { Words } from '../words/en/index.ts';
import type { Annotation, SlowKind } from '../lessons/lesson.ts';
import { nextWalk } from './next-job.ts';
import { goOnToEvent, namesOf, type Probe, stepBehind } from './probe.ts';

export interface SlowPart {
  /** Number of the step whose state is shown during this part. */
  step: number;
  /** Marks on the picture during this part. */
  marks: Annotation[];
  said: Token[];
}

/** Maximum number of steps searched for a preemption or a cascade. */
const LOOKS = 60;
/** Maximum number of timers shown one by one; the last part gives the total. */
const TIMERS_MAX = 4;

/** Returns the parts of the next preemption or cascade; empty if none comes within the searched steps. */
export async function slowParts(
  probe: Probe,
  kind: SlowKind,
  { slow }: Pick<Words, 'slow'>,
): Promise<SlowPart[]> {
  return kind === 'preemption' ? preemption(probe, slow) : cascade(probe, slow);
}

function ring(thing: Annotation['thing'], name: string | number): Annotation {
  return { kind: 'ring', thing, name: String(name), text: '' };
}

async function preemption(probe: Probe, words: Words['slow']): Promise<SlowPart[]> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const walk = await nextWalk(probe);
    if (walk === null) return [];
    const test = walk.record.decision.preemption;
    if (test?.outcome !== 'preempted') {
      // oxlint-disable-next-line no-await-in-loop
      await probe.api.seek({ step: walk.after.step });
      continue;
    }
    const names = namesOf(probe.sight());
    const current = { chip: names.numberOf(test.current) };
    const candidate = { chip: names.numberOf(test.candidate) };
    const { before, after } = walk;
    return [
      {
        step: before.step,
        marks: [ring('entries', candidate.chip)],
        said: words.needs(candidate, test),
      },
      { step: before.step, marks: [ring('coins', current.chip)], said: words.has(current, test) },
      {
        step: before.step,
        marks: [ring('job', candidate.chip)],
        said: words.enough(candidate, current, test),
      },
      { step: after.step, marks: [ring('agents', candidate.chip)], said: words.moves(candidate, current) },
    ];
  }
  return [];
}

async function cascade(probe: Probe, words: Words['slow']): Promise<SlowPart[]> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOnToEvent(probe, { kinds: ['bucket.opened'], message: 0, destination: '' }))) return [];
    const { events } = probe.sight();
    const opened = events.find(({ event }) => event.kind === 'bucket.opened' && event.moved > 0)?.event;
    if (opened?.kind !== 'bucket.opened') continue;
    // oxlint-disable-next-line no-await-in-loop
    const { before, after } = await stepBehind(probe);
    // oxlint-disable-next-line no-await-in-loop
    const records = await probe.api.ask('events', before.event, after.event, ['timer.cascaded']);
    const fell = records.flatMap(({ event }) => (event.kind === 'timer.cascaded' ? [event] : []));
    const bucket = `${opened.level + 1}.${opened.bucket}`;
    return [
      { step: before.step, marks: [ring('bucket', bucket)], said: words.opens(opened) },
      ...fell.slice(0, TIMERS_MAX).map(({ timer, ...where }) => ({
        step: before.step,
        marks: [ring('timer', timer), ring('bucket', `${where.toLevel + 1}.${where.bucket}`)],
        said: words.falls(timer, where),
      })),
      {
        step: after.step,
        marks: fell.slice(0, 3).map(({ timer }) => ring('timer', timer)),
        said: words.fallen(opened),
      },
    ];
  }
  return [];
}
