import { reportPage } from '../../src/record/explain/findings/report-page.ts';
import { hideNames, messagesCsv, messagesJson } from '../../src/record/explain/message-tables.ts';
import { classSentences } from '../../src/record/explain/records.ts';
import { readClasses } from '../../src/record/importers/classes/text.ts';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { finish } from '../../src/record/importers/store/finish.ts';
import type { MailClass } from '../../src/record/protocol/classes.ts';
import type { InstanceName } from '../../src/record/protocol/instance-name.ts';
import type { LaneKind, RecordQuestions } from '../../src/record/protocol/record-questions.ts';
import {
  type BundlePart,
  readRecordLink,
  recordLink,
  splitBundle,
} from '../../src/scenario/record/bundle.ts';
import { holdRecord } from '../../src/record/worker/record/held.ts';
import { recordQuestions } from '../../src/record/worker/record/record-answers.ts';
import { type FuzzKind } from './kind.ts';
import { nastyRecord, TELLS } from './nasty-names.ts';

/** An output of a record whose names are hidden: its kind and its text. */
export type Leaving = readonly [what: string, text: string];

const LANES: readonly LaneKind[] = ['destination', 'transport', 'relay', 'class'];

const PICTURES = 60;

interface Asked {
  questions: RecordQuestions;
  members: InstanceName[];
  from: number;
  to: number;
  classes: readonly MailClass[];
}

async function read(parts: readonly BundlePart[]): Promise<Asked> {
  const result = await readRecord(
    parts.map(({ name, text }) => textSource(name, text)),
    { zone: 'UTC', now: Date.UTC(2026, 10, 30) },
  );
  const { members } = result.builder;
  finish(members.map(({ instance }) => instance));
  const texts = parts
    .map(({ text }, place) => [place, text] as const)
    .filter(([place]) => result.files[place]?.kind !== 'log');
  const held = holdRecord(result, new Map(texts));
  return {
    questions: recordQuestions(() => held),
    members: members.map(({ host, name }) => ({ host, instance: name })),
    from: Math.min(...members.map(({ instance }) => instance.from)),
    to: Math.max(...members.map(({ instance }) => instance.to)) + 1,
    classes: parts.flatMap(({ text }) => readClasses(text) ?? []),
  };
}

/** Makes all outputs of a record with hidden names. Also returns the number of findings and messages. */
export async function allThatLeaves(
  input: string,
): Promise<{ texts: Leaving[]; findings: number; messages: number }> {
  const own = await read(splitBundle(input) ?? []);
  const shared = await own.questions.share({ from: 0, to: 0, only: [], classes: own.classes });
  if (!shared.ok || shared.value.counts.messages === 0) return { texts: [], findings: 0, messages: 0 };
  const { bundle, samples, classes, instances } = shared.value;
  const parts = splitBundle(bundle) ?? [];
  const link = await readRecordLink(await recordLink(parts));
  const texts: Leaving[] = [
    ['the shared record', bundle],
    ['its link', JSON.stringify(link)],
    ['a line of the preview', samples.map(({ after }) => after).join('\n')],
    ['a class', classes.map(({ name, predicate }) => `${name} ${predicate}`).join('\n')],
    [
      'a sentence about a class',
      classSentences({ classes: classes.map((one) => ({ ...one, own: one.name })), classesLeft: [] }).join(
        '\n',
      ),
    ],
    ['the names of instances', JSON.stringify(instances.map(({ shared: name }) => name))],
  ];
  const tables = await tablesOf(own);
  const pictures = await picturesOf(own, tables.ids);
  const pages = await pagesOf(await read(parts));
  return {
    texts: [...texts, ...tables.texts, ...pictures, ...pages.texts],
    findings: pages.findings,
    messages: tables.ids.length,
  };
}

/** For each instance, makes the report of one page and the lanes of the picture. */
async function pagesOf({
  questions,
  members,
  from,
  to,
  classes,
}: Asked): Promise<{ texts: Leaving[]; findings: number }> {
  const pages = members.map(async (name) => {
    const late = await questions.late({ ...name, classes, from: 0, to: 0 });
    const overviews = await Promise.all(
      LANES.map((lanes) => questions.overview({ ...name, from, to, bins: 20, lanes, classes })),
    );
    const lanes = overviews.map((overview) =>
      JSON.stringify(overview?.lanes.map(({ name: lane, label, limitName }) => [lane, label, limitName])),
    );
    const texts: Leaving[] = [
      ['the report of one page', late.ok ? reportPage(late.value, 'UTC') : ''],
      ['the picture', lanes.join('\n')],
    ];
    return { texts, findings: late.ok ? late.value.findings.length : 0 };
  });
  const all = await Promise.all(pages);
  return {
    texts: all.flatMap(({ texts }) => texts),
    findings: all.reduce((sum, { findings }) => sum + findings, 0),
  };
}

async function tablesOf({
  questions,
  members,
  from,
  to,
}: Asked): Promise<{ texts: Leaving[]; ids: (InstanceName & { id: string })[] }> {
  const selection = {
    from,
    to,
    over: 0,
    under: Infinity,
    lane: '',
    lanes: 'destination',
    predicate: '',
  } as const;
  const answers = await Promise.all(
    members.map((name) => questions.differ({ ...name, selection, classes: [], most: 1e7 })),
  );
  const own = answers.map((answer) => (answer.ok ? answer.value.messages : []));
  const messages = hideNames(own.flat());
  return {
    texts: [
      ['the table of messages, CSV', messagesCsv(messages)],
      ['the table of messages, JSON Lines', messagesJson(messages)],
    ],
    ids: own.flatMap((list, place) => {
      const name = members[place];
      return name === undefined ? [] : list.map(({ id }) => ({ ...name, id }));
    }),
  };
}

async function picturesOf(
  { questions, classes }: Asked,
  ids: readonly (InstanceName & { id: string })[],
): Promise<Leaving[]> {
  const lives = await Promise.all(ids.slice(0, PICTURES).map((id) => questions.lifePicture(id)));
  return [
    ['the picture of a message', lives.map((life) => JSON.stringify(life)).join('\n')],
    ['the picture of the queue', JSON.stringify(await questions.queue({ hidden: true }))],
    ['the picture of classes', (await questions.plainClassNames(classes.map(({ name }) => name))).join('\n')],
  ];
}

/** Returns the first name found in the texts, with the text around it; null when no text contains a name. */
export function leak(texts: readonly Leaving[]): string | null {
  for (const [what, text] of texts) {
    const found = TELLS.exec(text);
    if (found !== null)
      return `${what} holds a name: ${text.slice(Math.max(0, found.index - 60), found.index + 60)}`;
  }
  return null;
}

/** Records in which every text is a name. With names hidden, no output may contain a name. */
export const names: FuzzKind = {
  patience: 4,
  make(draw) {
    const { text } = nastyRecord(draw, 1 + draw.below(12));
    if (draw.below(3) > 0) return text;
    // Some lines of the log are missing or come twice.
    const lines = text.split('\n');
    return lines
      .flatMap((line) =>
        line.startsWith('==>')
          ? [line]
          : Array.from({ length: draw.below(8) === 0 ? draw.below(3) : 1 }, () => line),
      )
      .join('\n');
  },
  async check(input) {
    const { texts, findings } = await allThatLeaves(input);
    const fault = leak(texts);
    if (fault !== null) throw new Error(fault);
    if (texts.length === 0) return 'nothing to share';
    return findings === 0 ? 'shared' : 'shared with findings';
  },
};
