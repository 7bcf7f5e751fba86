import type { Decision } from '../../protocol/decisions.ts';
import type { QmgrEvent } from '../../protocol/events.ts';
import type { Seconds } from '../../protocol/units.ts';

/** Purpose of a timer. Kind and object id identify the timer (qmgr/README.md §3.2). */
export type QmgrTimerKind =
  /** A dead destination becomes ready (id: queue). */
  | 'queue.revive'
  /** The pause of a destination with a rate delay ends (id: queue). */
  | 'queue.resume'
  /** An unreachable transport is tried again (id: transport). */
  | 'transport.revive'
  /** A connection may take its entry after the transport rate delay (id: connection). */
  | 'connection.select'
  /** The bounce service answers (id: message). Requested with delay 0: an answer in the same second. */
  | 'message.bounce';

/**
 * The host of a queue manager: receives its events, decisions and timers, and gives it the time in whole seconds. A
 * second request for a timer replaces the first; timers due in the same second fire in the order of the requests.
 */
export interface QmgrPort {
  /** False without a listener: events and decisions are then not built. */
  readonly recording: boolean;
  emit(event: QmgrEvent): void;
  decide(decision: Decision): void;
  requestTimer(kind: QmgrTimerKind, id: number, delaySeconds: Seconds): void;
  cancelTimer(kind: QmgrTimerKind, id: number): void;
  /** The system clock, which may jump backwards. `steadySeconds` does not. */
  systemSeconds(): Seconds;
}
