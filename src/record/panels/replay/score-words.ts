import { formatCount, formatSeconds } from '../../../explain/format.ts';
import type { Compared, ReplayResult, ReplayView } from '../../protocol/replay.ts';
import { MICROS_PER_SECOND } from '../../../protocol/units.ts';

export interface ScoreRow {
  name: string;
  compared: string;
  equal: string;
  differs: boolean;
  /** Why some or all events of this kind could not be compared. */
  why: string;
}

export function scoreRows({ score }: ReplayResult): ScoreRow[] {
  const { selections, preemptions, windows, deaths, retries, attempts, b, differences } = score;
  const verbose = selections.recorded > 0;
  return [
    row('selections', selections, 'needs the log of qmgr -v (master.cf)'),
    row('preemptions', preemptions, verbose ? 'there was none' : 'needs the log of qmgr -v'),
    row('windows', windows, 'needs destination_concurrency_feedback_debug'),
    row('deaths of destinations', deaths, 'no destination died'),
    row(
      'retries',
      retries,
      retries.flushes > 0 ? `all ${retries.flushes} were requested by a flush` : 'none',
    ),
    counts('recipients attempted', attempts.recorded, attempts.replayed, 'none'),
    ...(differences.order === 0
      ? []
      : [
          {
            ...counts('order at one stamp', 0, 0, ''),
            why: `${formatCount(differences.order)} cannot be compared: the time stamps are too coarse`,
          },
        ]),
    ...(differences.unknown === 0
      ? []
      : [
          {
            ...counts('choices in doubt', 0, 0, ''),
            why: `${formatCount(differences.unknown)} cannot be compared: the log lacks the destinations or the order of some recipients`,
          },
        ]),
    counts('time in queue, b', b.compared, b.within, 'none'),
  ];
}

function row(name: string, { recorded, compared, equal }: Compared, why: string): ScoreRow {
  if (compared === 0) return { name, compared: '', equal: '', differs: false, why };
  const left = recorded - compared;
  return {
    ...counts(name, compared, equal, ''),
    why: left > 0 ? `${formatCount(left)} more cannot be compared` : '',
  };
}

function counts(name: string, compared: number, equal: number, why: string): ScoreRow {
  if (compared === 0) return { name, compared: '', equal: '', differs: false, why };
  return {
    name,
    compared: formatCount(compared),
    equal: formatCount(equal),
    differs: equal < compared,
    why: '',
  };
}

export function verdict({ score, done }: ReplayResult): string {
  const { selections, windows, preemptions, attempts } = score;
  const until = done ? '' : ' The comparison was stopped before the end of the record.';
  const held = [selections, preemptions, windows].filter(({ compared }) => compared > 0);
  if (held.length === 0)
    return `The engine made ${formatCount(attempts.replayed)} of ${formatCount(attempts.recorded)} attempts as recorded. This log states no selections and no windows.${until}`;
  const wrong = held.reduce((sum, { compared, equal }) => sum + compared - equal, 0);
  const first = selections.compared > 0 ? selections : windows;
  const what = selections.compared > 0 ? 'deliveries in the order of the log' : 'window lines as in the log';
  if (wrong === 0)
    return `The engine has ${first.equal === 1 ? 'the one' : `all ${formatCount(first.equal)}`} ${what}.${until}`;
  return `The engine has ${formatCount(first.equal)} of ${formatCount(first.compared)} ${what}; ${formatCount(wrong)} ${wrong === 1 ? 'line differs' : 'lines differ'}.${until}`;
}

/** Lists the inputs of the run, each with its source and its largest error. */
export function certainty(view: ReplayView): [what: string, from: string, off: string][] {
  const stamp = view.wholeSeconds ? '1 s' : '1 µs';
  const verbose = view.selectedBy.length > 0;
  const { scans, starts } = view.times;
  return [
    ['arrival', 'queue active line', stamp],
    ['end of a delivery', 'its last to= line', stamp],
    [
      'start',
      verbose ? `logged for ${view.selectedBy.join(', ')}` : 'line time − d − c',
      verbose ? stamp : 'as printed',
    ],
    [
      'settings',
      view.hasSettings ? 'postconf, master.cf' : 'none given: defaults of 3.x',
      view.hasSettings ? 'logged' : 'assumed',
    ],
    ['retries', 'queue active line', stamp],
    scansRow(scans),
    [
      'start of a process',
      starts.processes === 0
        ? 'no process started for a new message'
        : `within b of its first request: ${formatSeconds(starts.median)} (median of ${formatCount(starts.processes)})`,
      starts.processes === 0 ? 'unknown' : 'derived',
    ],
    ['recipients', 'sorted as by the queue manager', 'by rule'],
  ];
}

function scansRow({ every, lives }: ReplayView['times']['scans']): [what: string, from: string, off: string] {
  const what = 'scans of deferred mail';
  if (lives.length === 0) return [what, 'too few scans brought mail back', 'unknown'];
  const grids = lives.map(
    ({ life, on, off, phase }) =>
      `${formatCount(on)} scans after start ${life}, ${formatSeconds(phase)} into each interval${off === 0 ? '' : ` (and ${formatCount(off)} from flushes)`}`,
  );
  return [
    what,
    `every ${every / MICROS_PER_SECOND} s (queue_run_delay); fitted: ${grids.join('; ')}`,
    `derived, ±${formatSeconds(Math.round(Math.max(...lives.map(({ residual }) => residual)) / 10_000) * 10_000)}`,
  ];
}
