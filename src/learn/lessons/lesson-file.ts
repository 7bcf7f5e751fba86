/**
 * Parser of lesson files (format: `public/lessons.html`). The parser refuses anything unknown, and each error names the
 * line, the field, its value and the accepted values.
 */
import * as v from 'valibot';
import type { Scenario } from '../../protocol/scenario.ts';
import { DEPTH_MAX, readJson } from '../../scenario/json.ts';
import { showValue, toInputErrors, shortKey } from '../../scenario/schema-errors.ts';
import { parseScenario } from '../../scenario/schema.ts';
import type { Lesson, LessonStop } from './lesson.ts';
import { readLessonLines, type LessonFault, type RawLesson, type RawStop } from './lesson-lines.ts';
import { readAnnotations } from './annotations.ts';
import { languagesIn, UNSAID } from './lesson-languages.ts';
import { readOwnQuestion, sameQuestion } from './own-question.ts';
import { excessOf, LESSON_LIMITS, lessonSchema, stopSchema, SCENE } from './lesson-schema.ts';
import { isObject } from '../../protocol/is-object.ts';

/** The view of a stop that has no `show:`. */
const NO_VIEW = { view: 'stage', destination: '', orders: [] } as const satisfies Partial<LessonStop>;

const ACCEPTED = {
  'not-json': 'JSON',
  'too-deep': `JSON with lists at most ${DEPTH_MAX} deep`,
  'too-many': 'JSON of at most a million values',
};

export type ParsedLesson = { ok: true; lesson: Lesson } | { ok: false; faults: LessonFault[] };

/** Parses a lesson file. `findScene` finds gallery scenes by id; scenes of the file take precedence. */
export function parseLesson(file: string, findScene: (id: string) => Scenario | undefined): ParsedLesson {
  const excess = excessOf(file);
  if (excess !== null) return { ok: false, faults: [{ field: '(whole)', ...excess }] };
  const { raw, faults } = readLessonLines(file);
  const head = readHead(raw, faults);
  const scenes = readScenes(raw, faults);
  const stops = readStops(raw, scenes, findScene, faults);
  const languages = languagesIn(file);
  const [language = UNSAID, ...rest] = languages;
  const common = { scenes, languages, others: [] };
  const own = { ...head, ...common, sceneTitles: {}, stops, language };
  // Errors that do not depend on the language are reported once, for the file's own language.
  const others = faults.length > 0 ? [] : rest.flatMap((name) => readOther(file, name, own, faults));
  if (faults.length > 0 || head === null) {
    return { ok: false, faults: faults.toSorted((a, b) => a.line - b.line).slice(0, 20) };
  }
  return { ok: true, lesson: { ...own, ...head, others } };
}

/** Parses the lesson in another language of its file. The scenes are those of the file's own language. */
function readOther(
  file: string,
  language: string,
  own: Pick<Lesson, 'scenes' | 'stops' | 'languages'>,
  faults: LessonFault[],
): Lesson[] {
  const { raw } = readLessonLines(file, language);
  const head = readHead(raw, faults);
  const { scenes, languages } = own;
  const stops = readStops(
    raw,
    scenes,
    (id) => (Object.hasOwn(scenes, id) ? scenes[id] : undefined),
    faults,
  ).map((stop, i) => {
    const question = own.stops[i]?.own ?? null;
    if (question === null || stop.own === null) return stop;
    const same = sameQuestion(question, stop.own);
    const line = raw.stops[i]?.own[1]?.line ?? 1;
    if (same === null)
      faults.push({
        line,
        field: language,
        value: 'another answer',
        accepted: 'the same numbers in every language',
      });
    return { ...stop, own: same };
  });
  const sceneTitles = Object.fromEntries(raw.sceneTitles);
  return head === null ? [] : [{ ...head, scenes, sceneTitles, stops, language, languages, others: [] }];
}

export function describeFault({ line, field, value, accepted }: LessonFault): string {
  return `Line ${line}, ${field}: ${value} is not accepted; it takes ${accepted}.`;
}

type Head = Pick<Lesson, 'id' | 'title' | 'document' | 'about' | 'minutes' | 'assumes' | 'able'>;

function readHead(raw: RawLesson, faults: LessonFault[]): Head | null {
  const input = { ...valuesOf(raw.fields), title: raw.title };
  const result = v.safeParse(lessonSchema, input);
  if (!result.success) {
    addFaults(faults, result.issues, raw.fields, 1);
    return null;
  }
  const { id, title, document, about, minutes, assumes, able } = result.output;
  // The default is one minute per stop: the time for reading and for one question.
  return {
    id,
    title,
    document: document ?? 'own',
    about,
    minutes: minutes ?? Math.max(1, raw.stops.length),
    assumes: assumes ?? 'nothing',
    able: able ?? [],
  };
}

function readScenes(raw: RawLesson, faults: LessonFault[]): Record<string, Scenario> {
  const scenes: Record<string, Scenario> = {};
  if (raw.scenes.length > LESSON_LIMITS.scenes) {
    const extra = raw.scenes[LESSON_LIMITS.scenes];
    const accepted = `at most ${LESSON_LIMITS.scenes} scenes`;
    faults.push({ line: extra?.line ?? 1, field: 'scene', value: String(raw.scenes.length), accepted });
  }
  for (const { name, json, line } of raw.scenes.slice(0, LESSON_LIMITS.scenes)) {
    const field = `scene ${name}`;
    const read = readJson(json, 'The scene');
    if (!read.ok) {
      faults.push({
        line: line + jsonLine(json, read.fault),
        field,
        value: showValue(json.trim()),
        accepted: ACCEPTED[read.reason],
      });
      continue;
    }
    const { value } = read;
    const versioned = isObject(value) && !('version' in value) ? { version: 1, ...value } : value;
    const scenario = parseScenario(versioned);
    if (scenario.ok) scenes[name] = scenario.value;
    else {
      const lines = jsonLines(json);
      for (const error of scenario.errors) {
        const { field: member, value: held, accepted } = error;
        faults.push({
          line: line + memberLine(lines, member),
          field: `${field}, ${member}`,
          value: held,
          accepted,
        });
      }
    }
  }
  return scenes;
}

function readStops(
  raw: RawLesson,
  scenes: Record<string, Scenario>,
  findScene: (id: string) => Scenario | undefined,
  faults: LessonFault[],
): LessonStop[] {
  if (raw.stops.length === 0 || raw.stops.length > LESSON_LIMITS.stops) {
    const accepted = `1 to ${LESSON_LIMITS.stops} stops, each beginning with ##`;
    const line = raw.stops[LESSON_LIMITS.stops]?.line ?? 1;
    faults.push({ line, field: 'stops', value: String(raw.stops.length), accepted });
    return [];
  }
  let scene = raw.scenes[0]?.name ?? '';
  return raw.stops.flatMap((stop) => {
    const own = readOwnQuestion(stop, faults);
    const marks = readAnnotations(stop, faults);
    const result = v.safeParse(stopSchema, { ...stopInput(stop) });
    if (!result.success) {
      addFaults(faults, result.issues, stop.fields, stop.line);
      return [];
    }
    const { output } = result;
    scene = output.scene ?? scene;
    if (!Object.hasOwn(scenes, scene) && !raw.scenes.some((other) => other.name === scene)) {
      const known = findScene(scene);
      if (known === undefined) {
        const line = stop.fields.get('scene')?.line ?? stop.line;
        faults.push({ line, field: 'scene', value: scene === '' ? 'nothing' : scene, accepted: SCENE });
      } else scenes[scene] = known;
    }
    return [
      {
        title: output.title,
        scene,
        place: output.at ?? { at: 0 },
        ...(output.show ?? NO_VIEW),
        jobs: output.jobs ?? [],
        ask: withLine(stop, 'ask', output.ask),
        own,
        marks,
        rule: withLine(stop, 'rule', output.rule),
        slow: output.slow ?? null,
        text: output.text,
        notes: output.notes,
      },
    ];
  });
}

/** Finds a field's value with its line, for errors found later; null if the stop lacks the field. */
function withLine<T extends object>(
  { fields, line }: RawStop,
  field: string,
  value: T | undefined,
): (T & { line: number }) | null {
  return value === undefined ? null : { ...value, line: fields.get(field)?.line ?? line };
}

function stopInput(stop: RawStop): Record<string, unknown> {
  return { ...valuesOf(stop.fields), title: stop.title, text: stop.text, notes: stop.notes };
}

/**
 * Fields as an object. Headings and paragraphs cannot be set by a field, so such fields are renamed and thus refused as
 * unknown.
 */
function valuesOf(fields: RawLesson['fields']): Record<string, string> {
  return Object.fromEntries(
    [...fields].map(([name, { value }]) => [/^(title|text|notes)$/.test(name) ? `${name}:` : name, value]),
  );
}

function addFaults(
  faults: LessonFault[],
  issues: Parameters<typeof toInputErrors>[0],
  fields: RawLesson['fields'],
  line: number,
): void {
  for (const { field, value, accepted } of toInputErrors(issues)) {
    const name = field.replace(/\[.*|:$/s, '');
    faults.push({ line: fields.get(name)?.line ?? line, field: name, value, accepted });
  }
}

/** Finds the line where the JSON parser stopped, from 0. JavaScript engines report a position or a line. */
function jsonLine(json: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message);
  if (line !== null) return Number(line[1]) - 1;
  const position = /position (\d+)/.exec(message);
  if (position === null) return 0;
  return json.slice(0, Number(position[1])).split('\n').length - 1;
}

/** Finds the line of a member, or of the nearest enclosing member that the text has, from 0. */
function memberLine(lines: Map<string, number>, path: string): number {
  for (let at = path; at !== ''; at = at.replace(/(\[\d+\]|(^|\.)[^.[]*)$/, '')) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return 0;
}

/**
 * The line of each member of a JSON text, from 0, by its path in the schema's notation (`script[2].command.kind`). The text
 * must have passed `readJson`, so it is valid and not too deep. Long names are shortened as in schema errors, so that a
 * path costs no more than its depth.
 */
export function jsonLines(json: string): Map<string, number> {
  const lines = new Map<string, number>();
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]/g);
  /** Objects and lists that are still open: the path of each, and the current position in each. */
  const open: { path: string; list: boolean; next: number; key: string }[] = [];
  let line = 0;
  let key: string | null = null;
  const here = (): string => {
    const top = open.at(-1);
    if (top === undefined) return '';
    if (top.list) return `${top.path}[${top.next}]`;
    return top.path === '' ? top.key : `${top.path}.${top.key}`;
  };
  for (const [token] of tokens) {
    const top = open.at(-1);
    if (token === '\n') line += 1;
    else if (token === '{' || token === '[') {
      if (top?.list === true) lines.set(here(), line);
      open.push({ path: here(), list: token === '[', next: 0, key: '' });
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (top?.list === true) top.next += 1;
    } else if (token === ':') {
      if (top !== undefined && key !== null) {
        top.key = key;
        lines.set(here(), line);
      }
    } else key = shortKey(JSON.parse(token) as string);
  }
  return lines;
}
