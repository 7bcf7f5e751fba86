import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import type { WhyAnswer, WhyReason, ListPlace } from '../protocol/why.ts';
import { chips, say, type Token, mono } from './tokens.ts';
import { formatNumber } from './figures.ts';
import { formatCounted, formatSeconds, formatTick } from './format.ts';

/** The answer in sentences. The first is the main reason; others are further reasons or notes. */
export function explainWhy(answer: WhyAnswer): Token[][] {
  const sentences = answer.reasons.map(explainReason);
  if (answer.cached && answer.question.about === 'job') {
    sentences.push(say`Postfix reused its last answer and checked no jobs.`);
  }
  return sentences.length > 0 ? sentences : [say`Nothing holds it.`];
}

export function explainReason(reason: WhyReason): Token[] {
  if (isJobReason(reason)) return explainWhyJob(reason);
  if (isPartReason(reason)) return explainPart(reason);
  switch (reason.rule) {
    case 'unknown':
      return say`Nothing has that name or number at this moment.`;
    case 'message.done':
      return say`It was done at ${instant(reason.at)}: ${ended(reason)}.`;
    case 'message.incoming':
      return reason.full
        ? say`It waits in the incoming queue because the active queue is full (limit: ${formatCounted(reason.limit, 'message')}).`
        : say`It is in the incoming queue, and the scan that is due will pick it up.`;
    case 'message.locked':
      return reason.agents > 0
        ? say`It went back to incoming at the reload, and ${formatCounted(reason.agents, 'agent')} from before still ${reason.agents === 1 ? 'holds' : 'hold'} its file. ${fileRest(reason)}`
        : say`It went back to incoming at the reload, when an agent held its file. ${fileRest(reason)}`;
    case 'message.hold':
      return say`It is on hold: no scan looks at it until it is released.`;
    case 'message.deferred':
      return say`It is deferred. ${fileRest(reason)}`;
    case 'message.unread':
      return say`${formatCounted(reason.recipients, 'recipient is', 'recipients are')} still in the queue file, not in core.`;
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
        ? say`${formatCounted(reason.count, 'entry is', 'entries are')} with an agent for ${mono(reason.destination)}; the answer is on its way.`
        : say`${formatCounted(reason.count, 'entry is', 'entries are')} with an agent, in ${reason.phase} with ${mono(reason.destination)}; it times out at ${instant(reason.until)}.`;
    case 'entries.window':
      return say`${formatCounted(reason.count, 'entry is', 'entries are')} waiting for ${mono(reason.destination)}: ${formatCounted(reason.busy, 'delivery is', 'deliveries are')} in flight for ${chips(reason.by)}, and its window is ${reason.window}.`;
    case 'entries.rate-delay':
      return say`${formatCounted(reason.count, 'entry is', 'entries are')} waiting for ${mono(reason.destination)}, which pauses until ${instant(reason.until)} because of its rate delay.`;
    case 'entries.dead':
      return say`${formatCounted(reason.count, 'entry is', 'entries are')} waiting for ${mono(reason.destination)}, which is dead until ${instant(reason.until)}: ${reason.cause}.`;
    case 'entries.agents':
      return say`${formatCounted(reason.count, 'entry is', 'entries are')} waiting for an agent: ${noneFree(reason.limit, reason.transport)}.`;
    case 'entries.runnable':
      return say`${formatCounted(reason.count, 'entry is', 'entries are')} waiting for an agent to be admitted: ${reason.runnable} of at most ${reason.limit} agents of ${mono(reason.transport)} are runnable.`;
    case 'entries.behind':
      return reason.current === 0
        ? say`${formatCounted(reason.count, 'entry is', 'entries are')} selectable; an agent takes one at the next selection.`
        : say`${formatCounted(reason.count, 'entry is', 'entries are')} selectable, and selection continues at job ${{ chip: reason.current }}.`;
    default:
      return explainPlace(reason);
  }
}

type Place = Exclude<Wait, { rule: `entries.${string}` }>;

function explainPlace(reason: Place): Token[] {
  switch (reason.rule) {
    case 'destination.ready':
      return say`It is ready: ${formatCounted(reason.busy, 'delivery', 'deliveries')} in flight of the ${reason.window} that its window allows, ${formatCounted(reason.todo, 'entry waits', 'entries wait')}.`;
    case 'destination.dead':
      return say`It is dead until ${instant(reason.until)}: its failed cohorts reached ${formatNumber(reason.cohorts)} (limit ${formatNumber(reason.limit)}). Last failure: ${reason.cause}.`;
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
        ? say`It has no agents; a connection waits for the first one.`
        : reason.limit === 1
          ? say`Its only agent is busy; a connection waits until it is free.`
          : say`All ${reason.limit} of its agents are busy; a connection waits for the first free one.`;
    case 'transport.runnable':
      return say`${formatCounted(reason.pending, 'event is', 'events are')} pending, but ${reason.runnable} of at most ${reason.limit} of its agents are runnable: the next one is admitted when the count falls below the concurrency value.`;
    case 'transport.pending':
      return say`${reason.pending} connections already wait for its agents, and Postfix opens no more than two.`;
    case 'transport.nothing':
      return say`Another connection would have nothing to deliver: it needs ${formatCounted(reason.need, 'more entry', 'more entries')} that ${reason.need === 1 ? 'waits' : 'wait'} at a destination whose window has room.`;
    case 'transport.turn':
      return say`It has something to deliver and gets a connection when its turn comes.`;
    default:
      return reason satisfies never;
  }
}

/** Says when a file may be retried, and which scan picks the file up. A file counts as due one second before its time stamp. */
function fileRest({ retry, scan }: { retry: Micros; scan: Micros }): string {
  const early = scan < retry ? ' (a file counts as due one second early)' : '';
  return `It may be tried again from ${instant(retry)}, and the scan at ${instant(scan)} can pick it up${early}.`;
}

function noneFree(limit: number, transport: string): Token[] {
  const name = mono(transport);
  if (limit === 0) return say`${name} has none`;
  return limit === 1 ? say`the only agent of ${name} is busy` : say`all ${limit} agents of ${name} are busy`;
}

function ended({ delivered, returned }: { delivered: number; returned: number }): string {
  if (returned === 0)
    return delivered === 1 ? 'its recipient was delivered' : `all ${delivered} recipients were delivered`;
  const back = `${formatCounted(returned, 'recipient was', 'recipients were')} returned to the sender`;
  return delivered === 0 ? back : `${delivered} delivered, ${back}`;
}

const TENTH: Micros = 100_000;

/** Writes an instant as time since the start of the run, to tenths of a second: `36.6 s`, `5:00`. */
function instant(at: Micros): string {
  const tenths = Math.round(at / TENTH) * TENTH;
  return formatTick(tenths, tenths % MICROS_PER_SECOND === 0 ? MICROS_PER_SECOND : TENTH);
}

type JobReason = Extract<WhyReason, { rule: `job.${string}` }>;

/** Explains the first rule that kept the job from the next turn, with its figures. */
function explainWhyJob(reason: JobReason): Token[] {
  switch (reason.rule) {
    case 'job.gone':
      return say`Job ${chip(reason.number)} is not on the list: everything it had in core has been selected.`;
    case 'job.elsewhere':
      return reason.on.length === 0
        ? say`${chip(reason.number)} has no job now because it has nothing in core.`
        : say`${chip(reason.number)} has no job on ${{ mono: reason.transport }}; it has one on ${reason.on.join(' and ')}.`;
    case 'job.nothing-left':
      return say`${chip(reason.number)} has nothing left in core to select.`;
    case 'job.preemption-off':
      return [
        ...place(reason),
        ...say`Preemption is off: the delivery slot cost is ${reason.cost}, and it must be at least 2.`,
      ];
    case 'job.current':
      return say`${chip(reason.number)} is the current job: selection starts with it.`;
    case 'job.nothing-earned':
      return say`The current job ${chip(reason.current)} has no delivery slot on hand: ${formatCounted(reason.more, 'more entry', 'more entries')} of it must be selected first.`;
    case 'job.current-too-small':
      return [
        ...place(reason),
        ...say`The current job ${chip(reason.current)} is too small to be preempted: ${formatCounted(reason.entries, 'entry', 'entries')}, fewer than ${reason.minimum} delivery slots × ${reason.cost} = ${reason.minimum * reason.cost}.`,
      ];
    case 'job.never-earns':
      return [
        ...place(reason),
        ...say`The current job ${chip(reason.current)} can earn no further delivery slot: ${formatCounted(reason.left, 'entry is', 'entries are')} left, and ${reason.cost} earn one.`,
      ];
    case 'job.ahead':
      return reason.blocker
        ? say`${chip(reason.number)} is ahead of the current job ${chip(reason.current)}, and a blocker: all its destinations are full.`
        : say`${chip(reason.number)} is ahead of the current job ${chip(reason.current)} on the list already.`;
    case 'job.has-children':
      return say`${chip(reason.number)} has been preempted itself: ${chips(reason.children)} ${reason.children.length === 1 ? 'stands' : 'stand'} one level below it, and a job with children is never moved.`;
    case 'job.blocker':
      return say`${chip(reason.number)} is a blocker: it could not use a turn while ${reason.destinations.join(', ')} ${reason.destinations.length === 1 ? 'has' : 'have'} no room.`;
    default:
      return explainScored(reason);
  }
}

/** Position on the list, for reasons where preemption cannot help and the job must wait for its turn. */
function place({ number, place: at, of, ahead }: ListPlace & { number: number }): Token[] {
  return ahead === 0
    ? say`${chip(number)} is number ${at} of ${of} on the list, and its turn comes next. `
    : say`${chip(number)} is number ${at} of ${of} on the list: its turn comes after ${formatCounted(ahead, 'entry', 'entries')} of the jobs before it. `;
}

type Scored = Extract<
  JobReason,
  { rule: 'job.does-not-fit' | 'job.lower-score' | 'job.not-reached' | 'job.slots-short' | 'job.next' }
>;

function explainScored(reason: Scored): Token[] {
  switch (reason.rule) {
    case 'job.does-not-fit':
      return say`${chip(reason.number)} needs ${reason.need} delivery slots, but ${chip(reason.current)} has or can still earn only ${reason.most}.`;
    case 'job.lower-score':
      return [...lowerScore(reason), ...overtaking(reason)];
    case 'job.not-reached':
      return say`The scan stopped before ${chip(reason.number)}: its age of ${formatCounted(reason.age, 'second')} cannot beat the score ${score(reason.bestScore)} of ${chip(reason.best)}, whatever its size.`;
    case 'job.slots-short':
      return say`${chip(reason.number)} is the best candidate, but ${formatNumber(reason.price)} delivery slots must be on hand and ${chip(reason.current)} has ${reason.onHand}. ${formatCounted(reason.more, 'more entry', 'more entries')} of ${chip(reason.current)} must be selected first.`;
    case 'job.next':
      return reason.current === 0
        ? say`Nothing keeps ${chip(reason.number)}: selection starts again at the head of the list.`
        : say`Nothing keeps ${chip(reason.number)}: it preempts ${chip(reason.current)} as soon as an agent is free.`;
    default:
      return reason satisfies never;
  }
}

type LowerScore = Extract<JobReason, { rule: 'job.lower-score' }>;

function lowerScore({ number, best, score: own, bestScore }: LowerScore): Token[] {
  return own === bestScore
    ? say`${chip(number)} fits and scores ${score(own)} like ${chip(best)}, but is later on the list.`
    : say`${chip(number)} fits, but scores ${score(own)} against ${score(bestScore)} of ${chip(best)}.`;
}

function overtaking({ best, overtakes }: LowerScore): Token[] {
  if (overtakes < 0) return [];
  return say` Its score grows faster because it is smaller: it overtakes ${chip(best)} at ${overtakes} s if both stay the same size.`;
}

function chip(number: number): Token {
  return { chip: number };
}

function score(value: number): string {
  return value.toFixed(2);
}

type PartReason = Extract<WhyReason, { rule: `entry.${string}` | `timer.${string}` | `thread.${string}` }>;

function isPartReason(reason: WhyReason): reason is PartReason {
  return /^(?:entry|timer|thread)\./.test(reason.rule);
}

function explainPart(reason: PartReason): Token[] {
  switch (reason.rule) {
    case 'entry.none':
      return reason.busy === 0
        ? say`It has no entry for ${{ mono: reason.destination }} in core.`
        : say`Nothing of it waits for ${{ mono: reason.destination }}: ${formatCounted(reason.busy, 'entry is', 'entries are')} with agents.`;
    case 'entry.turn':
      return say`A job serves its destinations in turn, and ${{ mono: reason.ahead.join(', ') }} ${reason.ahead.length === 1 ? 'comes' : 'come'} before ${{ mono: reason.destination }}.`;
    case 'entry.next':
      return say`The next entry that the job hands over is for ${{ mono: reason.destination }}.`;
    case 'timer.over':
      return say`Timer ${reason.number} is over: it ran, or it was cancelled.`;
    case 'timer.waits':
      return [
        ...say`Timer ${reason.number} ${reason.label === '' ? '' : `(${reason.label}) `}is due at ${shortInstant(reason.due)}. `,
        ...(reason.bucket < 0
          ? say`Its tick is open, and it runs at that instant.`
          : reason.level === 0
            ? say`It lies in bucket ${reason.bucket} of the finest level, which opens at ${shortInstant(reason.opens)}.`
            : say`It lies in bucket ${reason.bucket} of level ${reason.level + 1}, whose ticks are ${shortInstant(reason.tick)} long: when that opens at ${shortInstant(reason.opens)}, it falls to a finer level.`),
      ];
    default:
      return explainThread(reason);
  }
}

function explainThread(reason: Extract<PartReason, { rule: `thread.${string}` }>): Token[] {
  const who = reason.name ?? `Agent ${reason.agent}`;
  switch (reason.rule) {
    case 'thread.running':
      return say`${who} runs on CPU ${reason.cpu}.`;
    case 'thread.ready':
      return say`${who} is ready and waits for a CPU: ${reason.ahead === 0 ? 'no thread is' : formatCounted(reason.ahead, 'thread is', 'threads are')} before it for ${formatCounted(reason.cpus, 'CPU')}${reason.sliceEnd < 0 ? '' : `; the first slice ends at ${shortInstant(reason.sliceEnd)}`}.`;
    case 'thread.blocked': {
      const end = reason.until < 0 ? '' : `, until ${shortInstant(reason.until)} at most`;
      const at = reason.destination === '' ? [] : say` with ${{ mono: reason.destination }}`;
      const what = reason.number === 0 ? [] : say` for message ${{ chip: reason.number }}`;
      return [...say`${who} waits in ${reason.phase || 'its handler'}`, ...at, ...what, { text: `${end}.` }];
    }
    case 'thread.gate':
      return reason.runnable >= reason.limit
        ? say`${who} is held at the gate: ${reason.runnable} threads of its group are runnable, the limit is ${reason.limit}. It goes on when ${formatCounted(reason.runnable - reason.limit + 1, 'of them waits', 'of them wait')}.`
        : say`${who} has passed the gate and is on its way: ${reason.runnable} of ${reason.limit} are runnable, ${formatCounted(reason.pending, 'event is', 'events are')} pending.`;
    case 'thread.event':
      return say`${who} waits for something to do: no event is pending. ${reason.above === 0 ? 'The next one is for it.' : `The next ${reason.above === 1 ? 'one is' : `${reason.above} are`} for those above it on the stack.`}`;
    case 'thread.stopped':
      return say`${who} is stopped until it is continued.`;
    case 'thread.gone':
      if (reason.name !== undefined) return say`${who} has ended or does not exist yet.`;
      return say`There is no agent ${reason.agent} now; ${formatCounted(reason.live, 'agent exists', 'agents exist')}.`;
    default:
      return reason satisfies never;
  }
}

/** Writes an instant of a run of threads or of the timer laboratory. Such runs last milliseconds, so they need a finer unit. */
function shortInstant(at: Micros): string {
  if (at < MICROS_PER_SECOND) return `${at / 1000} ms`;
  return formatSeconds(at);
}
