import type { SavedRun } from '../../protocol/session-api.ts';
import type { LogChunk } from './run-log.ts';

/** Turns the log into a file, a chunk at a time. */
export interface RunWriter {
  start(run: SavedRun): string;
  chunk(chunk: LogChunk): string;
  end(): string;
}
