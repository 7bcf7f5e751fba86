import type { Late } from '../../importers/findings/find.ts';
import { WAIT_BINS, waitBinStart } from '../../importers/store/queries/waits.ts';
import type { Member } from '../../importers/store/record.ts';
import {
  type FindingPicture,
  PICTURE_BINS as BINS,
  type PictureQuestion,
} from '../../protocol/record-questions.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { type HeldRecord, lateIn, queriesOf } from './held.ts';
import { laneGroups } from './lane-groups.ts';
import { arrivalsOf, deferralsOf, placesOf } from './overview.ts';

/** Maximum number of recipients drawn with their deferral and next attempt. */
const PAIRS = 36;
/** Shortest time that a picture covers, in microseconds. */
const SHORTEST = 10 * MICROS_PER_SECOND;

type Asked = PictureQuestion['findings'][number];
interface Span {
  from: EpochMicros;
  to: EpochMicros;
}

const EMPTY: FindingPicture = { up: [], down: [], shaded: [], limit: 0, pairs: [], dots: [], marks: [] };

/** Makes the small pictures of findings. Each covers the part of the record that its finding is about. */
export function picturesOf(
  held: HeldRecord,
  member: Member,
  { findings }: PictureQuestion,
): FindingPicture[] {
  return findings.map((finding) => ({ ...EMPTY, ...pictureOf(held, member, finding) }));
}

function pictureOf(held: HeldRecord, member: Member, finding: Asked): Partial<FindingPicture> {
  const span = spanOf(member, finding);
  const { figures } = finding;
  switch (finding.rule) {
    case 'greylisting':
      return { pairs: pairsOf(lateIn(held, member), finding, span) };
    case 'excerpt':
      return { up: partsOf(figures) };
    case 'agents-busy':
      return { up: busyOf(held, member, finding.subject, span), limit: figures['agents'] ?? 0 };
    case 'one-message':
      return { dots: waitsOf(held, member, span) };
    case 'incoming':
    case 'retries':
      return { up: inQueue(held, member, span), limit: figures['limit'] ?? 0 };
    case 'clog':
    case 'untried':
      return { up: inQueue(held, member, span), ...lasted(finding, span) };
    case 'flush':
    case 'reload':
    case 'scan':
    case 'before-queue':
    case 'log-gap':
    case 'process-limit':
    case 'corrupt-file':
    case 'watchdog':
    case 'bounce-failed':
    case 'no-space':
      return { up: [...arrivalsOf(member, { lives: null }, span, BINS)], ...lasted(finding, span) };
    default:
      return laneOf(held, member, finding, span);
  }
}

/**
 * The time of the finding with a margin, limited to the time of the record. The record's end gets a second more,
 * because its last attempts may be half a second later than their time stamps.
 */
function spanOf({ instance }: Member, { from, to }: Asked): Span {
  const margin = Math.max((to - from) * 0.2, SHORTEST);
  const start = Math.max(instance.from, from - margin);
  return { from: start, to: Math.max(start + 1, Math.min(instance.to + MICROS_PER_SECOND, to + margin)) };
}

const binIn = ({ from, to }: Span, at: EpochMicros): number =>
  Math.max(0, Math.min(BINS - 1, Math.floor(((at - from) / (to - from)) * BINS)));

/** The four figures of delays= as wide bars beside each other. */
function partsOf(figures: Asked['figures']): number[] {
  const each = BINS / 4;
  return Array.from({ length: BINS }, (_, bin) => {
    const isGap = bin % each === each - 1;
    return isGap ? 0 : (figures['abcd'[Math.floor(bin / each)] ?? ''] ?? 0);
  });
}

function lasted({ from, to }: Asked, span: Span): Pick<FindingPicture, 'shaded' | 'marks'> {
  const [first, last] = [binIn(span, from), binIn(span, to)];
  return {
    shaded: Array.from({ length: last - first + 1 }, (_, i) => first + i),
    marks: [(from - span.from) / (span.to - span.from)],
  };
}

const inQueue = (held: HeldRecord, member: Member, span: Span): number[] => [
  ...queriesOf(held, member).levels('inQueue', span, BINS).most,
];

function busyOf(held: HeldRecord, member: Member, transport: string, span: Span): number[] {
  const queries = queriesOf(held, member);
  const groups = queries.groups('transport');
  const group = Array.from({ length: groups.count }, (_, i) => i).find((i) => groups.name(i) === transport);
  const where = group === undefined ? span : { ...span, by: 'transport', group };
  return [...queries.levels('inFlight', where, BINS).most];
}

const zeros = (): number[] => Array.from({ length: BINS }, () => 0);

/** Deliveries above the line and deferrals below it: of the finding's destinations, otherwise of all mail. */
function laneOf(
  held: HeldRecord,
  member: Member,
  { subject, words }: Asked,
  span: Span,
): Partial<FindingPicture> {
  const queries = queriesOf(held, member);
  const by = laneGroups(held, member, { lanes: 'destination', classes: [] });
  const subjects = [subject, words['relay'] ?? ''].filter((name) => name !== '');
  const places = placesOf(lateIn(held, member).traffic, subjects);
  const wheres =
    places.length === 0
      ? [{ ...span, by: 'all', group: 0 }]
      : places.map((group) => ({ ...span, by, group }));
  const [up, down] = [zeros(), zeros()];
  const shaded = new Set<number>();
  for (const where of wheres) {
    const { most } = queries.levels('inFlight', where, BINS);
    const { refused, dead } = deferralsOf(held, member, where, BINS);
    for (let bin = 0; bin < BINS; bin++) {
      up[bin] = (up[bin] ?? 0) + (most[bin] ?? 0);
      down[bin] = (down[bin] ?? 0) + (refused[bin] ?? 0);
      if ((dead[bin] ?? 0) > 0) shaded.add(bin);
    }
  }
  return { up, down, shaded: [...shaded] };
}

/** A sample of recipients in order of time, each with its first attempt and the next one. */
function pairsOf(
  { pauses, traffic }: Late,
  { subject, words, from, to }: Asked,
  span: Span,
): FindingPicture['pairs'] {
  const places = new Set(
    placesOf(
      traffic,
      [subject, words['names'] ?? ''].filter((name) => name !== ''),
    ),
  );
  const rows: number[] = [];
  for (let row = 0; row < pauses.length; row++) {
    const at = pauses.from[row] ?? 0;
    if (pauses.first[row] === 0 || at < from || at > to) continue;
    const place = (traffic.destinationOf[pauses.before[row] ?? 0] ?? 0) - 1;
    if (places.size === 0 || places.has(place)) rows.push(row);
  }
  const every = Math.max(1, rows.length / PAIRS);
  const share = (at: EpochMicros): number =>
    Math.max(0, Math.min(1, (at - span.from) / (span.to - span.from)));
  return Array.from({ length: Math.min(PAIRS, rows.length) }, (_, i) => {
    const row = rows[Math.floor(i * every)] ?? 0;
    return { from: share(pauses.from[row] ?? 0), to: share(pauses.to[row] ?? 0) };
  });
}

/** Waits of messages by arrival: a dot for each bin and step of waiting that has a recipient. */
function waitsOf(held: HeldRecord, member: Member, span: Span): FindingPicture['dots'] {
  const waits = queriesOf(held, member).waits('firstPasses', span, BINS);
  const dots: { at: number; seconds: number }[] = [];
  for (let bin = 0; bin < BINS; bin++)
    for (let step = 0; step < WAIT_BINS; step++)
      if ((waits[bin * WAIT_BINS + step] ?? 0) > 0)
        dots.push({ at: (bin + 0.5) / BINS, seconds: waitBinStart(step) });
  const longest = Math.max(1, ...dots.map(({ seconds }) => seconds));
  return dots.map(({ at, seconds }) => ({ at, height: seconds / longest }));
}
