import * as v from 'valibot';
import { ERRORS_MAX } from './schema-errors.ts';

type Item = v.GenericSchema;

/**
 * A list of `min` to `max` items. Checks the length first and stops after `ERRORS_MAX` errors, because valibot's own array
 * checks all items and keeps every error: gigabytes for a million wrong items. `accepted` describes a valid list as a noun
 * phrase.
 */
export function listOf<T extends Item>(
  item: T,
  accepted: string,
  { min = 0, max }: { min?: number; max: number },
): v.ArraySchema<T, string> {
  const list = v.array(item, accepted);
  return {
    ...list,
    '~run'(dataset, config) {
      const input: unknown = dataset.value;
      if (!Array.isArray(input) || input.length < min || input.length > max) {
        v._addIssue(list, 'type', dataset, config);
        return dataset as unknown as v.FailureDataset<v.ArrayIssue>;
      }
      return runItems(item, input, config) as ReturnType<(typeof list)['~run']>;
    },
  };
}

interface Items {
  typed: boolean;
  value: unknown[];
  issues?: v.BaseIssue<unknown>[];
}

function runItems(item: Item, input: readonly unknown[], config: v.Config<v.BaseIssue<unknown>>): Items {
  const out: Items = { typed: true, value: [] };
  const issues: v.BaseIssue<unknown>[] = [];
  for (const [key, value] of input.entries()) {
    const one = item['~run']({ value }, config);
    if (!one.typed) out.typed = false;
    out.value.push(one.value);
    for (const issue of one.issues ?? []) {
      const step: v.ArrayPathItem = { type: 'array', origin: 'value', input: input as unknown[], key, value };
      issues.push({ ...issue, path: [step, ...(issue.path ?? [])] });
    }
    if (issues.length >= ERRORS_MAX) {
      out.typed = false;
      break;
    }
  }
  return issues.length === 0 ? out : { ...out, issues };
}
