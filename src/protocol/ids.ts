import type { Counted } from './units.ts';

/** Ids are small integers from 1 in the order of creation; 0 means none. Aliases say which table is meant. */

export type TransportId = Counted<'transport'>;
export type QueueId = Counted<'queue'>;
export type MessageId = Counted<'message'>;
/** A message as a reader knows it, on its chip: by the name that it came with, not by its id. */
export type MessageNumber = Counted<'message number'>;
export type JobId = Counted<'job'>;
export type PeerId = Counted<'peer'>;
/** Entries are numbered over the whole run, so entry 17 is E17 everywhere. */
export type EntryId = Counted<'entry'>;
export type AgentId = Counted<'agent'>;
/** The clock's handle of a timer, given out again when it is over. */
export type TimerId = Counted<'timer'>;
/** A timer as it is told: the how manieth request of the clock it is, from 1. */
export type TimerNumber = Counted<'timer number'>;
/** A delivery of an entry by an agent, numbered over the run. */
export type DeliveryId = Counted<'delivery'>;
/** An operation of the purgatory: something that waits until a condition is true or its time is up. */
export type OperationId = Counted<'operation'>;
/** A pool of agents: it stays when a reload makes its transport anew. */
export type PoolId = Counted<'pool'>;
/** A branch of a run, from 1: the run as opened. */
export type BranchId = Counted<'branch'>;
/** Position in the event log, from 1. A cursor is "after event n". */
export type EventNumber = Counted<'event'>;
/** Number of a selection by the scheduler, from 1. */
export type DecisionNumber = Counted<'decision'>;
/** Number of an atomic step of the simulation, from 1. */
export type StepNumber = Counted<'step'>;

/** Rows of a record's tables, from 1: the life of a queue file, a recipient that was tried, a request to an agent. */
export type LifeRow = Counted<'life of a record'>;
export type AttemptRow = Counted<'attempt of a record'>;
export type ActivationRow = Counted<'activation of a record'>;
export type DeliveryRow = Counted<'delivery of a record'>;
/** Place of a file in a record, from 0, and a line in a file, from 1. */
export type FilePlace = Counted<'file of a record'>;
export type LineNumber = Counted<'line of a file'>;
/** A message of a run that follows a record or is a model of one, by its place in the columns: from 0, its number in the run is one more. */
export type MessagePlace = Counted<'place of a message'>;
/** A recipient there, counted over all messages, and a server of a model. */
export type RecipientPlace = Counted<'place of a recipient'>;
export type ServerPlace = Counted<'place of a server'>;
/** A process as the operating system numbers it; 0 = a line names none. */
export type ProcessId = Counted<'process'>;
