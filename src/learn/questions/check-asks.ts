import { askedTrace } from '../../explain/rules/rule.ts';
import { tracesAtStep } from '../../explain/rules/rules.ts';
import type { LessonFault } from '../lessons/lesson-lines.ts';
import type { Lesson, LessonStop } from '../lessons/lesson.ts';
import { prepareStop, type PreparedStop } from './ask.ts';
import { namesOf, type Probe } from './probe.ts';

/**
 * Finds the errors of a lesson that only its runs reveal: an `ask:` line without an answer, or a `rule:` that does not
 * run at its stop. Runs each stop as the page will run it.
 */
export async function askFaults(probe: Probe, lesson: Lesson): Promise<LessonFault[]> {
  const faults: LessonFault[] = [];
  for (const [i, stop] of lesson.stops.entries()) {
    const scenario = lesson.scenes[stop.scene];
    if ((stop.ask === null && stop.rule === null) || scenario === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const ready = await prepareStop(probe, stop, scenario, `${lesson.id} ${i}`);
    if (!ready.ok) {
      const line = stop.ask?.line ?? stop.rule?.line ?? 0;
      faults.push({ line, field: 'scene', value: stop.scene, accepted: 'a stop whose scene can be opened' });
      continue;
    }
    const unanswered = askFault(stop, ready.value);
    if (unanswered !== null) faults.push(unanswered);
    // oxlint-disable-next-line no-await-in-loop
    const unexecuted = await ruleFault(probe, stop, ready.value);
    if (unexecuted !== null) faults.push(unexecuted);
  }
  return faults;
}

function askFault({ ask, title }: LessonStop, { question }: PreparedStop): LessonFault | null {
  if (ask === null || question !== null) return null;
  const { kind, about, line } = ask;
  return {
    line: line ?? 0,
    field: 'ask',
    value: about === '' ? kind : `${kind} ${about}`,
    accepted: `a question that this run can answer after the stop “${title}”, with two or more possible answers`,
  };
}

/** Checks a rule at the answer of the stop's question, or at the stop itself if the stop has no question. */
async function ruleFault(
  probe: Probe,
  { rule, title }: LessonStop,
  { cursor, question }: PreparedStop,
): Promise<LessonFault | null> {
  if (rule === null) return null;
  const { step } = await probe.api.seek({ step: question?.after.step ?? cursor.step });
  const { decision, events } = probe.sight();
  const names = namesOf(probe.sight());
  const traces = tracesAtStep({ decision, events, candidates: null, feedback: 'shipped', names }, step);
  const trace = askedTrace(traces, rule.asked);
  if (trace !== undefined && rule.to <= trace.lines.length) return null;
  const executed = traces.map((each) => each.rule).join(', ');
  return {
    line: rule.line ?? 0,
    field: 'rule',
    value: trace === undefined ? rule.asked : `line ${rule.to}`,
    accepted:
      trace === undefined
        ? `a rule that runs at this stop (“${title}”: ${executed === '' ? 'none' : executed})`
        : `lines from 1 to ${trace.lines.length}`,
  };
}
