import type { Counted } from './units.ts';

/** Ids are small integers from 1 in the order of creation; 0 means none. Aliases say which table is meant. */

export type TransportId = Counted<'transport'>;
export type QueueId = Counted<'queue'>;
export type MessageId = Counted<'message'>;
export type JobId = Counted<'job'>;
export type PeerId = Counted<'peer'>;
/** Entries are numbered over the whole run, so entry 17 is E17 everywhere. */
export type EntryId = Counted<'entry'>;
export type AgentId = Counted<'agent'>;
export type TimerId = Counted<'timer'>;
/** Position in the event log, from 1. A cursor is "after event n". */
export type EventNumber = Counted<'event'>;
/** Number of a selection by the scheduler, from 1. */
export type DecisionNumber = Counted<'decision'>;
/** Number of an atomic step of the simulation, from 1. */
export type StepNumber = Counted<'step'>;
