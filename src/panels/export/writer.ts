import type { Micros } from '../../protocol/units.ts';
import type { SavedRun } from '../../protocol/session-api.ts';
import type { LogChunk } from './run-log.ts';

/** Turns the log into a file, a chunk at a time. */
export interface RunWriter {
  start(run: SavedRun): string;
  chunk(chunk: LogChunk): string;
  /** `at`: how far the run has been simulated, in microseconds. What is under way goes on until then. */
  end(at: Micros): string;
}
