/**
 * `npm run predict -- PATH… [options]`, `npm run predict -- --judge DIR…`; the options are in `USAGE`.
 *
 * Predicts what another setting would have done, from the record of a real Postfix (record/importers/README.md §3).
 */
import { parseArgs } from 'node:util';
import { basename } from 'node:path';
import { calibrationFigures } from '../importers/model/calibration.ts';
import { toApply } from '../importers/model/apply.ts';
import type { Range } from '../importers/model/setup.ts';
import type { Answer, CalibrationVerdict, Change } from '../protocol/predict.ts';
import {
  answerTo,
  emptyClasses,
  knownOf,
  mailOf,
  type Subject,
  subjectOf,
  verdictOf,
} from '../worker/model/study.ts';
import { checkChanges, momentOf, readChanges, readClasses, readEdits } from './predict/arguments.ts';
import { judge } from './predict/judge.ts';
import { suggest } from './predict/suggest.ts';
import {
  applyText,
  beyondText,
  calibrationText,
  doubtText,
  linesText,
  predictionText,
  withoutAnswerText,
} from './predict/print.ts';
import { readPaths } from './predict/read.ts';
import { instantOf, RECORD_OPTIONS, yearOf, zoneOf } from './records/options.ts';
import type { EpochMicros } from '../../protocol/units.ts';
import { fail, failInput, runCommand, usageStatus, PATH_KINDS } from '../../cli/command.ts';
import { complain, print } from '../../cli/terminal.ts';

const USAGE = `usage: npm run predict -- PATH… [options]
       npm run predict -- --judge DIR… [--cuts] [--seeds N] [--json]
  PATH                   a log, or a folder of logs with postconf.txt or main.cf, master.txt or master.cf, transport maps
  --class NAME=PREDICATE mail to report separately, such as resets=from=reset@*
                         (default: the classes of a shared record, else the senders with the most recipients)
  --set NAME=VALUE       a parameter of main.cf, such as smtp_destination_concurrency_limit=5
  --maxproc SERVICE=N    process limit of a service in master.cf
  --own CLASS=SERVICE:N  a separate service with N processes for a class, or for a domain: --own @DOMAIN=SERVICE:N
  --instance CLASS=NAME:N a second Postfix for a class, with N smtp processes
  --split N              splits messages with more than N recipients
  --up SERVER            treats a server (as named by relay=) as available all the time
  --flush T              runs postqueue -f then: seconds after the first message, a time of day or a time stamp
  --server 'SERVER sessions=8 minute=18 message=MS recipient=MS down=60-63,92-93.5'
                         real figures of a server, in place of the inferred ones; down= in seconds after the first message
  --processes 'start=MS idle=S uses=N'
                         processes: time to start one, idle seconds before it ends, deliveries before it ends
  --from T, --to T       predicts the mail that arrived between these times (2026-11-22T10:00, or 10:00:30 on the first day); the rest
                         of the log is what came before and after
  --suggest              tries several changes and ranks them by effect
  --seeds N              runs per variant (default 20); half of them simulate another day with the same mail
  --json                 one object per line: calibration, prediction
  --zone NAME, --year N  for time stamps without one
exit status  0 answered; 1 the model does not explain the record, so nothing is predicted; 2 bad input
`;

const OPTIONS = {
  class: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  maxproc: { type: 'string', multiple: true },
  own: { type: 'string', multiple: true },
  instance: { type: 'string', multiple: true },
  server: { type: 'string', multiple: true },
  processes: { type: 'string', multiple: true },
  flush: { type: 'string', multiple: true },
  up: { type: 'string', multiple: true },
  split: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  suggest: { type: 'boolean' },
  judge: { type: 'boolean' },
  cuts: { type: 'boolean' },
  seeds: { type: 'string' },
  ...RECORD_OPTIONS,
} as const;

type Values = ReturnType<typeof given>['values'];

function given(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
}

async function predict(paths: string[], values: Values, zone: string, seeds: number): Promise<number> {
  const asked = readClasses(values.class ?? []);
  const wanted = readChanges(values);
  const year = yearOf(values.year);
  const { member, settings, classes } = await readPaths(paths, zone, year);
  const subject = subjectOf(
    member.instance,
    settings,
    asked.length > 0 ? asked : classes,
    basename(paths[0] ?? ''),
    readEdits(values.server ?? [], values.processes ?? []),
    rangeOf(values, member.instance.from, zone),
  );
  if (subject === null) failInput('PATH', paths.join(' '), PATH_KINDS.log);
  const empty = asked.length === 0 ? null : emptyClasses(subject);
  // Fails only if all classes are empty; otherwise predicts for the classes that have mail.
  if (empty !== null && empty.names.length === asked.length) throw new Error(`--class: ${empty.text}`);
  if (empty !== null) complain(`--class: ${empty.text}`);
  const { origin, messages } = subject.model.scenario.modelled;
  const flushes = wanted.flush.map(
    (text): Change => ({ kind: 'flush', at: momentOf(text, zone, origin, messages.at[0] ?? 0) }),
  );
  const changes = [...wanted.changes, ...flushes];
  checkChanges(changes, knownOf(subject));
  const today = answerTo(subject, [], seeds);
  const verdict = verdictOf(subject, today);
  // The verdict comes before the figures, because it says how far to trust them.
  if (values.json !== true) print(`${linesText(verdict, subject.model.assumed)}\n`);
  calibrate(subject, today, verdict, values.json === true);
  if (verdict.verdict === 'locked') {
    if (values.json === true) print(JSON.stringify({ kind: 'refused', reasons: verdict.reasons }));
    return 1;
  }
  if (values.suggest === true) return suggest(subject, seeds, values.json === true);
  if (changes.length === 0) return 0;
  const after = answerTo(subject, changes, seeds);
  tell(subject, today, after, verdict, values.json === true);
  if (values.json !== true) print(applyText(toApply(changes, settings, mailOf(subject))));
  return 0;
}

/** The range of arrivals that `--from` and `--to` name. */
function rangeOf({ from, to }: Values, first: EpochMicros, zone: string): Range {
  const range: Range = {};
  if (from !== undefined) range.from = instantOf('--from', from, first, zone);
  if (to !== undefined) range.to = instantOf('--to', to, first, zone);
  if ((range.to ?? Infinity) <= (range.from ?? 0)) fail('--to', to ?? '', 'a time after --from');
  return range;
}

function tell(
  subject: Subject,
  today: Answer,
  after: Answer,
  verdict: CalibrationVerdict,
  json: boolean,
): void {
  for (const [i, [name, , figures, before]] of rowsOf(subject, after, today).entries()) {
    const level = verdict.classes[i] ?? verdict.verdict;
    if (level === 'small' || level === 'locked') {
      if (json) print(JSON.stringify({ kind: 'record-only', class: name, why: level }));
      else print(withoutAnswerText(name, level));
      continue;
    }
    const { recipients, deliveredFirst, deferredFirst, bounced, b, total, interval, doubt } = figures;
    const line = {
      kind: 'prediction',
      class: name,
      recipients,
      deliveredFirst,
      deferredFirst,
      bounced,
      b,
      total,
      interval,
      empty: after.empty,
      ...(doubt === null ? {} : { doubt }),
    };
    print(json ? JSON.stringify(line) : predictionText(line, before));
    if (!json && doubt !== null) print(doubtText(doubt));
  }
  if (json) for (const one of after.beyond) print(JSON.stringify({ kind: 'beyond', ...one }));
  else if (after.beyond.length > 0) print(beyondText(after.beyond));
}

function calibrate(
  subject: Subject,
  today: ReturnType<typeof answerTo>,
  verdict: ReturnType<typeof verdictOf>,
  json: boolean,
): void {
  for (const [name, one, two] of rowsOf(subject, today.known)) {
    const line = {
      kind: 'calibration',
      class: name,
      recipients: one.recipients,
      recorded: calibrationFigures(one, subject.recorded),
      simulated: calibrationFigures(two, today.known),
      verdict: verdict.verdict,
      reasons: verdict.reasons,
    };
    print(json ? JSON.stringify(line) : calibrationText(line));
  }
}

type Figures = Subject['recorded']['all'];

/** Returns a row for each class: its name, and its figures in the record and in two answers. */
function rowsOf<T extends Figures>(
  { names, recorded }: Subject,
  answer: { classes: T[]; all: T },
  other: { classes: T[]; all: T } = answer,
): [string, Figures, T, T][] {
  const rows = names.map((name, i): [string, Figures, T, T] => [
    name,
    recorded.classes[i] as Figures,
    answer.classes[i] as T,
    other.classes[i] as T,
  ]);
  return [...rows, ['all mail', recorded.all, answer.all, other.all]];
}

export async function predictCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = given(args);
  const usage = usageStatus(USAGE, values.help, positionals);
  if (usage !== null) return usage;
  const zone = zoneOf(values.zone);
  const seeds = Number(values.seeds ?? 20);
  if (!Number.isSafeInteger(seeds) || seeds < 1 || seeds > 1000)
    fail('--seeds', values.seeds ?? '', 'a whole number from 1 to 1000');
  if (values.judge === true)
    return judge(positionals, zone, seeds, values.json === true, values.cuts === true);
  return predict(positionals, values, zone, seeds);
}

await runCommand(import.meta.url, predictCommand);
