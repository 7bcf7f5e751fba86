/** Ids are small integers from 1 in the order of creation; 0 means none. Aliases say which table is meant. */

export type TransportId = number;
export type QueueId = number;
export type MessageId = number;
export type JobId = number;
export type PeerId = number;
/** Entries are numbered over the whole run, so entry 17 is E17 everywhere. */
export type EntryId = number;
export type AgentId = number;
export type TimerId = number;
/** Position in the event log, from 1. A cursor is "after event n". */
export type EventNumber = number;
/** Number of a selection by the scheduler, from 1. */
export type DecisionNumber = number;
/** Number of an atomic step of the simulation, from 1. */
export type StepNumber = number;
