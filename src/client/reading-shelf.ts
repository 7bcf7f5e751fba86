import type { ReadingKind } from '../protocol/reading.ts';
import type { Employed, JobThread } from './job-thread.ts';

/** What came of a job; `too-slow` and `failed` have a sentence for the reader. */
export type Reading =
  | { ok: true; value: unknown }
  | { ok: false; reason: 'too-slow' | 'failed' | 'cancelled'; detail: string };

/** A job that is under way, for who shows it. */
export interface ReadingNow {
  kind: ReadingKind;
  /** From 0 to 1. */
  share: number;
  cancel: () => void;
}

/** What a reader keeps between its jobs. */
export interface Shelf {
  start: () => JobThread;
  /** A worker without a job: the next one need not wait for its start. */
  idle: Employed | null;
  now: ReadingNow | null;
  listeners: Set<() => void>;
}

/** The sentence for the reader of what went wrong. */
export function failed(reason: unknown): string {
  const words = reason instanceof Error ? reason.message : String(reason);
  return `It could not be read (${words}).`;
}
