/**
 * Edits that the editor's buttons and forms make to the text of a lesson. Each function returns the new text and leaves
 * other lines byte for byte. If a stop inherits its scene from the previous stop and another stop gets in between, the
 * edit writes out the scene, so that the stop keeps it.
 */
import type { Annotation, LessonStop } from '../lesson.ts';
import { languagesIn } from '../lesson-languages.ts';
import { SAID } from '../lesson-lines.ts';
import { behind, inScene, isBlank, type Outline, outlineOf } from './outline.ts';

export interface NewStop {
  title: string;
  scene: string;
  /** The place in the notation of `at:`. */
  place: string;
  /** Further fields of the stop, one line each; absent = none. */
  fields?: readonly string[];
}

/** Inserts a stop after stop `after` (-1 = before all stops). A new last stop goes before any scenes below it. */
export function insertStop(text: string, after: number, stop: NewStop): string {
  const before = outlineOf(text);
  const { lines, stops, scenes } = before;
  const behind = stops[after];
  const first = stops[0]?.from ?? Math.max(headEnd(before), ...scenes.map(({ to }) => to));
  const at = behind?.to ?? first;
  const made = [
    `## ${stop.title}`,
    ...inOthers(lines, stop.title),
    `scene: ${stop.scene}`,
    `at: ${stop.place}`,
    ...(stop.fields ?? []),
    '',
    PLACEHOLDER,
    ...inOthers(lines, PLACEHOLDER),
  ];
  const gap = at > 0 && (behind !== undefined || !isBlank(lines, at - 1)) ? [''] : [];
  const rest = lines.slice(at);
  const tail = isBlank(rest, 0) && rest.length > 0 ? [] : [''];
  const next = [...lines.slice(0, at), ...gap, ...made, ...tail, ...rest];
  const wanted = stops.map(({ scene }) => scene);
  wanted.splice(after + 1, 0, stop.scene);
  return withScenes(next.join('\n'), wanted);
}

/** Text of a new stop. */
const PLACEHOLDER = 'What can be seen here?';

/** Removes a stop. Scenes defined between the lines of the stop stay. */
export function removeStop(text: string, index: number): string {
  const { lines, stops, scenes } = outlineOf(text);
  const stop = stops[index];
  if (stop === undefined) return text;
  let end = stop.to;
  while (end < lines.length - 1 && isBlank(lines, end)) end += 1;
  const kept = lines.filter((_, i) => i < stop.from || i >= end || inScene(scenes, i));
  return withScenes(
    kept.join('\n'),
    stops.flatMap(({ scene }, i) => (i === index ? [] : [scene])),
  );
}

/** Swaps a stop with the next one. */
export function swapWithNext(text: string, index: number): string {
  const { lines, stops } = outlineOf(text);
  const [one, other] = [stops[index], stops[index + 1]];
  if (one === undefined || other === undefined) return text;
  const next = [
    ...lines.slice(0, one.from),
    ...lines.slice(other.from, other.to),
    ...lines.slice(one.to, other.from),
    ...lines.slice(one.from, one.to),
    ...lines.slice(other.to),
  ];
  const wanted = stops.map(({ scene }) => scene);
  [wanted[index], wanted[index + 1]] = [other.scene, one.scene];
  return withScenes(next.join('\n'), wanted);
}

/** Moves a stop to another scene and `place` (in the notation of `at:`); later stops keep their scenes. */
export function placeStop(text: string, index: number, scene: string, place: string): string {
  const wanted = outlineOf(text).stops.map((stop, i) => (i === index ? scene : stop.scene));
  return withScenes(setField(text, index, 'at', place), wanted);
}

/** Sets the scene of each stop that would otherwise inherit a scene other than the one in `wanted`. */
function withScenes(text: string, wanted: readonly string[]): string {
  let next = text;
  for (const [i, scene] of wanted.entries()) {
    const stop = outlineOf(next).stops[i];
    if (stop !== undefined && scene !== '' && stop.scene !== scene) next = setField(next, i, 'scene', scene);
  }
  return next;
}

/** Sets a field of a stop (-1 = of the lesson); "" removes it. */
export function setField(text: string, index: number, name: string, value: string): string {
  const outline = outlineOf(text);
  const { lines, raw, stops } = outline;
  const part = index < 0 ? raw : stops[index]?.raw;
  if (part === undefined) return text;
  const held = part.fields.get(name);
  if (held !== undefined && held.value === value) return text;
  if (held !== undefined) {
    const line = held.line - 1;
    // A value is removed with its translations. A translated title of one scene does not fit another scene.
    const gone = value === '' || name === 'scene' ? behind(lines, line + 1, othersOf(lines)) - line : 1;
    return lines.toSpliced(line, gone, ...(value === '' ? [] : [`${name}: ${value}`])).join('\n');
  }
  if (value === '') return text;
  const others = SAID.has(name) ? inOthers(lines, value) : [];
  return lines.toSpliced(fieldPlace(outline, index, name), 0, `${name}: ${value}`, ...others).join('\n');
}

/** Sets the title of a stop (-1 = of the lesson). */
export function setTitle(text: string, index: number, title: string): string {
  const { lines, stops } = outlineOf(text);
  const line = index < 0 ? lines.findIndex((each) => /^\s*# /.test(each)) : (stops[index]?.from ?? -1);
  const said = `${index < 0 ? '#' : '##'} ${title}`;
  if (index < 0 && line < 0) return `${said}\n${text}`;
  return line < 0 ? text : lines.toSpliced(line, 1, said).join('\n');
}

/** Line for a new field: after the last field or mark; `scene` and `at` come first. */
function fieldPlace(outline: Outline, index: number, name: string): number {
  const stop = outline.stops[index];
  if (stop === undefined) return headEnd(outline);
  if (name === 'scene' || name === 'at') {
    const scene = name === 'at' ? stop.raw.fields.get('scene')?.line : undefined;
    return behind(outline.lines, scene ?? stop.from + 1, othersOf(outline.lines));
  }
  const held = [...stop.raw.fields.values(), ...stop.raw.marks].map(({ line }) => line);
  return behind(outline.lines, Math.max(stop.from + 1, ...held), othersOf(outline.lines));
}

/** The same text in every other language of the file, so that the lesson stays valid until its author translates it. */
function inOthers(lines: readonly string[], words: string): string[] {
  return words === '' ? [] : othersOf(lines).map((language) => `${language}: ${words}`);
}

function othersOf(lines: readonly string[]): string[] {
  return languagesIn(lines.join('\n')).slice(1);
}

/** The line after the title and fields of the lesson. */
function headEnd({ lines, raw }: Outline): number {
  const title = lines.findIndex((line) => /^\s*# /.test(line));
  return behind(
    lines,
    Math.max(title + 1, ...[...raw.fields.values()].map(({ line }) => line)),
    othersOf(lines),
  );
}

export function addMark(text: string, index: number, mark: Annotation): string {
  const outline = outlineOf(text);
  if (outline.stops[index] === undefined) return text;
  const { lines } = outline;
  const made = [markLine(mark), ...inOthers(lines, mark.text)];
  return lines.toSpliced(fieldPlace(outline, index, mark.kind), 0, ...made).join('\n');
}

/** A thing in the notation of a line; a unique thing needs no name. */
export function thingName({ thing, name }: Pick<Annotation, 'thing' | 'name'>): string {
  return name === '' ? thing : `${thing} ${name}`;
}

function markLine({ kind, thing, name, text }: Annotation): string {
  return `${kind}: ${thingName({ thing, name })}${text === '' ? '' : ` "${text.replaceAll('"', '”')}"`}`;
}

/** Replaces a mark. `place`: index among the marks of the stop. */
export function setMark(text: string, index: number, place: number, mark: Annotation): string {
  const { lines, stops } = outlineOf(text);
  const line = stops[index]?.raw.marks[place]?.line;
  if (line === undefined) return text;
  const end = behind(lines, line, othersOf(lines));
  const others = end > line ? lines.slice(line, end) : inOthers(lines, mark.text);
  const said = mark.text === '' ? [] : others;
  return lines.toSpliced(line - 1, end - line + 1, markLine(mark), ...said).join('\n');
}

/** Removes a mark. `place`: index among the marks of the stop. */
export function removeMark(text: string, index: number, place: number): string {
  const { lines, stops } = outlineOf(text);
  const line = stops[index]?.raw.marks[place]?.line;
  return line === undefined
    ? text
    : lines.toSpliced(line - 1, behind(lines, line, othersOf(lines)) - line + 1).join('\n');
}

/** Sets a question of the engine, replacing any other question of the stop. */
export function setAsk(text: string, index: number, asked: string): string {
  return setField(removeOwn(text, index), index, 'ask', asked);
}

/** Sets an author's question at the end of the stop, replacing any other. `question`: its lines. */
export function setOwn(text: string, index: number, question: readonly string[]): string {
  const without = removeQuestion(text, index);
  const { lines, stops } = outlineOf(without);
  const stop = stops[index];
  if (stop === undefined) return text;
  const said = question.flatMap((line) => [line, ...inOthers(lines, line.replace(/^[a-z]+: */, ''))]);
  return lines.toSpliced(stop.to, 0, '', ...said).join('\n');
}

export function removeQuestion(text: string, index: number): string {
  return setField(removeOwn(text, index), index, 'ask', '');
}

/** Removes the lines of an author's question, with continuation lines and the blank line before them. */
function removeOwn(text: string, index: number): string {
  const { lines, stops, scenes } = outlineOf(text);
  const stop = stops[index];
  const [first] = stop?.raw.own ?? [];
  if (stop === undefined || first === undefined) return text;
  const gone = new Set<number>();
  for (const { line } of stop.raw.own) {
    let at = line - 1;
    do gone.add(at++);
    while (at < stop.to && !isBlank(lines, at) && !inScene(scenes, at) && !/^\s*>/.test(lines[at] ?? ''));
  }
  if (isBlank(lines, first.line - 2)) gone.add(first.line - 2);
  return lines.filter((_, i) => !gone.has(i)).join('\n');
}

/**
 * Adds a scene at the end of the file under a free name. If the file already has an identical scene, returns that
 * scene's name instead.
 */
export function addScene(
  text: string,
  name: string,
  json: string,
  taken: (name: string) => boolean,
): { text: string; name: string } {
  const { raw } = outlineOf(text);
  const same = raw.scenes.find((scene) => scene.json === json);
  if (same !== undefined) return { text, name: same.name };
  const used = (other: string): boolean => taken(other) || raw.scenes.some((scene) => scene.name === other);
  let free = name;
  for (let n = 2; used(free); n += 1) free = `${name.slice(0, 36)}-${n}`;
  const gap = text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return { text: `${text}${gap}\`\`\`scene ${free}\n${json}\n\`\`\`\n`, name: free };
}

/** The view in the notation of `show:`; "" = the stage. */
export function showText({ view, destination }: Pick<LessonStop, 'view' | 'destination'>): string {
  if (view === 'stage') return '';
  return destination === '' ? view : `${view} ${destination}`;
}
