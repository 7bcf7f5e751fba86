import type { NamedClass } from '../../worker/model/study.ts';
import { parseClass } from '../../importers/classes/parse.ts';
import { type ModelEdit, readEdit } from '../../importers/model/edit.ts';
import { checkChange, type Known } from '../../importers/model/changes.ts';
import { zoneOffset } from '../../importers/lines/zone.ts';
import { type Change, PROCESS_LINE } from '../../protocol/predict.ts';
import { type EpochMicros, type Micros, MICROS_PER_DAY, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { fail } from '../../../cli/command.ts';

/** Changes named by options. `flush` holds times as typed: only the record can convert them to instants of the run. */
export interface Wanted {
  changes: Change[];
  flush: string[];
}

interface Given {
  set?: string[];
  maxproc?: string[];
  own?: string[];
  instance?: string[];
  flush?: string[];
  split?: string;
  up?: string[];
}

/** Throws an error that names the option and what it accepts. */
export function readChanges(given: Given): Wanted {
  const changes: Change[] = [];
  for (const text of given.set ?? []) {
    const at = text.indexOf('=');
    if (at < 1) fail('--set', text, 'NAME=VALUE, such as smtp_destination_concurrency_limit=5');
    changes.push({ kind: 'set', name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() });
  }
  for (const text of given.maxproc ?? []) {
    const [, service = '', count = ''] = /^([^=]+)=(\d+)$/.exec(text) ?? [];
    if (service === '') fail('--maxproc', text, 'SERVICE=N, such as smtp=20');
    changes.push({ kind: 'maxproc', service, count: Number(count) });
  }
  for (const kind of ['own', 'instance'] as const)
    for (const text of given[kind] ?? []) {
      const [, mailClass = '', service = '', count = ''] = /^(.+?)=([^=:]+):(\d+)$/.exec(text) ?? [];
      if (mailClass === '') fail(`--${kind}`, text, 'CLASS=SERVICE:MAXPROC, such as resets=reset:5');
      changes.push({ kind, mailClass, service, maxproc: Number(count) });
    }
  if (given.split !== undefined) changes.push({ kind: 'split', recipients: Number(given.split) });
  for (const server of given.up ?? []) changes.push({ kind: 'up', server });
  return { changes, flush: given.flush ?? [] };
}

/** Throws when the record has nothing to change in this way. */
export function checkChanges(changes: readonly Change[], known: Known): void {
  for (const change of changes) {
    const checked = checkChange(change, known);
    if (!checked.ok && checked.errors[0] !== undefined)
      throw new Error(`--${change.kind}: ${describeError(checked.errors[0])}`);
  }
}

export function readEdits(servers: readonly string[], processes: readonly string[]): ModelEdit[] {
  return [...servers, ...processes.map((text) => `${PROCESS_LINE} ${text}`)].map((text, i) => {
    const read = readEdit(text);
    if (!read.ok)
      throw new Error(
        `--${i < servers.length ? 'server' : 'processes'}: ${read.errors.map(describeError).join(' ')}`,
      );
    return read.value;
  });
}

export function readClasses(texts: readonly string[]): NamedClass[] {
  return texts.map((text) => {
    const read = parseClass(text);
    if (!read.ok) throw new Error(read.errors.map(describeError).join('\n'));
    return { name: read.value.mailClass.name, predicate: read.value.predicate };
  });
}

/**
 * Reads `--flush` as microseconds after instant 0 of the record. Accepts seconds after the first message became active (`105`), a time of
 * day (`11:39:20`), a stamp (`2026-11-22T11:39:20+00:00`) or seconds since 1970.
 */
export function momentOf(text: string, zone: string, origin: EpochMicros, first: Micros): Micros {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  let at: Micros = Number.NaN;
  if (number > 1e9) at = number * MICROS_PER_SECOND - origin;
  else if (!Number.isNaN(number)) at = first + number * MICROS_PER_SECOND;
  else if (/^\d{1,2}:\d\d(:\d\d(\.\d+)?)?$/.test(text)) {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
    const ahead = (zoneOffset(zone)?.(origin / MICROS_PER_SECOND) ?? 0) * MICROS_PER_SECOND;
    const midnight = Math.floor((origin + ahead) / MICROS_PER_DAY) * MICROS_PER_DAY;
    at = midnight + (hours * 3600 + minutes * 60 + seconds) * MICROS_PER_SECOND - ahead - origin;
    if (at < 0) at += MICROS_PER_DAY;
  } else at = Date.parse(text) * 1e3 - origin;
  if (Number.isNaN(at) || at < 0)
    fail(
      '--flush',
      text,
      'a time within the record: seconds after the first message, a time of day or a time stamp',
    );
  return Math.round(at);
}
