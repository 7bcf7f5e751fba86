import type { Change } from '../../protocol/predict.ts';
import type { Result } from '../../../protocol/result.ts';
import { type Micros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { showValue } from '../../../scenario/schema-errors.ts';
import { checkChange, type Known } from './changes.ts';

const ACCEPTED =
  'NAME = VALUE of main.cf; maxproc SERVICE = N; own CLASS = SERVICE:N, or own @DOMAIN = SERVICE:N; instance CLASS = NAME:N (a second Postfix); split N; up SERVER; flush SECONDS after the first message';

/** A change as a person types it, one a line. `first`: instant of the first message. */
export function readChanges(text: string, known: Known, first: Micros): Result<Change[]> {
  const changes: Change[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const change = changeOf(line, first);
    if (change === null)
      return { ok: false, errors: [{ field: 'change', value: showValue(line), accepted: ACCEPTED }] };
    const checked = checkChange(change, known);
    if (!checked.ok) return checked;
    changes.push(change);
  }
  if (changes.length === 0)
    return { ok: false, errors: [{ field: 'change', value: 'nothing', accepted: ACCEPTED }] };
  return { ok: true, value: changes };
}

function changeOf(line: string, first: Micros): Change | null {
  const [, service, count] = /^maxproc\s+([\w.-]+)\s*=\s*(\d+)$/i.exec(line) ?? [];
  if (service !== undefined) return { kind: 'maxproc', service, count: Number(count) };
  const [, kind, mailClass, own, maxproc] = /^(own|instance)\s(.+)=\s*([\w-]+):(\d+)$/i.exec(line) ?? [];
  if (mailClass !== undefined)
    return {
      kind: kind?.toLowerCase() === 'instance' ? 'instance' : 'own',
      mailClass: mailClass.trim(),
      service: own ?? '',
      maxproc: Number(maxproc),
    };
  const [, pieces] = /^split\s+(\d+)$/i.exec(line) ?? [];
  if (pieces !== undefined) return { kind: 'split', recipients: Number(pieces) };
  const [, at] = /^flush\s+(\d+(?:\.\d+)?)$/i.exec(line) ?? [];
  if (at !== undefined) return { kind: 'flush', at: Math.round(first + Number(at) * MICROS_PER_SECOND) };
  const [, server] = /^up\s+(\S+)$/i.exec(line) ?? [];
  if (server !== undefined) return { kind: 'up', server };
  const [, name, value] = /^(?:postconf -e\s+['"]?)?([a-z][\w-]*)\s*=(.*)$/i.exec(line) ?? [];
  return name === undefined ? null : { kind: 'set', name, value: (value ?? '').replace(/['"]$/, '').trim() };
}
