/**
 * The recorded part of a scenario, checked: the outside of the run is what a real Postfix logged (or what was written as if it
 * had). Two forms are read: columns, as the importers make them, and lists, for people. Both come out as columns.
 * Documented in `core/world/recorded/README.md`.
 */
import * as v from 'valibot';
import type { RecordedSetup } from '../protocol/recorded.ts';
import { type Path, RecordedRefusal, refuse } from './recorded-check.ts';
import { columnsOf } from './recorded-columns.ts';
import { recordedFromLists } from './recorded-lists.ts';
import { isObject } from '../protocol/is-object.ts';

const SHAPE =
  'an object with origin, texts, messages, attempts, selections and facts, or with messages and deliveries as lists';

/** What the recorded part takes. Not built from valibot's pieces: it may have a million numbers. */
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

/** A place as valibot wants it. */
export function pathItems(path: Path, value: unknown): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const items = path.map(
    (key): v.IssuePathItem => ({ type: 'object', origin: 'value', input: {}, key: key as string, value }),
  );
  return items.length === 0 ? undefined : (items as [v.IssuePathItem, ...v.IssuePathItem[]]);
}
