import { basename, join } from 'node:path';
import { existsSync } from 'node:fs';
import { readRecord } from '../../importers/input/read.ts';
import { textSource } from '../../importers/input/source.ts';
import { finish } from '../../importers/store/finish.ts';
import type { Range } from '../../importers/model/setup.ts';
import type { ClassFigures } from '../../protocol/predict.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { answerTo, type NamedClass, type Subject, subjectOf, verdictOf } from '../../worker/model/study.ts';
import { unpackedUpTo } from '../../../cli/read-file.ts';
import { print } from '../../../cli/terminal.ts';
import { readClasses } from './arguments.ts';
import { differences, pairsIn, sendersOf } from './pairs.ts';
import { readPaths } from './read.ts';
import { beganAt, changesIn, runningPair } from './running.ts';
import { truthOf } from './truth.ts';

/*
 * Judges predictions from cuts of recordings. A real log begins and ends in the middle of its mail, so each recording
 * is cut in eight ways. A prediction is compared with the mail that arrived in the changed run during the time of the
 * cut.
 */

/** Beginning and end of each cut, as shares of the recording. */
const CUTS = [
  [0, 0.5],
  [0.125, 0.625],
  [0.25, 0.75],
  [0.375, 0.875],
  [0.5, 1],
  [0, 0.75],
  [0.125, 0.875],
  [0.25, 1],
] as const;
/** Classes with fewer recipients are not judged. */
const ENOUGH = 30;
/** Differences up to these are no error: seconds, and percentage points. */
const LEAST = { b50: 0.3, b90: 0.5, deferred: 5 };
const MB = 1_048_576;

interface Recording {
  base: string;
  changed: string;
  log: string;
  classes: NamedClass[];
  changes: (subject: Subject) => ReturnType<typeof changesIn>;
  /** Time from the beginning of the base run to that of the changed run (microseconds). */
  shift: number;
}

/** Judges eight cuts of each recording with a changed run. Exit status 1 if fewer than six of seven are answered, or an answer is far off. */
export async function judgeCuts(
  dirs: readonly string[],
  zone: string,
  seeds: number,
  json: boolean,
): Promise<number> {
  const sum = { cuts: 0, answered: 0, figures: 0, off: 0 };
  const seen = new Set<string>();
  for (const dir of dirs) {
    // oxlint-disable-next-line no-await-in-loop
    const recording = await recordingOf(dir, zone);
    if (recording === null || seen.has(recording.base)) continue;
    seen.add(recording.base);
    const text = unpackedUpTo(join(recording.base, recording.log), 200 * MB).toString();
    // oxlint-disable-next-line no-await-in-loop
    const whole = await readPaths([join(recording.changed, recording.log)], zone, null);
    for (const [from, to] of CUTS) {
      // oxlint-disable-next-line no-await-in-loop
      const { verdict, reasons, off, figures } = await judgeCut(
        recording,
        text,
        whole.member.instance,
        [from, to],
        zone,
        seeds,
      );
      sum.cuts++;
      if (verdict !== 'locked') sum.answered++;
      sum.figures += figures;
      sum.off += off.length;
      const line = { kind: 'cut', recording: basename(recording.changed), from, to, verdict, reasons, off };
      print(
        json
          ? JSON.stringify(line)
          : `${line.recording.padEnd(14)} ${from} to ${to}: ${verdict}${verdict === 'locked' ? ` (${reasons.join('; ')})` : ''}${off.length === 0 ? '' : ` OFF ${off.join(', ')}`}`,
      );
    }
  }
  print(
    json
      ? JSON.stringify({ kind: 'cuts-judged', ...sum })
      : `cuts: ${sum.answered} of ${sum.cuts} answered; ${sum.off} of ${sum.figures} figures off by more than a factor of two`,
  );
  return 7 * sum.answered >= 6 * sum.cuts && sum.off === 0 ? 0 : 1;
}

async function recordingOf(dir: string, zone: string): Promise<Recording | null> {
  const running = runningPair(dir);
  if (running !== null) {
    const { change, names } = running;
    return {
      ...running,
      log: 'maillog.gz',
      classes: readClasses(names.map((name) => `${name}=message-id=${name}*`)),
      changes: () => changesIn(change),
      shift: beganAt(dir) - beganAt(running.base),
    };
  }
  const [pair] = pairsIn(dir);
  if (pair === undefined) return null;
  const log = existsSync(join(pair.base, 'maillog.gz')) ? 'maillog.gz' : 'maillog';
  const { settings } = await readPaths([pair.changed], zone, null);
  const before = truthOf(pair.base);
  return {
    ...pair,
    log,
    classes: sendersOf(pair.base),
    changes: (subject) => differences(subject, settings, before, ''),
    shift: beganAt(pair.changed) - beganAt(pair.base),
  };
}

async function judgeCut(
  { base, classes, changes, shift }: Recording,
  text: string,
  changed: Subject['instance'],
  [from, to]: readonly [number, number],
  zone: string,
  seeds: number,
): Promise<{ verdict: string; reasons: string[]; off: string[]; figures: number }> {
  const lines = text.split('\n').filter((line) => line !== '');
  const [first, last] = [stampOf(lines[0]), stampOf(lines.at(-1))];
  const at = (share: number): EpochMicros => first + share * (last - first);
  const own = lines.filter((line) => stampOf(line) >= at(from) && stampOf(line) <= at(to));
  const { settings } = await readPaths([base], zone, null);
  const { builder } = await readRecord([textSource('maillog', `${own.join('\n')}\n`)], {
    zone,
    now: Date.now(),
  });
  finish(builder.members.map(({ instance }) => instance));
  const [member] = builder.members.toSorted((a, b) => b.instance.lines - a.instance.lines);
  const subject = member === undefined ? null : subjectOf(member.instance, settings, classes, 'cut');
  if (subject === null) return { verdict: 'locked', reasons: ['nothing became active'], off: [], figures: 0 };
  const today = answerTo(subject, [], seeds);
  const verdict = verdictOf(subject, today);
  if (verdict.verdict === 'locked')
    return { verdict: verdict.verdict, reasons: verdict.reasons, off: [], figures: 0 };
  const answer = answerTo(subject, changes(subject), seeds);
  const range: Range = { from: at(from) + shift, to: at(to) + shift };
  const measured = subjectOf(changed, settings, classes, 'changed', [], range);
  const off: string[] = [];
  let figures = 0;
  for (const [i, name] of subject.names.entries()) {
    const [is, was] = [answer.classes[i], measured?.recorded.classes[i]];
    const level = verdict.classes[i];
    if (is === undefined || was === undefined || level === 'small' || level === 'locked') continue;
    if (was.recipients < ENOUGH || is.recipients < ENOUGH) continue;
    for (const figure of ['b50', 'b90', 'deferred'] as const) {
      const [one, two] = [valueOf(is, figure), valueOf(was, figure)];
      figures++;
      if (Math.abs(one - two) > Math.max(LEAST[figure], Math.min(one, two)))
        off.push(
          `${name} ${figure} ${one.toFixed(2)} measured ${two.toFixed(2)} record ${valueOf(subject.recorded.classes[i] as ClassFigures, figure).toFixed(2)}`,
        );
    }
  }
  return { verdict: verdict.verdict, reasons: verdict.reasons, off, figures };
}

function valueOf({ b, deferredFirst, recipients }: ClassFigures, figure: 'b50' | 'b90' | 'deferred'): number {
  if (figure === 'deferred') return (100 * deferredFirst) / Math.max(1, recipients);
  return figure === 'b50' ? b.p50 : b.p90;
}

/** The time of a line that begins with a stamp of RFC 3339. */
function stampOf(line = ''): EpochMicros {
  const [stamp = ''] = line.split(' ', 1);
  const [, fraction = '0'] = /\.(\d+)/.exec(stamp) ?? [];
  return (
    Math.floor(Date.parse(stamp) / 1000) * MICROS_PER_SECOND + Number(fraction.padEnd(6, '0').slice(0, 6))
  );
}
