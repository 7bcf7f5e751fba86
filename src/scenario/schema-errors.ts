import type { BaseIssue } from 'valibot';
import type { InputError } from '../protocol/result.ts';

/** More than this is noise: the first ones are usually the cause of the rest. */
const ERRORS_MAX = 20;
const VALUE_MAX = 60;

/** The offending value as short text, for a message. Never throws. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  let shown: string;
  try {
    shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value);
  } catch {
    shown = Object.prototype.toString.call(value);
  }
  return shown.length > VALUE_MAX ? `${shown.slice(0, VALUE_MAX - 1)}…` : shown;
}

function pathOf(issue: BaseIssue<unknown>): string {
  let path = '';
  for (const item of issue.path ?? []) {
    if (typeof item.key === 'number') path += `[${item.key}]`;
    else if (path === '') path = String(item.key);
    else path += `.${String(item.key)}`;
  }
  return path === '' ? '(whole)' : path;
}

function acceptedOf(issue: BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.type === 'strict_object') {
    if (issue.expected === 'never') return 'no such member; check its spelling';
    if (issue.expected?.startsWith('"')) return 'a value: this member is required';
    return 'an object';
  }
  if (issue.kind === 'schema' && issue.type === 'strict_tuple') return 'a list of two whole numbers';
  return issue.message;
}

/** Issues of valibot as input errors, each field once. */
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

/** One error as a line of text. */
export function describeError(error: InputError): string {
  return `${error.field}: ${error.value} is not accepted; it takes ${error.accepted}`;
}
