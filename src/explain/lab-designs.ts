import type { LabDesign, LabDesignRow, LabMetric, LabReport } from '../protocol/lab.ts';
import { visitedWords } from './lab-names.ts';
import { formatGrouped } from './figures.ts';
import { formatCounted } from './format.ts';
import { say, type Token } from './tokens.ts';

type Row = Pick<LabDesignRow, 'design' | 'counters'>;

function of(rows: readonly Row[], design: LabDesign, name: string): number {
  return rows.find((row) => row.design === design)?.counters[name] ?? 0;
}

/** Compares the three designs by one counter. */
export function compareSentence(
  metric: LabMetric,
  { arrived, designs }: Pick<LabReport, 'arrived'> & { designs: readonly Row[] },
): Token[] {
  if (arrived === 0) return say`No request has arrived yet.`;
  const [old, proposed, today] = (['old', 'proposed', 'today'] as const).map((design) =>
    formatGrouped(of(designs, design, metric)),
  ) as [string, string, string];
  const same = `Same ${formatGrouped(arrived)} ${arrived === 1 ? 'request' : 'requests'}`;
  switch (metric) {
    case 'heapOps':
      return say`${same}: the old design made ${old} heap operations, the wheel ${today}.`;
    case 'nodeVisits':
      return say`${same}: the old design visited ${old} list nodes, the proposed one ${proposed}, today’s ${today}.`;
    case 'purges':
      return say`${same}: the old design scanned ${old} times for completed ones, the proposed one ${proposed}, today’s ${today}.`;
    case 'retainedDone':
      return say`Completed requests still in memory: ${old} in the old design, ${proposed} in the proposed one, ${today} in today’s.`;
    case 'longestPause':
      return say`In its longest turn the reaper examined ${old} nodes and heap entries in the old design, ${proposed} in the proposed one, ${today} in today’s.`;
    default:
      return metric satisfies never;
  }
}

/** Explains the rule behind a counter. */
export function compareReason(metric: LabMetric, { settings }: Pick<LabReport, 'settings'>): Token[] {
  const { purgeInterval, weakThreshold, collectEvery } = settings;
  switch (metric) {
    case 'heapOps':
      return say`The old heap holds requests: each is pushed and, completed or not, popped or purged. The wheel’s heap holds buckets: it changes only when one is armed or comes due.`;
    case 'nodeVisits':
      return say`A check walks the list of its key, a purge walks all lists. Fewer completed nodes on a list make the next check shorter.`;
    case 'purges':
      return say`The old design purges at ${formatGrouped(purgeInterval)} requests, pending ones included. The proposed one purges above ${formatGrouped(weakThreshold)} cleared references of a list, today’s above an estimated ${formatGrouped(purgeInterval)} completed requests.`;
    case 'retainedDone':
      return say`The old design and today’s hold a completed request until a check or a purge finds it. The proposal holds it only until the next collection, every ${formatGrouped(collectEvery)} ms, but keeps its list node.`;
    case 'longestPause':
      return say`One turn of the reaper, measured in the nodes and heap entries it examines. A request may have to wait that long.`;
    default:
      return metric satisfies never;
  }
}

/** Explains the latest purge of the old design. The purge is a storm when pending requests alone keep its test true. */
export function stormExplanation(report: Pick<LabReport, 'purged' | 'settings'>): {
  storm: boolean;
  sentence: Token[];
} | null {
  const last = report.purged.find(({ design }) => design === 'old');
  if (last === undefined) return null;
  const { purgeInterval } = report.settings;
  const storm = last.pending >= purgeInterval || last.freed * 10 < last.visits;
  const visited = `${visitedWords('old', last.visits, formatGrouped(last.visits))}, ${formatGrouped(last.freed)} freed`;
  if (!storm)
    return {
      storm,
      sentence: say`The old design’s last purge: ${visited}. Its test counts pending requests too; ${formatGrouped(last.pending)} are pending, below ${formatGrouped(purgeInterval)}.`,
    };
  if (last.pending >= purgeInterval)
    return {
      storm,
      sentence: say`Purge storm: ${formatGrouped(last.pending)} requests are pending, and the old test counts them too. It always reaches ${formatGrouped(purgeInterval)}, so every expiry scans everything. Last purge: ${visited}.`,
    };
  return {
    storm,
    sentence: say`Purge storm: the old test counts ${formatGrouped(last.listed)} nodes on the lists, and almost all are pending. The count stays above ${formatGrouped(purgeInterval)} whatever a purge frees. Last purge: ${visited}.`,
  };
}

/** Says what holds the completed requests of today's design. */
export function retainedSentence(report: LabReport): Token[] {
  const held = of(report.designs, 'today', 'retainedDone');
  const dead = of(report.designs, 'today', 'deadNodes');
  if (held === 0) return say`No completed request is held by a list in today’s design.`;
  return say`${formatCounted(held, 'completed request stays', 'completed requests stay')} in memory in today’s design: ${formatCounted(dead, 'node')} on their other keys’ lists hold them until that key is checked or the lists are purged.`;
}
