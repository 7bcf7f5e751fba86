import type { ProcessId } from '../../../protocol/ids.ts';
import type { EpochMicros, Micros } from '../../../protocol/units.ts';
import { type Bytes, textOf } from '../bytes/scan.ts';

/** One line, taken apart. One object is filled again and again: a log has millions of lines. */
export interface Line {
  buf: Bytes;
  /** Whole microseconds since 1970, UTC. */
  time: EpochMicros;
  /** Microseconds that the last printed digit of the stamp stands for. */
  resolution: Micros;
  hostFrom: number;
  hostTo: number;
  tagFrom: number;
  tagTo: number;
  /** 0 when there is none. */
  pid: ProcessId;
  textFrom: number;
  textTo: number;
  /** The line stands for so many (`message repeated n times`). */
  times: number;
}

/** A line with nothing in it, to be filled by every line of a file in turn. */
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

/** A line's parts as strings, for people and for tests. */
export function lineText(line: Line): { host: string; tag: string; text: string } {
  const { buf } = line;
  return {
    host: textOf(buf, line.hostFrom, line.hostTo),
    tag: textOf(buf, line.tagFrom, line.tagTo),
    text: textOf(buf, line.textFrom, line.textTo),
  };
}
