import type { BaseIssue } from 'valibot';
import type { InputError } from '../protocol/result.ts';

/** Maximum number of reported errors; the first errors usually cause the rest. */
export const ERRORS_MAX = 20;
const VALUE_MAX = 60;

/** Returns the invalid value as short text, for a message. Never throws. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return cut(value);
  try {
    return cut(JSON.stringify(start(value, { left: VALUE_MAX })) ?? typeof value);
  } catch {
    return 'something unreadable';
  }
}

function cut(text: string): string {
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text;
}

/** Shortens a member name for the path of a field. Names from outside may have any length. */
export function shortKey(key: string): string {
  return cut(key);
}

/**
 * The part of a value that can be shown. Each item takes at least one character of `budget`, so that a large or deeply nested
 * value takes no longer.
 */
function start(value: unknown, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === 'string') return value.slice(0, VALUE_MAX + 1);
  if (typeof value === 'bigint' || typeof value === 'symbol') return cut(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (let i = 0; i < value.length && budget.left >= 0; i++) list.push(start(value[i], budget));
    return list;
  }
  const members: [string, unknown][] = [];
  for (const key in value) {
    if (budget.left < 0) break;
    if (!Object.hasOwn(value, key)) continue;
    members.push([key.slice(0, VALUE_MAX + 1), start((value as Record<string, unknown>)[key], budget)]);
  }
  return Object.fromEntries(members);
}

function pathOf(issue: BaseIssue<unknown>): string {
  let path = '';
  for (const item of issue.path ?? []) {
    if (typeof item.key === 'number') path += `[${item.key}]`;
    else if (path === '') path = shortKey(String(item.key));
    else path += `.${shortKey(String(item.key))}`;
  }
  return path === '' ? '(whole)' : path;
}

/** What is accepted in place of an unknown member, and of a missing one, as noun phrases. */
export const UNKNOWN_MEMBER = 'no such member; check its spelling';
export const MISSING_MEMBER = 'a value: this member is required';

function acceptedOf(issue: BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.type === 'strict_object') {
    if (issue.expected === 'never') return UNKNOWN_MEMBER;
    if (issue.expected?.startsWith('"')) return MISSING_MEMBER;
    return 'an object';
  }
  if (issue.kind === 'schema' && issue.type === 'strict_tuple') return 'a list of two whole numbers';
  return issue.message;
}

/** Converts valibot's issues to input errors, at most one for each field. */
export function toInputErrors(issues: readonly BaseIssue<unknown>[]): InputError[] {
  const errors = new Map<string, InputError>();
  for (const issue of issues) {
    const field = pathOf(issue);
    if (errors.has(field)) continue;
    const last = issue.path?.at(-1);
    const value = last === undefined ? issue.input : last.value;
    errors.set(field, { field, value: showValue(value), accepted: acceptedOf(issue) });
    if (errors.size === ERRORS_MAX) break;
  }
  return [...errors.values()];
}

export function describeError(error: InputError): string {
  return `${error.field}: ${error.value} is not accepted; it takes ${error.accepted}`;
}
