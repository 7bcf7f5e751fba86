import { readMessage } from '../../src/app/embed/messages.ts';
import { AGENT_SCENES } from '../../src/scenes/agents/scenes.ts';
import { galleryItem, GALLERY } from '../../src/scenes/gallery.ts';
import { describeFault, parseLesson } from '../../src/learn/lessons/lesson-file.ts';
import { packLesson, unpackLesson } from '../../src/learn/lessons/lesson-link.ts';
import type { Draw } from '../../src/learn/questions/draw.ts';
import { THREAD_SCENES } from '../../src/scenes/threads/index.ts';
import { TIMER_SCENES } from '../../src/scenes/timers/scenes.ts';
import { importLibrary } from '../../src/reading/library-file.ts';
import { fileToLink } from '../../src/reading/scenario-file.ts';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { compact } from '../../src/scenario/compact.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { expressions } from './expressions.ts';
import { type FuzzKind, mangle, mutate, readable } from './kind.ts';
import { names } from './names.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';
import { scenarios } from './scenarios.ts';
import { terminals } from './terminals.ts';

const cursor = { at: 0, step: 0, event: 3, decision: 0 };
/** The scenarios from which the fuzzer draws. A kind of run with more scenes is drawn more often. */
const some = [...GALLERY, ...AGENT_SCENES, ...THREAD_SCENES, ...TIMER_SCENES].map(({ scenario }) => scenario);

/** Damages the run inside a link. The link around it stays valid, because a damaged link would be refused unread. */
const links: FuzzKind = {
  patience: 1,
  make(draw) {
    const run = JSON.stringify(compact(draw.pick(some)!, [], 1));
    return draw.below(2) === 0
      ? mutate(run, draw)
      : (JSON.stringify(mangle(JSON.parse(run), draw)) ?? 'null');
  },
  async check(input) {
    const body = `s=${toBase64Url(await deflate(input))}&e=3`;
    const link = await decodeLink(`#${body}&c=${checksum(body)}`);
    // Cut off the end of the link, as a mail program may.
    const cut = await decodeLink(`#${body}&c=${checksum(body)}`.slice(0, -1 - (input.length % 30)));
    if (cut.ok) throw new Error('a link without its end was taken for whole');
    readable(cut.detail);
    if (!link.ok) {
      readable(link.detail);
      return link.reason;
    }
    const { scenario, live } = link;
    const again = await decodeLink(await encodeLink({ scenario, live, cursor, branch: 1 }));
    if (!again.ok || JSON.stringify(again.scenario) !== JSON.stringify(scenario))
      throw new Error('a link that opened does not come back from its own link');
    return 'opened';
  },
};

const files: FuzzKind = {
  patience: 1,
  make(draw) {
    const scenario = draw.pick(some)!;
    const run = { kind: 'qmgrscope.library', scenario, live: [], cursor };
    const library = {
      kind: run.kind,
      version: 1,
      runs: [{ name: 'x', hash: '#s=AAAA', tiles: [1], kept: 0 }],
    };
    const value = draw.pick<unknown>([scenario, run, library]);
    return draw.below(2) === 0
      ? mutate(JSON.stringify(value, null, 1), draw)
      : (JSON.stringify(mangle(value, draw)) ?? 'null');
  },
  async check(input) {
    const library = await importLibrary(input, decodeLink);
    if (!library.ok) readable(library.detail);
    const file = await fileToLink(input);
    if (!file.ok) {
      readable(file.detail);
      return library.ok ? 'library' : 'refused';
    }
    if (!(await decodeLink(file.hash)).ok) throw new Error('the link of a file that opened does not open');
    return 'opened';
  },
};

const SCENE = '```';
/** Lines that a stop of a lesson may have besides its text. */
const STOP_LINES = [
  'ask: next-job',
  'ask: window a.example',
  'rule: selection 2-4',
  'choose: Which one? | *the first | the second: it is larger',
  'number: How many? | 12 ± 2 coins | 6: half of them',
  'write: Why?\nmodel: Because.',
  'ring: job 1\narrow: coins 2 here\nlabel: entries 1 so many',
  'print: no',
] as const;

function lessonText(draw: Draw): string {
  const scene = JSON.stringify(draw.pick(some), null, 1);
  return `# A lesson\nid: a-lesson\nabout: What it is about.\n\n${SCENE} scene a\n${scene}\n${SCENE}\n\n## First stop\nscene: a\nat: 1 s\nshow: stage\njobs: 1 2\n${draw.pick(STOP_LINES)}\n\nA [coin] and **words** of [6].\n\n> A note.\n\n## Second\nat: event 4\n\nText.\n`;
}

const lessons: FuzzKind = {
  patience: 1,
  make: (draw) => mutate(lessonText(draw), draw),
  async check(input) {
    const packed = await packLesson(input);
    const unpacked = await unpackLesson(packed);
    if (!unpacked.ok) readable(unpacked.detail);
    const parsed = parseLesson(input, (id) => galleryItem(id)?.scenario);
    if (parsed.ok) return 'opened';
    for (const fault of parsed.faults) readable(describeFault(fault));
    return parsed.faults[0]?.field.replace(/[^a-z].*/, '') ?? 'refused';
  },
};

const ASKS: unknown[] = [
  { type: 'load', scene: 'fifo' },
  { type: 'load', link: '#s=AAAA' },
  { type: 'load', scenario: { version: 1 } },
  { type: 'play', speed: 2 },
  { type: 'step', unit: 'decision', direction: 1 },
  { type: 'seek', to: { at: 5 } },
  { type: 'theme', theme: 'dark' },
  { type: 'state' },
];

const embed: FuzzKind = {
  patience: 1,
  make: (draw) =>
    JSON.stringify(mangle({ qmgrscope: 1, id: 7, ...(draw.pick(ASKS) as object) }, draw)) ?? 'null',
  check(input) {
    let data: unknown;
    try {
      data = JSON.parse(input);
    } catch {
      return 'no message';
    }
    const read = readMessage(data);
    if (read === null) return 'not ours';
    if (read.ok) return read.ask.type;
    for (const { value } of read.errors)
      if (value.length > 60) throw new Error('an answer repeats a long value');
    return 'refused';
  },
};

export const FUZZ_KINDS: Readonly<Record<string, FuzzKind>> = {
  links,
  files,
  lessons,
  records,
  names,
  embed,
  scenarios,
  terminals,
  requests,
  expressions,
};
