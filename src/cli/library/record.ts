import '../package/older-node.ts';
import { findingWords, type FindingWords } from '../../record/explain/findings/sentences.ts';
import { verdictSentence } from '../../record/explain/findings/verdict.ts';
import { parseClass } from '../../record/importers/classes/parse.ts';
import { readRecord } from '../../record/importers/input/read.ts';
import { isGzip, type RecordSource, textSource } from '../../record/importers/input/source.ts';
import { readSettings } from '../../record/importers/settings/read.ts';
import { finish } from '../../record/importers/store/finish.ts';
import { type RecordSummary, summarize } from '../../record/importers/summary.ts';
import type { Finding, LateReport, Thresholds, Verdict } from '../../record/protocol/findings.ts';
import { reportLate } from '../../record/worker/replay/late.ts';
import type { InputError } from '../../protocol/result.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import { describeError } from '../../scenario/schema-errors.ts';

export type { Finding, FindingWords, InputError, RecordSummary, Thresholds, Verdict };

/** A log of any format, plain or gzipped, or the output of postconf -n or -M, or a transport map. */
export interface RecordInput {
  name: string;
  /** `Blob` includes the files that a browser gives. */
  content: string | Uint8Array<ArrayBuffer> | Blob;
}

export interface ReadingOptions {
  /** Zone of time stamps that name none (default: UTC). */
  zone?: string;
  /** Year of the first time stamp that has no year (default: from queue ids, or the present year). */
  year?: number;
}

export interface FindingOptions {
  /** Classes of mail to report separately, as `NAME=PREDICATE`: `resets=from=reset@*`. */
  classes?: readonly string[];
  /** Only mail that was in the queue between these times, in microseconds since 1970; `to` 0 = no end. */
  from?: EpochMicros;
  to?: EpochMicros;
  thresholds?: Partial<Thresholds>;
  /** True = estimates the causes of waiting from counts instead of running the engine. */
  counts?: boolean;
}

/** Why mail of one instance of Postfix was late. Texts contain names from the log: never use them as HTML. */
export interface Report extends Omit<LateReport, 'verdicts' | 'findings'> {
  verdicts: (Verdict & { words: string })[];
  /** The costliest first. */
  findings: (Finding & { text: FindingWords })[];
}

export interface PostfixRecord {
  /** The files that were read. `trouble` says why a file was not read completely; '' = it was. */
  files: readonly {
    name: string;
    kind: 'log' | 'text' | 'empty' | 'refused';
    lines: number;
    trouble: string;
  }[];
  /** One for each instance of Postfix. */
  summaries: readonly RecordSummary[];
  /** One report for each instance that delivered mail. Throws a `RangeError` for a class that cannot be read. */
  findings(options?: FindingOptions): Report[];
}

/** Larger files are not searched for settings. */
const SETTINGS_MAX = 4_000_000;

/** Reads logs, and settings among them. Throws a `RangeError` for an unknown zone. */
export async function read(
  inputs: readonly RecordInput[],
  { zone = 'UTC', year }: ReadingOptions = {},
): Promise<PostfixRecord> {
  const texts = await settingsAmong(inputs);
  const settings = texts.length === 0 ? null : readSettings(texts);
  const result = await readRecord(inputs.map(sourceOf), {
    zone,
    now: Date.now(),
    ...(year === undefined ? {} : { year }),
  });
  finish(result.builder.members.map(({ instance }) => instance));
  return {
    files: result.files.map(({ name, kind, lines, trouble }) => ({ name, kind, lines, trouble })),
    summaries: summarize(result),
    findings({ classes = [], from = 0, to = 0, thresholds = {}, counts = false } = {}) {
      const parsed = classes.map(classOf);
      const members = result.builder.members.filter(({ instance: { tables } }) => tables.attempts.length > 1);
      return members.map((member) => {
        const report = reportLate(member, settings, {
          predicates: parsed.map(({ predicate }) => predicate),
          files: result.files.map(({ name }) => name),
          options: { classes: parsed.map(({ mailClass }) => mailClass), from, to, thresholds },
          replay: !counts,
          part: result.builder.isPartOfMail(member),
        });
        return withWords(report, zone);
      });
    },
  };
}

function withWords(report: LateReport, zone: string): Report {
  const { verdicts, findings, thresholds } = report;
  return {
    ...report,
    verdicts: verdicts.map((one) => ({ ...one, words: verdictSentence(one, thresholds.late) })),
    findings: findings.map((one) => ({ ...one, text: findingWords(one, zone) })),
  };
}

function classOf(text: string): Extract<ReturnType<typeof parseClass>, { ok: true }>['value'] {
  const parsed = parseClass(text);
  if (!parsed.ok) throw new RangeError(parsed.errors.map(describeError).join('\n'));
  return parsed.value;
}

function sourceOf({ name, content }: RecordInput): RecordSource {
  if (!(content instanceof Blob)) return textSource(name, content);
  const modified = content instanceof File ? content.lastModified : null;
  return { name, size: content.size, modified, open: () => content.stream() };
}

async function settingsAmong(inputs: readonly RecordInput[]): Promise<{ name: string; text: string }[]> {
  const texts: { name: string; text: string }[] = [];
  for (const { name, content } of inputs) {
    // oxlint-disable-next-line no-await-in-loop -- one file in memory after the other
    const text = await textOf(content);
    const [source] = text === null ? [] : readSettings([{ name, text }]).sources;
    if (text !== null && source !== undefined && source.kind !== 'other') texts.push({ name, text });
  }
  return texts;
}

/** Reads the text of a small file. Null for a large or gzipped file, which is taken for a log. */
async function textOf(content: RecordInput['content']): Promise<string | null> {
  if (typeof content === 'string') return content.length > SETTINGS_MAX ? null : content;
  if ((content instanceof Blob ? content.size : content.length) > SETTINGS_MAX) return null;
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
  return isGzip(bytes) ? null : new TextDecoder().decode(bytes);
}
