/**
 * Parameter names are the longest words of a scenario. Only the frequent ones have a short form; each is for ever,
 * because links are.
 */
const SHORT_NAMES: readonly [short: string, name: string][] = [
  ['.c', 'default_delivery_slot_cost'],
  ['.l', 'default_delivery_slot_loan'],
  ['.d', 'default_delivery_slot_discount'],
  ['.m', 'default_minimum_delivery_slots'],
  ['.i', 'initial_destination_concurrency'],
  ['.k', 'default_destination_concurrency_limit'],
  ['.r', 'default_destination_recipient_limit'],
  ['.p', 'default_destination_concurrency_positive_feedback'],
  ['.n', 'default_destination_concurrency_negative_feedback'],
  ['.f', 'default_destination_concurrency_failed_cohort_limit'],
];
const toShort = new Map(SHORT_NAMES.map(([short, name]) => [name, short]));
const toLong = new Map(SHORT_NAMES);
/** The short name of a parameter, or its own. */
export const packName = (name: string): string => toShort.get(name) ?? name;
/** Undoes `packName`. */
export const unpackName = (name: string): string => toLong.get(name) ?? name;

/** A table with other names; what is no table stays as it is. */
export function renamed<T>(table: T, rename: (name: string) => string): T {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return table;
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [rename(name), value])) as T;
}
