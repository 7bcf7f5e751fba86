/**
 * Marks that an author draws on a picture: `ring: job 2`, `arrow: coins 1 "four in hand"`, `label: bucket 2.1 "16 s
 * ahead"`.
 */
import { isPlainText } from '../../protocol/names.ts';
import type { LessonFault, RawStop } from './lesson-lines.ts';
import { ANNOTATED, type AnnotatedThing, type Annotation, CHART_PARTS } from './lesson.ts';

/** Marks in one stop. More would confuse a reader. */
const MOST = 3;
const FORM = new RegExp(
  `^(${ANNOTATED.join('|')})(?: +([A-Za-z0-9._:\\[\\]-]{1,80}))?(?: +"([^"]{1,60})")?$`,
);
const NUMBER = /^\d{1,6}$/;
/** Names of things. Things not listed have the name that the picture shows. */
const NAMES: Partial<Record<AnnotatedThing, RegExp>> = {
  job: NUMBER,
  coins: NUMBER,
  entries: NUMBER,
  agents: NUMBER,
  agent: NUMBER,
  timer: NUMBER,
  report: NUMBER,
  bucket: /^\d{1,2}\.\d{1,5}$/,
  chart: new RegExp(`^(${CHART_PARTS.join('|')})$`),
  // There is only one gate.
  gate: /^$/,
};
const ACCEPTED = `one of ${ANNOTATED.join(', ')} with its number or name (a bucket as level.bucket, a chart as ${CHART_PARTS.join(', ')}, the gate alone), and words of at most 60 characters between "", which a label must have`;

/** The annotations of a stop. Errors are added to `faults`. */
export function readAnnotations({ marks }: RawStop, faults: LessonFault[]): Annotation[] {
  const extra = marks[MOST];
  if (extra !== undefined)
    faults.push({
      line: extra.line,
      field: extra.kind,
      value: extra.value,
      accepted: `at most ${MOST} in a stop`,
    });
  return marks.flatMap(({ kind, value, line }) => {
    const [, thing, name = '', text = ''] = FORM.exec(value) ?? [];
    const known = thing as AnnotatedThing;
    const named = (NAMES[known] ?? /./).test(name);
    if (thing !== undefined && named && isPlainText(text, false) && (kind !== 'label' || text !== ''))
      return [{ kind, thing: known, name, text }];
    faults.push({ line, field: kind, value: value.slice(0, 60) || 'nothing', accepted: ACCEPTED });
    return [];
  });
}
