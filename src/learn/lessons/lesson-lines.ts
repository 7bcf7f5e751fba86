/** Splits a lesson file into lines and fields without checking values. Errors use the line number of each field. */
import {
  goOnTranslating,
  languagesIn,
  missing,
  piece,
  startTranslating,
  translate,
  translationIn,
  type Translating,
} from './lesson-languages.ts';

/** An error in a lesson file. Lines count from 1. */
export interface LessonFault {
  line: number;
  /** The field as written in the file: `at`, `ask`, `scene blockers`. */
  field: string;
  value: string;
  accepted: string;
}

/** A line of an author's question, joined with its continuation lines. */
export interface RawOwnLine {
  word: OwnWord;
  value: string;
  /** Line number, from 1. */
  line: number;
}
type OwnWord = 'choose' | 'number' | 'write' | 'right' | 'wrong' | 'model';

export interface RawStop {
  fields: Map<string, { value: string; line: number }>;
  title: string;
  line: number;
  text: string[];
  notes: string[];
  own: RawOwnLine[];
  /** The lines `ring:`, `arrow:` and `label:`. A stop may have several of each. */
  marks: { kind: 'ring' | 'arrow' | 'label'; value: string; line: number }[];
}

export interface RawLesson {
  title: string;
  fields: Map<string, { value: string; line: number }>;
  scenes: { name: string; json: string; line: number }[];
  /** Translated titles of scenes, by scene name. */
  sceneTitles: Map<string, string>;
  stops: RawStop[];
}

const FIELD = /^([a-z]+):(.*)$/s;
/** Fields whose value is a sentence and needs a translation. */
export const SAID: ReadonlySet<string> = new Set(['about', 'assumes', 'able']);
/** Lines of a question. They are allowed anywhere in a stop, because a question follows the text that leads to it. */
const OWN = /^(choose|number|write|right|wrong|model):(.*)$/s;
const FENCE = /^```\s*scene\s+([A-Za-z0-9-]{1,40})\s*$/;

interface Reader extends Translating {
  raw: RawLesson;
  faults: LessonFault[];
  /** The map to which the next field lines are added. */
  fields: RawLesson['fields'];
  stop: RawStop | null;
  /** True while field lines are allowed: directly below a heading. */
  head: boolean;
  paragraph: { text: string[]; notes: boolean; line: number } | null;
  scene: { name: string; lines: string[]; line: number } | null;
  /** The question line that the next line may continue; null = none. */
  own: RawOwnLine | null;
}

/**
 * Splits a lesson file: `# title`, fields below it, `## stop` with fields and paragraphs, `> notes`, and scenarios between
 * three backquotes with `scene name` and three backquotes. `language`: the language to read; "" = the file's own. Missing
 * translations are reported only when reading the file's own language.
 */
export function readLessonLines(file: string, language = ''): { raw: RawLesson; faults: LessonFault[] } {
  const raw: RawLesson = { title: '', fields: new Map(), scenes: [], sceneTitles: new Map(), stops: [] };
  const reader: Reader = {
    ...startTranslating(languagesIn(file).slice(1), language),
    raw,
    faults: [],
    fields: raw.fields,
    stop: null,
    head: true,
    paragraph: null,
    scene: null,
    own: null,
  };
  file.split(/\r\n|\r|\n/).forEach((line, i) => readLine(reader, line, i + 1));
  endParagraph(reader);
  if (language === '') reader.faults.push(...missing(reader));
  if (reader.scene !== null) {
    fault(reader, reader.scene.line, `scene ${reader.scene.name}`, '```', 'a line ``` at its end');
  }
  return { raw, faults: reader.faults };
}

function readLine(reader: Reader, line: string, at: number): void {
  const { scene } = reader;
  if (scene !== null) {
    if (line.trim() !== '```') scene.lines.push(line);
    else {
      const { name } = scene;
      reader.raw.scenes.push({ name, json: scene.lines.join('\n'), line: scene.line + 1 });
      reader.scene = null;
      sceneTitle(reader, name, at);
    }
    return;
  }
  const text = line.trim();
  const translation = translationIn(reader, text);
  if (translation !== null) {
    endParagraph(reader);
    const wrong = translate(reader, translation, at);
    if (wrong !== '') fault(reader, at, translation.language, translation.value, wrong);
    return;
  }
  if (goOnTranslating(reader, text, OWN.test(text) || (reader.head && FIELD.test(text)))) return;
  const fence = FENCE.exec(text);
  if (fence !== null) {
    endParagraph(reader);
    reader.scene = { name: fence[1] ?? '', lines: [], line: at };
  } else if (text.startsWith('```')) {
    fault(reader, at, 'scene', text, '``` scene name, then the scenario as JSON, then ```');
  } else if (text.startsWith('## ')) startStop(reader, text.slice(3).trim(), at);
  else if (text.startsWith('# ')) startLesson(reader, text.slice(2).trim(), at);
  else if (text === '') {
    // A blank line directly below the heading does not end the fields.
    if (reader.fields.size > 0) reader.head = false;
    endParagraph(reader);
  } else readText(reader, text, at);
}

/** A scene's title can be translated where it is defined, or where a stop names a gallery scene. */
function sceneTitle(reader: Reader, name: string, at: number): void {
  const put = (title: string): void => {
    if (title !== '') reader.raw.sceneTitles.set(name, title);
  };
  piece(reader, { line: at, needs: false, goesOn: false, put });
}

function startLesson(reader: Reader, title: string, at: number): void {
  if (reader.raw.title !== '') fault(reader, at, 'title', title, 'one title; a stop begins with ##');
  endParagraph(reader);
  const { raw } = reader;
  raw.title = title;
  piece(reader, { line: at, needs: true, goesOn: false, put: (said) => (raw.title = said) });
}

function startStop(reader: Reader, title: string, at: number): void {
  endParagraph(reader);
  const stop: RawStop = { fields: new Map(), title, line: at, text: [], notes: [], own: [], marks: [] };
  reader.raw.stops.push(stop);
  reader.stop = stop;
  reader.fields = stop.fields;
  reader.head = true;
  piece(reader, { line: at, needs: true, goesOn: false, put: (said) => (stop.title = said) });
}

function readText(reader: Reader, text: string, at: number): void {
  const field = reader.head && !(reader.stop !== null && OWN.test(text)) ? FIELD.exec(text) : null;
  if (field !== null) {
    const name = field[1] ?? '';
    if (reader.stop !== null && (name === 'ring' || name === 'arrow' || name === 'label')) {
      const mark: RawStop['marks'][number] = { kind: name, value: (field[2] ?? '').trim(), line: at };
      reader.stop.marks.push(mark);
      const put = (said: string, line: number): void => {
        const words = `"${said.replace(/^"|"$/g, '')}"`;
        Object.assign(mark, { value: mark.value.replace(/".*"/, () => words), line });
      };
      piece(reader, { line: at, needs: mark.value.includes('"'), goesOn: false, put });
      return;
    }
    const held = { value: (field[2] ?? '').trim(), line: at };
    if (reader.fields.has(name)) fault(reader, at, name, held.value, 'each field once');
    reader.fields.set(name, held);
    if (reader.stop !== null && name === 'scene') {
      sceneTitle(reader, held.value, at);
      return;
    }
    const put = (value: string, line: number): object => Object.assign(held, { value, line });
    piece(reader, { line: at, needs: SAID.has(name), goesOn: false, put: SAID.has(name) ? put : null });
    return;
  }
  reader.head = false;
  if (readOwn(reader, text, at)) return;
  if (reader.stop === null) {
    fault(reader, at, '(text)', text, 'a field such as id: or about:, or ## to begin a stop');
    return;
  }
  const notes = text.startsWith('>');
  if (reader.paragraph !== null && reader.paragraph.notes !== notes) endParagraph(reader);
  reader.paragraph ??= { text: [], notes, line: at };
  reader.paragraph.text.push(notes ? text.slice(1).trim() : text);
}

/** Reads a question line or its continuation; false if it is neither. */
function readOwn(reader: Reader, text: string, at: number): boolean {
  const { stop, own } = reader;
  const [, word, value = ''] = OWN.exec(text) ?? [];
  if (stop === null) return false;
  if (word === undefined) {
    if (own === null || text.startsWith('>')) return false;
    own.value += ` ${text}`;
    return true;
  }
  endParagraph(reader);
  const read = { word: word as OwnWord, value: value.trim(), line: at };
  reader.own = read;
  stop.own.push(read);
  const put = (said: string, line: number): object => Object.assign(read, { value: said, line });
  piece(reader, { line: at, needs: true, goesOn: true, put });
  return true;
}

function endParagraph(reader: Reader): void {
  const { paragraph, stop } = reader;
  reader.paragraph = null;
  reader.own = null;
  if (paragraph === null || stop === null) return;
  const texts = paragraph.notes ? stop.notes : stop.text;
  const place = texts.push(paragraph.text.join(' ')) - 1;
  const put = (said: string): string => (texts[place] = said);
  piece(reader, { line: paragraph.line, needs: true, goesOn: true, put });
}

function fault(reader: Reader, line: number, field: string, value: string, accepted: string): void {
  reader.faults.push({ line, field, value: value.length > 60 ? `${value.slice(0, 59)}…` : value, accepted });
}
