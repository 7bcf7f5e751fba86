import type { ProcessId } from '../../../protocol/ids.ts';
import type { EpochMicros, Micros } from '../../../protocol/units.ts';
import { type Bytes, textOf } from '../bytes/scan.ts';

/** One parsed line. A single object is reused for all lines, because a log has millions. */
export interface Line {
  buf: Bytes;
  /** Whole microseconds since 1970, UTC. */
  time: EpochMicros;
  /** Value of the last printed digit of the stamp, in microseconds. */
  resolution: Micros;
  hostFrom: number;
  hostTo: number;
  tagFrom: number;
  tagTo: number;
  /** Process id. 0 = the line has none. */
  pid: ProcessId;
  textFrom: number;
  textTo: number;
  /** Number of lines that this one stands for (`message repeated n times`). */
  times: number;
}

export function emptyLine(): Line {
  return {
    buf: new Uint8Array(0),
    time: 0,
    resolution: 1,
    hostFrom: 0,
    hostTo: 0,
    tagFrom: 0,
    tagTo: 0,
    pid: 0,
    textFrom: 0,
    textTo: 0,
    times: 1,
  };
}

export function lineText(line: Line): { host: string; tag: string; text: string } {
  const { buf } = line;
  return {
    host: textOf(buf, line.hostFrom, line.hostTo),
    tag: textOf(buf, line.tagFrom, line.tagTo),
    text: textOf(buf, line.textFrom, line.textTo),
  };
}
