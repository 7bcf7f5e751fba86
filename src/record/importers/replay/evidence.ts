import { MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { FilePlace, LifeRow, LineNumber } from '../../../protocol/ids.ts';
import type { Instance } from '../store/instance.ts';
import { DIGITS, halfUnit } from '../store/origins.ts';
import { OUTCOMES } from '../store/tables.ts';
import type { Replay } from './setup.ts';

/** Position in the record. */
export interface Place {
  file: FilePlace;
  line: LineNumber;
}

/** A window line: the state of a destination after a delivery report. */
export interface WindowLine extends Place {
  queue: string;
  window: number;
  success: number;
  failure: number;
  cohorts: number;
}

export interface PreemptionLine extends Place {
  preempted: string;
  by: string;
}

/** What the log states about the queue manager's decisions, to compare with a run that follows the record. */
export interface Evidence {
  windows: WindowLine[];
  preemptions: PreemptionLine[];
  /** For each attempt of the run: microseconds in the queue manager (b), the possible rounding error, and 1 if it was suspended. */
  b: Float64Array;
  bOff: Float64Array;
  suspended: Uint8Array;
}

const SUSPENDED = OUTCOMES.indexOf('suspended');

export function replayEvidenceOf(instance: Instance, replay: Replay): Evidence {
  const { windows, preemptions, attempts } = instance.tables;
  const { strings, texts } = instance.pools;
  const evidence: Evidence = {
    windows: [],
    preemptions: [],
    b: new Float64Array(replay.attempts.length),
    bOff: new Float64Array(replay.attempts.length),
    suspended: new Uint8Array(replay.attempts.length),
  };
  const idOf = (life: LifeRow): string => texts.text(instance.tables.lives.id[life] ?? 0);
  for (let row = 1; row < windows.length; row++) {
    evidence.windows.push({
      file: windows.file[row] ?? 0,
      line: windows.line[row] ?? 0,
      queue: strings.text(windows.queue[row] ?? 0),
      window: windows.window[row] ?? 0,
      success: windows.success[row] ?? 0,
      failure: windows.failure[row] ?? 0,
      cohorts: windows.cohorts[row] ?? 0,
    });
  }
  for (let row = 1; row < preemptions.length; row++) {
    evidence.preemptions.push({
      file: preemptions.file[row] ?? 0,
      line: preemptions.line[row] ?? 0,
      preempted: idOf(preemptions.preempted[row] ?? 0),
      by: idOf(preemptions.by[row] ?? 0),
    });
  }
  for (const [i, row] of replay.attempts.entries()) {
    const b = attempts.b[row] ?? 0;
    evidence.b[i] = MICROS_PER_SECOND * b;
    const printedOff = MICROS_PER_SECOND * halfUnit(b, ((attempts.digits[row] ?? 0) >>> DIGITS.b) & 15);
    // If stamps have whole seconds, the time of the activation may be wrong by a second, too.
    evidence.bOff[i] = printedOff + (instance.resolution > 1 ? instance.resolution : 0);
    evidence.suspended[i] = attempts.outcome[row] === SUSPENDED ? 1 : 0;
  }
  return evidence;
}
