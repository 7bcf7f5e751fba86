import type { ThreadId, CpuPlace } from './threads.ts';
import type { AgentId, MessageNumber, TimerNumber } from './ids.ts';
import type { Micros, Seconds } from './units.ts';

/**
 * "Why?": a question about a job, message, destination, transport, entry, timer or thread. Names and numbers are those on the
 * page.
 */
export type WhyQuestion =
  | { about: 'job'; transport: string; number: MessageNumber }
  | { about: 'message'; number: MessageNumber }
  | { about: 'destination'; transport: string; name: string }
  | { about: 'transport'; name: string }
  /** The next entry of a message for one destination. */
  | { about: 'entry'; number: MessageNumber; transport: string; destination: string }
  | { about: 'timer'; number: TimerNumber }
  /** The thread of an agent; in a run of threads alone, a thread of a group by id. */
  | { about: 'thread'; transport: string; agent: AgentId | ThreadId };

/** Place of a job on the list, from 1; length of the list; entries in memory of the jobs that selection considers first. */
export interface ListPlace {
  place: number;
  of: number;
  ahead: number;
}

/**
 * One reason with its figures. For a job: the first rule that keeps it from the next turn, in the order of the tests
 * (qmgr/README.md §9–10). For other subjects: every cause that holds, the one with the most entries first.
 */
export type WhyReason =
  | { rule: 'unknown' }
  | { rule: 'job.gone'; number: MessageNumber }
  /** The message has no job on this transport; `on` = the transports where it has one. */
  | { rule: 'job.elsewhere'; number: MessageNumber; transport: string; on: string[] }
  | { rule: 'job.nothing-left'; number: MessageNumber; unread: number }
  | ({ rule: 'job.preemption-off'; number: MessageNumber; cost: number } & ListPlace)
  | { rule: 'job.current'; number: MessageNumber }
  | { rule: 'job.nothing-earned'; number: MessageNumber; current: MessageNumber; more: number }
  | ({
      rule: 'job.current-too-small';
      number: MessageNumber;
      current: MessageNumber;
      entries: number;
      minimum: number;
      cost: number;
    } & ListPlace)
  | ({
      rule: 'job.never-earns';
      number: MessageNumber;
      current: MessageNumber;
      left: number;
      cost: number;
    } & ListPlace)
  | { rule: 'job.ahead'; number: MessageNumber; current: MessageNumber; blocker: boolean }
  | { rule: 'job.has-children'; number: MessageNumber; children: number[] }
  | { rule: 'job.blocker'; number: MessageNumber; destinations: string[] }
  | { rule: 'job.does-not-fit'; number: MessageNumber; current: MessageNumber; need: number; most: number }
  /** `overtakes`: second in which its score passes the best one's if nothing else changes; −1 = never. */
  | {
      rule: 'job.lower-score';
      number: MessageNumber;
      best: MessageNumber;
      score: number;
      bestScore: number;
      overtakes: number;
    }
  | { rule: 'job.not-reached'; number: MessageNumber; best: MessageNumber; age: Seconds; bestScore: number }
  | {
      rule: 'job.slots-short';
      number: MessageNumber;
      current: MessageNumber;
      need: number;
      price: number;
      onHand: number;
      more: number;
    }
  | { rule: 'job.next'; number: MessageNumber; current: MessageNumber }
  | { rule: 'message.done'; at: Micros; delivered: number; returned: number }
  /** `full`: the active queue has no room. False = the running scan will read the message. */
  | { rule: 'message.incoming'; limit: number; full: boolean }
  /** After a reload: `agents` of the previous queue manager still hold the file; 0 = an agent held it at the reload. */
  | { rule: 'message.locked'; retry: Micros; scan: Micros; agents: number }
  | { rule: 'message.hold' }
  | { rule: 'message.deferred'; retry: Micros; scan: Micros }
  | { rule: 'message.unread'; recipients: number }
  | { rule: 'message.bounce' }
  /** `until`: when the client times out; −1 = the server's reply has already been sent, so nothing limits the wait. */
  | { rule: 'entries.delivering'; count: number; destination: string; phase: string; until: Micros }
  | { rule: 'entries.window'; count: number; destination: string; window: number; busy: number; by: number[] }
  | { rule: 'entries.rate-delay'; count: number; destination: string; until: Micros }
  | { rule: 'entries.dead'; count: number; destination: string; until: Micros; cause: string }
  | { rule: 'entries.agents'; count: number; transport: string; limit: number }
  /** Agents as threads: the group has reached or exceeded its limit of runnable threads. */
  | { rule: 'entries.runnable'; count: number; transport: string; runnable: number; limit: number }
  | { rule: 'entries.behind'; count: number; transport: string; current: MessageNumber }
  | { rule: 'destination.ready'; window: number; busy: number; todo: number }
  | { rule: 'destination.dead'; until: Micros; cause: string; cohorts: number; limit: number }
  | { rule: 'destination.rate-delay'; until: Micros; delay: Seconds }
  | { rule: 'destination.full'; window: number; by: number[] }
  | { rule: 'transport.dead'; until: Micros; cause: string }
  | { rule: 'transport.rate-lock' }
  | { rule: 'transport.pending'; pending: number }
  | { rule: 'transport.nothing'; need: number }
  | { rule: 'transport.agents'; limit: number }
  | { rule: 'transport.runnable'; pending: number; runnable: number; limit: number }
  | { rule: 'transport.turn' }
  | { rule: 'entry.none'; destination: string; busy: number }
  /** Destinations of the same job whose entries come first. */
  | { rule: 'entry.turn'; destination: string; ahead: string[] }
  | { rule: 'entry.next'; destination: string }
  /** Bucket −1: in the current tick. `opens`: when its bucket opens; `tick`: tick of its level. */
  | {
      rule: 'timer.waits';
      number: TimerNumber;
      label: string;
      due: Micros;
      level: number;
      bucket: number;
      opens: Micros;
      tick: Micros;
    }
  | { rule: 'timer.over'; number: TimerNumber }
  /** `name`: the thread's own name, in a run of threads alone. */
  | { rule: 'thread.running'; name?: string; agent: AgentId | ThreadId; cpu: CpuPlace }
  /** `sliceEnd`: when the first time slice on any CPU ends; −1 = no slices. */
  | {
      rule: 'thread.ready';
      name?: string;
      agent: AgentId | ThreadId;
      ahead: number;
      cpus: number;
      sliceEnd: Micros;
    }
  | {
      rule: 'thread.blocked';
      name?: string;
      agent: AgentId | ThreadId;
      number: MessageNumber;
      destination: string;
      phase: string;
      until: Micros;
    }
  | {
      rule: 'thread.gate';
      name?: string;
      agent: AgentId | ThreadId;
      runnable: number;
      limit: number;
      pending: number;
    }
  /** `above`: number of waiting threads that get the next events before this one. */
  | { rule: 'thread.event'; name?: string; agent: AgentId | ThreadId; above: number }
  | { rule: 'thread.stopped'; name?: string; agent: AgentId | ThreadId }
  | { rule: 'thread.gone'; name?: string; agent: AgentId | ThreadId; live: number };

/** An answer. `cached`: the last test of this transport took its candidate from the cache and examined no job. */
export interface WhyAnswer {
  question: WhyQuestion;
  reasons: WhyReason[];
  cached: boolean;
}
