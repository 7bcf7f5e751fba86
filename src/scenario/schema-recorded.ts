/**
 * Checks the recorded part of a scenario: what surrounds the queue manager comes from a real Postfix log, or was written in
 * its form. Accepts columns, as the importers make them, and lists, for people; returns columns. See
 * `core/world/recorded/README.md`.
 */
import * as v from 'valibot';
import type { RecordedSetup } from '../protocol/recorded.ts';
import { type Path, RecordedRefusal, refuse } from './recorded-check.ts';
import { columnsOf } from './recorded-columns.ts';
import { recordedFromLists } from './recorded-lists.ts';
import { isObject } from '../protocol/is-object.ts';

const SHAPE =
  'an object with origin, texts, messages, attempts, selections and facts, or with messages and deliveries as lists';

/** The schema of the recorded part. Not composed of valibot's pieces, because it may hold a million numbers. */
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

/** Converts a path to valibot's form. */
export function pathItems(path: Path, value: unknown): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const items = path.map(
    (key): v.IssuePathItem => ({ type: 'object', origin: 'value', input: {}, key: key as string, value }),
  );
  return items.length === 0 ? undefined : (items as [v.IssuePathItem, ...v.IssuePathItem[]]);
}
