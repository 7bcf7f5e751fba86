/** Finds the line ranges of the parts of a lesson file, so that a button can change one part only. */
import { languagesIn } from '../lesson-languages.ts';
import { readLessonLines, type RawLesson, type RawStop } from '../lesson-lines.ts';

/** A range of lines, from 0; `to` is exclusive. */
interface Lines {
  from: number;
  to: number;
}

/** A stop: from its title to its last line that is neither blank nor part of a scene. */
interface StopLines extends Lines {
  raw: RawStop;
  /** Name of the stop's scene, given or inherited from the previous stop; "" = none. */
  scene: string;
}

export interface Outline {
  lines: string[];
  raw: RawLesson;
  stops: StopLines[];
  /** Each range includes the ``` lines and the translated titles of the scene. */
  scenes: (Lines & { name: string })[];
}

/** Finds the parts by their lines without parsing values, so that a lesson with errors has an outline too. */
export function outlineOf(text: string): Outline {
  const lines = text.split('\n');
  const { raw } = readLessonLines(text);
  const others = languagesIn(text).slice(1);
  const scenes = raw.scenes.map(({ name, json, line }) => ({
    name,
    from: line - 2,
    to: behind(
      lines,
      line + (json === '' && lines[line - 1]?.trim() === '```' ? 0 : json.split('\n').length),
      others,
    ),
  }));
  let scene = raw.scenes[0]?.name ?? '';
  const stops = raw.stops.map((stop, i): StopLines => {
    const from = stop.line - 1;
    const end = (raw.stops[i + 1]?.line ?? lines.length + 1) - 1;
    let to = end;
    while (to > from + 1 && (isBlank(lines, to - 1) || inScene(scenes, to - 1))) to -= 1;
    scene = stop.fields.get('scene')?.value ?? scene;
    return { raw: stop, from, to, scene };
  });
  return { lines, raw, stops, scenes };
}

/** Returns the line after any translations that begin at line `at`. */
export function behind(lines: readonly string[], at: number, others: readonly string[]): number {
  let line = at;
  while (others.includes(/^\s*([a-z]{2,3}):/.exec(lines[line] ?? '')?.[1] ?? '')) line += 1;
  return line;
}

/** Returns the stop that contains a line, from 0; -1 = the line is above all stops. */
export function stopAtLine({ stops }: Outline, line: number): number {
  return stops.findLastIndex(({ from }) => from <= line);
}

/** Returns the line of a character offset, from 0. */
export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1;
}

/** Returns the character offset of the start of a line. */
export function lineStart(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
}

/** True for blank lines, and for lines beyond the end. */
export function isBlank(lines: readonly string[], line: number): boolean {
  return (lines[line] ?? '').trim() === '';
}

/** True if the line belongs to a scene's JSON. */
export function inScene(scenes: readonly Lines[], line: number): boolean {
  return scenes.some(({ from, to }) => line >= from && line < to);
}
