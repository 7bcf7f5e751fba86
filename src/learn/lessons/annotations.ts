/**
 * Parses the marks that an author draws on a picture: `ring: job 2`, `arrow: coins 1 "four in hand"`, `label: bucket
 * 2.1 "16 s ahead"`.
 */
import { isPlainText } from '../../protocol/names.ts';
import type { LessonFault, RawStop } from './lesson-lines.ts';
import { ANNOTATED, type AnnotatedThing, type Annotation, CHART_PARTS } from './lesson.ts';

/** Maximum number of marks in one stop. More marks would confuse a reader. */
const MOST = 3;
const FORM = new RegExp(
  `^(${ANNOTATED.join('|')})(?: +([A-Za-z0-9._:\\[\\]-]{1,80}))?(?: +"([^"]{1,60})")?$`,
);
const NUMBER = /^\d{1,6}$/;
/** Patterns of the names of things. A thing that is not listed has the name that the picture shows. */
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
  // A gate has no name, because a picture has only one gate.
  gate: /^$/,
};
const ACCEPTED = `one of ${ANNOTATED.join(', ')} with its number or name (a bucket as level.bucket, a chart as ${CHART_PARTS.join(', ')}, the gate alone), and words of at most 60 characters between "", which a label must have`;

/** Parses the annotations of a stop. Adds errors to `faults`. */
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
