import { count } from './lint/context.ts';
import type {
  NotUnderstood,
  RecordFileRow,
  RecordInstance,
  RecordView,
  TextKind,
} from '../protocol/record.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import { readClasses } from './classes/text.ts';
import type { FileFacts } from './input/probe.ts';
import type { ReadResult } from './input/read.ts';
import { readSettings } from './settings/read.ts';
import { listingIn, readPostqueue } from './snapshots/postqueue.ts';
import { readQshape } from './snapshots/qshape.ts';
import type { Member } from './store/record.ts';
import type { UnknownShape } from './store/unknown.ts';
import { gapsOf, type RecordSummary, summarize } from './summary.ts';

/** The record as shown on the page. `texts`: complete texts of files that are not logs, by file. */
export function viewOf(result: ReadResult, texts: ReadonlyMap<number, string>, zone: string): RecordView {
  const { builder, files, cancelled } = result;
  const summaries = summarize(result);
  const read = files.map((file, i) => fileRow(file, texts.get(i)));
  const named = (shape: UnknownShape): NotUnderstood => ({ ...shape, file: files[shape.file]?.name ?? '' });
  const members = builder.members.flatMap((member) => {
    const sum = summaries.find(({ host, instance }) => host === member.host && instance === member.name);
    return sum === undefined ? [] : [memberOf(member, sum, named)];
  });
  members.sort((one, other) => other.lines - one.lines);
  const has = (...kinds: RecordFileRow['kind'][]): boolean => read.some(({ kind }) => kinds.includes(kind));
  return {
    files: read,
    instances: members,
    otherPrograms: [...builder.others].map(([key, count]) => ({
      name: key.slice(key.indexOf(' ') + 1),
      count,
    })),
    junk: builder.junk.list().map(named),
    cancelled,
    hasMain: has('postconf', 'settings'),
    hasMaster: has('master'),
    hasQueue: has('postqueue'),
    classes: [...texts.values()].flatMap((text) => readClasses(text) ?? []),
    zone,
  };
}

function memberOf(
  member: Member,
  sum: RecordSummary,
  named: (shape: UnknownShape) => NotUnderstood,
): RecordInstance {
  const { instance, unknown, gaps, lost } = member;
  return {
    host: member.host,
    instance: member.name,
    version: sum.version ?? '',
    from: instance.from,
    to: instance.to,
    lines: instance.lines,
    used: instance.used,
    notNeeded: instance.understood - instance.used,
    notUnderstood: unknown.list().map(named),
    messages: sum.messages,
    mails: sum.mails,
    activations: sum.activations,
    ...sum.attempts,
    deliveries: sum.deliveries,
    chains: sum.chains,
    restarts: sum.restarts,
    windows: sum.windows,
    selections: sum.selections,
    gaps: gapsOf(gaps.list(), lost).map(({ from, to }) => ({ from, to })),
    clockSteps: instance.clockSteps.map(({ from, to }) => ({ from, to })),
    wholeSeconds: instance.resolution >= MICROS_PER_SECOND,
  };
}

function fileRow(file: FileFacts, text: string | undefined): RecordFileRow {
  const { name, lines, postfix, otherPrograms, repeated, junk, from, to } = file;
  const { yearless, zoneless, year, yearFrom, zoneFromIds, bytesRead } = file;
  const known = file.kind === 'text' ? recognize(name, text ?? file.head) : null;
  return {
    name,
    size: file.size ?? 0,
    kind: known?.kind ?? (file.kind === 'text' ? 'unknown' : file.kind),
    trouble: file.trouble === '' ? (known?.trouble ?? '') : file.trouble,
    what: known?.what ?? '',
    lines,
    postfix,
    otherPrograms,
    repeated,
    junk,
    bytesRead,
    from,
    to,
    yearless,
    zoneless,
    year,
    yearFrom,
    zoneFromIds,
  };
}

interface Recognized {
  kind: TextKind;
  what: string;
  trouble: string;
}

/** Kind of a text that is not a log, by its beginning. */
export function textKindOf(name: string, head: string): TextKind {
  // Drop the last line if it is cut off, because it could change the result.
  const whole = head.slice(0, head.lastIndexOf('\n') + 1) || head;
  return recognize(name, whole).kind;
}

function recognize(name: string, text: string): Recognized {
  const shape = readQshape(text);
  if (shape !== null)
    return { kind: 'qshape', what: `qshape: ${count(shape.rows.length, 'row')}`, trouble: '' };
  const classes = readClasses(text);
  if (classes !== null)
    return {
      kind: 'classes',
      what: `${classes.length === 1 ? 'Class' : 'Classes'} of mail: ${classes.map(({ name: own }) => own).join(', ')}`,
      trouble: '',
    };
  if (/^\s*\{/.test(text) || listingIn(text) !== null) {
    const { snapshots, bad, firstBad } = readPostqueue(text);
    const last = snapshots.at(-1);
    if (last !== undefined && (last.messages.length > 0 || snapshots.length > 1)) {
      const active = last.messages.filter(({ queue }) => queue === 'active').length;
      const what = `${snapshots.length > 1 ? `${count(snapshots.length, 'snapshot')}; last: ` : ''}${count(last.messages.length, 'message')}, ${active} active`;
      const trouble =
        firstBad === null
          ? ''
          : `${name}, line ${firstBad.line}: "${firstBad.found}" is not a message (${count(bad, 'such line')}); accepted: the output of postqueue -j`;
      return { kind: 'postqueue', what, trouble };
    }
  }
  return recognizeSettings(name, text);
}

function recognizeSettings(name: string, text: string): Recognized {
  const settings = readSettings([{ name, text }]);
  const [source] = settings.sources;
  const { main, services, routes } = settings;
  const found = main.length + services.length + routes.length;
  if (source === undefined || found === 0 || source.notUnderstood > found) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const first = lines[0]?.slice(0, 120) ?? '';
    return {
      kind: 'unknown',
      what: '',
      trouble: `${name}: 0 of ${count(lines.length, 'line')} look like Postfix. Found: "${first}". Accepted: a mail log, postconf -n, postconf -M, main.cf, master.cf, postqueue -j, qshape, a transport map.`,
    };
  }
  if (services.length >= main.length && services.length > 0) {
    return { kind: 'master', what: count(services.length, 'service'), trouble: '' };
  }
  if (routes.length > main.length)
    return { kind: 'transport-map', what: count(routes.length, 'route'), trouble: '' };
  return { kind: 'postconf', what: count(main.length, 'setting'), trouble: '' };
}
