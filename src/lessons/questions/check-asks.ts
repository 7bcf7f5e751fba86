import type { LessonFault } from '../lesson-lines.ts';
import type { Lesson } from '../lesson.ts';
import { prepareStop } from './ask.ts';
import type { Probe } from './probe.ts';

/**
 * The `ask:` lines of a lesson that have no answer: a fault of its author, who has to hear of it before a class does. Each
 * question is put to a run, as the page will; nothing is said about a lesson whose questions all have answers.
 */
export async function askFaults(probe: Probe, lesson: Lesson): Promise<LessonFault[]> {
  const faults: LessonFault[] = [];
  for (const [i, stop] of lesson.stops.entries()) {
    const scenario = lesson.scenes[stop.scene];
    if (stop.ask === null || scenario === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const ready = await prepareStop(probe, stop, scenario, `${lesson.id} ${i}`);
    if (ready.ok && ready.value.question !== null) continue;
    const { kind, about, line } = stop.ask;
    faults.push({
      line: line ?? 0,
      field: 'ask',
      value: about === '' ? kind : `${kind} ${about}`,
      accepted: ready.ok
        ? `a question that this run can answer after the place of the stop (“${stop.title}”), with at least two answers to choose from`
        : 'a stop whose scene can be opened',
    });
  }
  return faults;
}
