import type { ReadingKind } from '../protocol/reading.ts';
import type { Employed, JobThread } from './job-thread.ts';

/** Result of a reading job. `detail` is a sentence for the reader. */
export type Reading =
  | { ok: true; value: unknown }
  | { ok: false; reason: 'too-slow' | 'failed' | 'cancelled'; detail: string };

export interface ReadingNow {
  kind: ReadingKind;
  share: number;
  cancel: () => void;
}

export interface Shelf {
  start: () => JobThread;
  /** A started worker without a job; the next job uses it. */
  idle: Employed | null;
  now: ReadingNow | null;
  listeners: Set<() => void>;
}

/** Writes an error as a sentence for the reader. */
export function failed(reason: unknown): string {
  const words = reason instanceof Error ? reason.message : String(reason);
  return `It could not be read (${words}).`;
}
