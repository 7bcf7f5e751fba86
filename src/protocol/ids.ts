import type { Counted } from './units.ts';

/** Ids are small integers from 1 in order of creation; 0 means none. The aliases name the table. */

export type TransportId = Counted<'transport'>;
export type QueueId = Counted<'queue'>;
export type MessageId = Counted<'message'>;
/** The number on a message's chip; not its id. */
export type MessageNumber = Counted<'message number'>;
export type JobId = Counted<'job'>;
export type PeerId = Counted<'peer'>;
/** Entries are numbered over the whole run, so entry 17 is E17 everywhere. */
export type EntryId = Counted<'entry'>;
export type AgentId = Counted<'agent'>;
/**
 * The handle of a timer. Ids of the world's clock are never reused; ids of a plain wheel are reused after the timer's
 * end.
 */
export type TimerId = Counted<'timer'>;
/** Request number of a timer, from 1, as shown to readers. */
export type TimerNumber = Counted<'timer number'>;
/** A delivery of an entry by an agent, numbered over the run. */
export type DeliveryId = Counted<'delivery'>;
/** An operation of the purgatory: it waits for a condition or its timeout. */
export type OperationId = Counted<'operation'>;
/** A pool of agents. It survives a reload, which creates a new transport. */
export type PoolId = Counted<'pool'>;
/** A branch of a run. Branch 1 is the run as opened. */
export type BranchId = Counted<'branch'>;
/** Position in the event log, from 1. A cursor is "after event n". */
export type EventNumber = Counted<'event'>;
/** Number of a selection by the scheduler, from 1. */
export type DecisionNumber = Counted<'decision'>;
/** Number of an atomic step of the simulation, from 1. */
export type StepNumber = Counted<'step'>;

/** Rows of a record's tables, from 1: life of a queue file, attempt of a recipient, activation, request to an agent. */
export type LifeRow = Counted<'life of a record'>;
export type AttemptRow = Counted<'attempt of a record'>;
export type ActivationRow = Counted<'activation of a record'>;
export type DeliveryRow = Counted<'delivery of a record'>;
/** Index of a file in a record, from 0, and of a line in a file, from 1. */
export type FilePlace = Counted<'file of a record'>;
export type LineNumber = Counted<'line of a file'>;
/**
 * Column index, from 0, of a message in a run that follows a record or its model. The message's number in the run is one
 * more.
 */
export type MessagePlace = Counted<'place of a message'>;
/** Index, from 0, of a recipient (counted over all messages of the record), and of a server of a model. */
export type RecipientPlace = Counted<'place of a recipient'>;
export type ServerPlace = Counted<'place of a server'>;
/** Process id of the operating system; 0 = the log line has none. */
export type ProcessId = Counted<'process'>;
