import type { MessageId, StepNumber } from '../../protocol/ids.ts';
import type { TimelineMark } from '../../protocol/answers.ts';
import type { DramaKind } from '../../protocol/dramas.ts';
import type { Micros } from '../../protocol/units.ts';

/** A mark whose messages are still ids: which number an id has differs between branches. */
export interface LoggedMark {
  kind: TimelineMark['kind'];
  at: Micros;
  step: StepNumber;
  /** Message that the mark is about, 0 = none, and the one it acted on. */
  msg: MessageId;
  other: number;
  text: string;
  /** Of a herd: threads woken so far in its step. */
  woken?: number;
  /** Announced as this. */
  drama: DramaKind | null;
}

/** A mark that is not yet announced as anything. */
export function made(
  kind: LoggedMark['kind'],
  at: Micros,
  step: StepNumber,
  text: string,
  msg = 0,
  other = 0,
): LoggedMark {
  return { kind, at, step, msg, other, text, drama: null };
}
