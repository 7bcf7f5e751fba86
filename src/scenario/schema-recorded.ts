/**
 * Checks the recorded part of a scenario: the events around the queue manager, from a real Postfix log or written by hand.
 * Accepts columns, which importers make, or lists, which people write; returns columns. See `core/world/recorded/README.md`.
 */
import * as v from 'valibot';
import type { RecordedSetup } from '../protocol/recorded.ts';
import { type Path, RecordedRefusal, refuse } from './recorded-check.ts';
import { columnsOf } from './recorded-columns.ts';
import { recordedFromLists } from './recorded-lists.ts';
import { isObject } from '../protocol/is-object.ts';

const SHAPE =
  'an object with origin, texts, messages, attempts, selections and facts, or with messages and deliveries as lists';

/** The schema of the recorded part. Written without valibot's schemas for lists, because it may hold a million numbers. */
export const recorded = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): RecordedSetup => {
    try {
      const { value } = dataset;
      if (!isObject(value)) refuse([], value, SHAPE);
      return 'deliveries' in value ? recordedFromLists(value) : columnsOf(value);
    } catch (error) {
      if (!(error instanceof RecordedRefusal)) throw error;
      const { path, value, accepted } = error;
      addIssue({
        message: accepted,
        input: value,
        path: pathItems(path, value),
      });
      return NEVER;
    }
  }),
);

export function pathItems(path: Path, value: unknown): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const items = path.map(
    (key): v.IssuePathItem => ({ type: 'object', origin: 'value', input: {}, key: key as string, value }),
  );
  return items.length === 0 ? undefined : (items as [v.IssuePathItem, ...v.IssuePathItem[]]);
}
