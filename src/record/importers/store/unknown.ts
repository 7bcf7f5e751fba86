import type { FilePlace, LineNumber } from '../../../protocol/ids.ts';
import { type Bytes, textOf } from '../bytes/scan.ts';

/** Lines that were not understood, of one program and shape. */
export interface UnknownShape {
  program: string;
  /** The text with its variable parts replaced. */
  shape: string;
  count: number;
  sample: string;
  /** File and line of the sample. */
  file: FilePlace;
  line: LineNumber;
}

/** Most shapes that are listed separately. Further ones are summed up. */
const SHAPES_MAX = 200;
const SAMPLE_MAX = 300;

/** Counts lines that were not understood by program and shape, with a sample of each. */
export class Unknown {
  private readonly shapes = new Map<string, UnknownShape>();
  private readonly rest: UnknownShape = {
    program: '',
    shape: '(further shapes)',
    count: 0,
    sample: '',
    file: 0,
    line: 0,
  };
  count = 0;

  add(program: string, buf: Bytes, from: number, to: number, file: FilePlace, line: LineNumber): void {
    this.count++;
    const sample = textOf(buf, from, Math.min(to, from + SAMPLE_MAX)).replaceAll(CONTROL, '\u00B7');
    const shape = shapeOf(sample);
    const key = `${program}\n${shape}`;
    const known = this.shapes.get(key);
    if (known !== undefined) known.count++;
    else if (this.shapes.size < SHAPES_MAX)
      this.shapes.set(key, { program, shape, count: 1, sample, file, line });
    else {
      this.rest.count++;
      if (this.rest.sample === '') Object.assign(this.rest, { sample, file, line });
    }
  }

  /** Restores the counts of a `list`. */
  static of(list: readonly UnknownShape[], count: number): Unknown {
    const unknown = new Unknown();
    for (const shape of list) unknown.shapes.set(`${shape.program}\n${shape.shape}`, { ...shape });
    unknown.count = count;
    return unknown;
  }

  /** Most frequent first. */
  list(): UnknownShape[] {
    const list = [...this.shapes.values()].sort((one, other) => other.count - one.count);
    return this.rest.count === 0 ? list : [...list, this.rest];
  }
}

/** Control characters. A sample shows `·` for each, because it may be printed to a terminal. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/g;

/** Replaces the variable parts of a text: `4jWZ…: to=<a@b>, delay=0.1` → `ID: to=<…>, delay=#`. */
function shapeOf(text: string): string {
  return text
    .slice(0, 120)
    .replaceAll(/<[^>]*>/g, '<\u2026>')
    .replaceAll(/\b(?=[0-9A-Za-z]*\d)[0-9A-Za-z]{6,}\b/g, 'ID')
    .replaceAll(/\d+(\.\d+)*/g, '#');
}
