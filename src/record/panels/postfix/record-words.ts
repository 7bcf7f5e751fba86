import type { Seconds } from '../../../protocol/units.ts';
import type { RecordFileRow, RecordView } from '../../protocol/record.ts';
import { formatInstant } from '../../explain/record-format.ts';
import { formatBytes } from '../../../explain/figures.ts';

const KIND_WORDS: Readonly<Record<RecordFileRow['kind'], string>> = {
  log: 'log',
  empty: 'empty',
  refused: 'not read',
  postconf: 'postconf -n',
  master: 'postconf -M',
  'transport-map': 'transport map',
  postqueue: 'postqueue -j',
  qshape: 'qshape',
  classes: 'classes of mail',
  settings: 'settings',
  unknown: 'not of Postfix',
};

/** Names the kind of a file. For a log it also names the missing parts of the time stamps. */
export function kindWords(row: RecordFileRow): string {
  if (row.kind !== 'log') return KIND_WORDS[row.kind];
  if (row.postfix + row.repeated === 0) return 'a log without Postfix';
  if (row.yearless > 0) return 'Postfix log, stamps without year and zone';
  return row.zoneless > 0 ? 'Postfix log, stamps without zone' : 'Postfix log, stamps with zone';
}

/** Writes an offset in seconds as `+01:00`. */
export function formatOffset(seconds: Seconds): string {
  const minutes = Math.abs(Math.round(seconds / 60));
  const two = (n: number): string => String(n).padStart(2, '0');
  return minutes === 0
    ? 'UTC'
    : `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Writes a sentence about a reading that the user cancelled: how much was read, and where the record ends. */
export function cancelledAt({ files, instances, zone }: RecordView): string {
  const logs = files.filter(({ kind }) => kind === 'log');
  const of = (field: 'bytesRead' | 'size'): string =>
    formatBytes(logs.reduce((sum, log) => sum + log[field], 0));
  const last = Math.max(0, ...instances.map(({ to }) => to));
  const { day, clock } = formatInstant(last, zone);
  const until = last === 0 ? '' : ` The record ends at ${day} ${clock}.`;
  return `Reading was cancelled after ${of('bytesRead')} of ${of('size')}.${until}`;
}

/** Lists the kinds of files that are missing, and what each would add. */
export function missing(view: RecordView): { what: string; adds: string }[] {
  const log = view.instances.length > 0;
  return [
    ...(log ? [] : [{ what: 'maillog', adds: 'needed for most answers' }]),
    ...(view.hasMain
      ? []
      : [{ what: 'postconf -n', adds: 'until then, defaults of the version are assumed' }]),
    ...(view.hasMaster
      ? []
      : [
          {
            what: 'postconf -M',
            adds: 'until then, the usual transports with 100 processes each are assumed',
          },
        ]),
    ...(view.hasQueue
      ? []
      : [{ what: 'postqueue -j', adds: 'shows what waits now, with reasons and next attempts' }]),
    ...(log && view.instances.every(({ selections }) => selections === 0)
      ? [{ what: 'qmgr -v', adds: 'lets the engine check every selection' }]
      : []),
    ...(log && view.instances.every(({ windows }) => windows === 0)
      ? [{ what: 'destination_concurrency_feedback_debug', adds: 'lets the engine check every window' }]
      : []),
  ];
}

/** Lists questions, and for each the files that answer it or that are missing for an answer. */
export function answers(view: RecordView): { question: string; by: string; yes: boolean }[] {
  const log = view.instances.some(({ messages }) => messages > 0);
  const verbose = view.instances.some(({ selections }) => selections > 0);
  const needs = (yes: boolean, have: string, want: string): { by: string; yes: boolean } => ({
    yes,
    by: yes ? have : `needs ${want}`,
  });
  return [
    { question: 'What happened, when, to whom', ...needs(log, 'maillog', 'a maillog') },
    {
      question: 'Why a message was late',
      ...needs(log && view.hasMain, 'maillog, postconf', log ? 'postconf -n' : 'a maillog and postconf -n'),
    },
    { question: 'What waits now', ...needs(view.hasQueue, 'postqueue', 'postqueue -j') },
    {
      question: 'What is wrong in the configuration',
      ...needs(view.hasMain && view.hasMaster, 'postconf, master', 'postconf -n and postconf -M'),
    },
    {
      question: 'Whether the engine selects in the same order as Postfix',
      ...needs(verbose, 'maillog with qmgr -v', 'a maillog with qmgr -v'),
    },
  ];
}
