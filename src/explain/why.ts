import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import type { WhyAnswer, WhyReason } from '../protocol/why.ts';
import { chips, counted, figure, say, type Token, mono } from './tokens.ts';
import { explainWhyJob, type JobReason } from './why-job.ts';
import { explainPart, isPartReason, type PartReason } from './why-parts.ts';

/** An answer in sentences: the first one is the answer, the others are further reasons or what to know beside it. */
export function explainWhy(answer: WhyAnswer): Token[][] {
  const sentences = answer.reasons.map(explainReason);
  if (answer.cached && answer.question.about === 'job') {
    sentences.push(say`The answer of the last test is still cached, so no job was examined at this instant.`);
  }
  return sentences.length > 0 ? sentences : [say`Nothing holds it.`];
}

/** One reason as a sentence. */
export function explainReason(reason: WhyReason): Token[] {
  if (isJobReason(reason)) return explainWhyJob(reason);
  if (isPartReason(reason)) return explainPart(reason);
  switch (reason.rule) {
    case 'unknown':
      return say`There is nothing of that name or number at this moment.`;
    case 'message.done':
      return say`It was done at ${instant(reason.at)}: ${ended(reason)}.`;
    case 'message.incoming':
      return reason.full
        ? say`It waits in the incoming queue: the active queue is full, its limit is ${counted(reason.limit, 'message', 'messages')}.`
        : say`It is in the incoming queue, and the scan that is due feeds it.`;
    case 'message.locked':
      return reason.agents > 0
        ? say`It went back to incoming at the reload, and ${counted(reason.agents, 'agent', 'agents')} from before still ${reason.agents === 1 ? 'holds' : 'hold'} its file. ${fileRest(reason)}`
        : say`It went back to incoming at the reload, when an agent held its file. ${fileRest(reason)}`;
    case 'message.hold':
      return say`It is on hold: no scan looks at it until it is released.`;
    case 'message.deferred':
      return say`It is deferred. ${fileRest(reason)}`;
    case 'message.unread':
      return say`${counted(reason.recipients, 'recipient is', 'recipients are')} still in the queue file, not in core.`;
    case 'message.bounce':
      return say`It is too old, and the bounce service is returning it to the sender.`;
    default:
      return explainWait(reason);
  }
}

function isJobReason(reason: WhyReason): reason is JobReason {
  return reason.rule.startsWith('job.');
}

type Wait = Exclude<WhyReason, JobReason | PartReason | { rule: 'unknown' | `message.${string}` }>;

function explainWait(reason: Wait): Token[] {
  switch (reason.rule) {
    case 'entries.delivering':
      return reason.until < 0
        ? say`${entries(reason.count)} with an agent for ${mono(reason.destination)}; the answer is on its way.`
        : say`${entries(reason.count)} with an agent, in ${reason.phase} with ${mono(reason.destination)}; it times out at ${instant(reason.until)}.`;
    case 'entries.window':
      return say`${entries(reason.count)} waiting for ${mono(reason.destination)}: ${reason.busy} deliveries are in flight, its window is ${reason.window}; they are for ${chips(reason.by)}.`;
    case 'entries.rate-delay':
      return say`${entries(reason.count)} waiting for ${mono(reason.destination)}, which pauses until ${instant(reason.until)} because of its rate delay.`;
    case 'entries.dead':
      return say`${entries(reason.count)} waiting for ${mono(reason.destination)}, which is dead until ${instant(reason.until)}: ${reason.cause}.`;
    case 'entries.agents':
      return say`${entries(reason.count)} waiting for an agent: ${noneFree(reason.limit, reason.transport)}.`;
    case 'entries.runnable':
      return say`${entries(reason.count)} waiting for an agent to be let in: ${reason.runnable} of at most ${reason.limit} agents of ${mono(reason.transport)} are runnable.`;
    case 'entries.behind':
      return reason.current === 0
        ? say`${entries(reason.count)} selectable; an agent takes one at the next selection.`
        : say`${entries(reason.count)} selectable, and selection goes on at job ${{ chip: reason.current }}.`;
    default:
      return explainPlace(reason);
  }
}

type Place = Exclude<Wait, { rule: `entries.${string}` }>;

function explainPlace(reason: Place): Token[] {
  switch (reason.rule) {
    case 'destination.ready':
      return say`It is ready: ${counted(reason.busy, 'delivery', 'deliveries')} in flight of the ${reason.window} that its window allows, ${counted(reason.todo, 'entry waits', 'entries wait')}.`;
    case 'destination.dead':
      return say`It is dead until ${instant(reason.until)}: its failed cohorts came to ${figure(reason.cohorts)}, the limit is ${figure(reason.limit)}. The last failure said: ${reason.cause}.`;
    case 'destination.rate-delay':
      return say`It pauses until ${instant(reason.until)}: a rate delay of ${reason.delay} s follows each delivery.`;
    case 'destination.full':
      return say`It is full: ${reason.window === 1 ? 'the one delivery that its window allows is' : `all ${reason.window} deliveries that its window allows are`} in flight, for ${chips(reason.by)}.`;
    case 'transport.dead':
      return say`Its agents could not be reached; it is tried again at ${instant(reason.until)}. Cause: ${reason.cause}.`;
    case 'transport.rate-lock':
      return say`A rate-delayed connection holds it: it gets no other until a delivery is reported.`;
    case 'transport.agents':
      return reason.limit === 0
        ? say`It has no agents; a connection waits for the first that there will be.`
        : reason.limit === 1
          ? say`Its only agent is busy; a connection waits until it is free.`
          : say`All ${reason.limit} of its agents are busy; a connection waits for the first that becomes free.`;
    case 'transport.runnable':
      return say`${counted(reason.pending, 'event is', 'events are')} pending, but ${reason.runnable} of at most ${reason.limit} of its agents are runnable: the next one is let in when the count falls below the concurrency value.`;
    case 'transport.pending':
      return say`${reason.pending} connections wait for its agents already, and more than two are never opened.`;
    case 'transport.nothing':
      return say`Another connection would have nothing to deliver: it takes ${counted(reason.need, 'more entry', 'more entries')} that ${reason.need === 1 ? 'waits' : 'wait'} at a destination whose window has room.`;
    case 'transport.turn':
      return say`It has something to deliver and gets a connection as soon as it is its turn.`;
    default:
      return reason satisfies never;
  }
}

/** From when a file may be tried again, and which scan takes it: it counts as due one second before its time stamp. */
function fileRest({ retry, scan }: { retry: Micros; scan: Micros }): string {
  const early = scan < retry ? ' (a file counts as due one second early)' : '';
  return `It may be tried again from ${instant(retry)} on, and the scan at ${instant(scan)} can take it${early}.`;
}

function noneFree(limit: number, transport: string): Token[] {
  const name = mono(transport);
  if (limit === 0) return say`${name} has none`;
  return limit === 1 ? say`the only agent of ${name} is busy` : say`all ${limit} agents of ${name} are busy`;
}

function ended({ delivered, returned }: { delivered: number; returned: number }): string {
  if (returned === 0)
    return delivered === 1 ? 'its recipient was delivered' : `all ${delivered} recipients were delivered`;
  const back = `${counted(returned, 'recipient was', 'recipients were')} returned to the sender`;
  return delivered === 0 ? back : `${delivered} delivered, ${back}`;
}

function entries(count: number): string {
  return counted(count, 'entry is', 'entries are');
}

/** `36.6 s` after the start of the run. */
function instant(at: Micros): string {
  return `${figure(Math.round(at / (MICROS_PER_SECOND / 10)) / 10)} s`;
}
