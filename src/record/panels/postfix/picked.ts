import { useState } from 'react';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { Finding } from '../../protocol/findings.ts';
import type { LaneKind, OverviewLane, Selection } from '../../protocol/record-questions.ts';
import type { RecordInstance } from '../../protocol/record.ts';
import type { Brush } from './axis.ts';

/** Exclusive end of the drawn time. Attempts with a time stamp of whole seconds count as half a second later. */
const endOf = ({ to, wholeSeconds }: RecordInstance): EpochMicros =>
  to + (wholeSeconds ? MICROS_PER_SECOND : 1);

/** Hook: the drawn time range, and the selection: time, range of waiting, lane and filter. */
export function usePicked(instance: RecordInstance) {
  const [range, setRange] = useState<{ from: EpochMicros; to: EpochMicros } | null>(null);
  const [brush, setBrush] = useState<Brush | null>(null);
  /** Kind of lanes that the reader chose. Null = the kind that suits the findings. */
  const [lanes, setLanes] = useState<LaneKind | null>(null);
  const [lane, setLane] = useState('');
  const [filter, setFilter] = useState('');
  const [told, setTold] = useState<'whole' | 'selected'>('whole');
  const from = range?.from ?? instance.from;
  const to = range?.to ?? endOf(instance);
  const time = { from: brush?.from ?? from, to: brush?.to ?? to };
  return {
    from,
    to,
    brush,
    setBrush(next: Brush | null): void {
      setBrush(next);
      if (next === null) setTold('whole');
    },
    lanes,
    lane,
    setLane,
    filter,
    setFilter,
    told,
    tellSelected: () => setTold(told === 'selected' ? 'whole' : 'selected'),
    /** Time that the findings are about; null = the whole record. */
    span: told === 'selected' ? { from: Math.round(time.from), to: Math.round(time.to) } : null,
    selection(kind: LaneKind): Selection {
      return {
        ...time,
        over: brush?.over ?? 0,
        under: brush?.under ?? Infinity,
        lane,
        lanes: kind,
        predicate: filter,
      };
    },
    chosen: brush !== null || lane !== '' || filter !== '',
    zoomed: range !== null || brush !== null || lane !== '' || filter !== '',
    pickLanes(kind: LaneKind) {
      setLanes(kind);
      setLane('');
    },
    zoom() {
      if (brush !== null) setRange({ from: brush.from, to: brush.to });
      setBrush(null);
      setTold('whole');
    },
    all() {
      setRange(null);
      setBrush(null);
      setLane('');
      setFilter('');
      setTold('whole');
    },
    /** Selects the time and the lane of a finding. */
    show(
      { from: start, to: end, subject, words }: Finding,
      drawn: readonly OverviewLane[],
      kind: LaneKind,
    ): void {
      const margin = Math.max(1e6, (end - start) * 0.02);
      setBrush({ from: start - margin, to: end + margin, over: 0, under: Infinity });
      setLanes(kind);
      setLane(laneNamed(drawn, subject, words['relay'] ?? ''));
    },
  };
}

/** Name of the lane of a subject; '' = none. For a subject `domain (nexthop)` the lane has either name. */
function laneNamed(drawn: readonly OverviewLane[], subject: string, relay: string): string {
  const [, domain = subject, nexthop = subject] = /^(\S+) \((\S+)\)$/.exec(subject) ?? [];
  const names = [subject, nexthop, domain, relay];
  return drawn.find(({ name }) => names.some((one) => name === one || name.endsWith(`:${one}`)))?.name ?? '';
}

/** The subjects of findings as the overview looks for them: several names joined by commas. */
export function firstsOf(things: readonly Finding[]): string[] {
  return things.map(({ subject, words }) =>
    [subject, words['names'] ?? '', words['relay'] ?? ''].filter((name) => name !== '').join(', '),
  );
}
