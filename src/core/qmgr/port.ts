import type { Decision } from '../../protocol/decisions.ts';
import type { QmgrEvent } from '../../protocol/events.ts';
import type { Seconds } from '../../protocol/units.ts';

/** What a timer of the queue manager is for; with the id of its object it identifies the timer (qmgr/README.md §3.2). */
export type QmgrTimerKind =
  /** A dead destination becomes usable (id: queue). */
  | 'queue.revive'
  /** The pause of a rate-delayed destination ends (id: queue). */
  | 'queue.resume'
  /** An unreachable transport is tried again (id: transport). */
  | 'transport.revive'
  /** A rate-delayed agent connection may take its entry (id: connection). */
  | 'connection.select'
  /** The bounce service answers (id: message). Asked for with delay 0: an answer in the same second. */
  | 'message.bounce';

/**
 * The host of a queue manager: everything that it says and all it knows of time. The core decides in whole seconds and
 * owns no clock; asking for a timer again replaces it, and timers due at once fire in the order in which they were
 * asked for.
 */
export interface QmgrPort {
  /** False: there is no listener. Events and decisions are then not even built. */
  readonly recording: boolean;
  emit(event: QmgrEvent): void;
  decide(decision: Decision): void;
  requestTimer(kind: QmgrTimerKind, id: number, delaySeconds: Seconds): void;
  cancelTimer(kind: QmgrTimerKind, id: number): void;
  /** The system clock. It may jump backwards; what needs a steady clock uses `steadySeconds`. */
  systemSeconds(): Seconds;
}
