import type { MessageNumber } from '../../protocol/ids.ts';
import type { LogFilter } from '../../protocol/debug.ts';
import type { KindStops } from '../kinds/kind-stops.ts';

export interface LogQuery {
  text: string;
  /** Words of the groups of the kind of run. */
  groups: readonly string[];
  message: MessageNumber;
  destination: string;
}

export const NO_QUERY: LogQuery = { text: '', groups: [], message: 0, destination: '' };

/** What the worker is asked for, of a run in which such things can happen. */
export function filterOf(
  query: LogQuery,
  { groups, words: lines }: Pick<KindStops, 'groups' | 'words'>,
): LogFilter {
  const words = query.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return {
    kinds: groups.filter(({ word }) => query.groups.includes(word)).flatMap(({ kinds }) => [...kinds]),
    message: query.message,
    destination: query.destination,
    words: words.slice(0, 8).map((text) => ({
      text,
      kinds: lines.filter(([, line]) => line.includes(text)).map(([kind]) => kind),
    })),
  };
}
