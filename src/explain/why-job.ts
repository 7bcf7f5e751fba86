import type { ListPlace, WhyReason } from '../protocol/why.ts';
import { chips, counted, figure, say, type Token } from './tokens.ts';

/** Reasons that answer "why not this job?". */
export type JobReason = Extract<WhyReason, { rule: `job.${string}` }>;

/** The first rule that kept a job from the next turn, with its figures. */
export function explainWhyJob(reason: JobReason): Token[] {
  switch (reason.rule) {
    case 'job.gone':
      return say`Job ${chip(reason.number)} is not on the list: everything it had in core has been selected.`;
    case 'job.elsewhere':
      return reason.on.length === 0
        ? say`${chip(reason.number)} has no job now: nothing of it is in core.`
        : say`${chip(reason.number)} has no job on ${{ mono: reason.transport }}; it has one on ${reason.on.join(' and ')}.`;
    case 'job.nothing-left':
      return say`Nothing of ${chip(reason.number)} is left in core that could be selected.`;
    case 'job.preemption-off':
      return [
        ...place(reason),
        ...say`Preemption is off: the delivery slot cost is ${reason.cost}, and it takes 2 to turn it on.`,
      ];
    case 'job.current':
      return say`${chip(reason.number)} is the current job: selection starts with it.`;
    case 'job.nothing-earned':
      return say`The current job ${chip(reason.current)} has no delivery slot on hand: ${counted(reason.more, 'more entry', 'more entries')} of it must be selected first.`;
    case 'job.current-too-small':
      return [
        ...place(reason),
        ...say`The current job ${chip(reason.current)} is too small to be preempted: ${counted(reason.entries, 'entry', 'entries')}, fewer than ${reason.minimum} delivery slots × ${reason.cost} = ${reason.minimum * reason.cost}.`,
      ];
    case 'job.never-earns':
      return [
        ...place(reason),
        ...say`The current job ${chip(reason.current)} can earn no further delivery slot: ${counted(reason.left, 'entry is', 'entries are')} left, and ${reason.cost} earn one.`,
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

/** Its place leads where no preemption can help: the turn comes with the list. */
function place({ number, place: at, of, ahead }: ListPlace & { number: number }): Token[] {
  return ahead === 0
    ? say`${chip(number)} is number ${at} of ${of} on the list, and its turn comes next. `
    : say`${chip(number)} is number ${at} of ${of} on the list: its turn comes after ${counted(ahead, 'entry', 'entries')} of the jobs before it. `;
}

type Scored = Extract<
  JobReason,
  { rule: 'job.does-not-fit' | 'job.lower-score' | 'job.not-reached' | 'job.slots-short' | 'job.next' }
>;

function explainScored(reason: Scored): Token[] {
  switch (reason.rule) {
    case 'job.does-not-fit':
      return say`${chip(reason.number)} needs ${reason.need} delivery slots, and ${chip(reason.current)} has or can still earn ${reason.most}.`;
    case 'job.lower-score':
      return [...lowerScore(reason), ...overtaking(reason)];
    case 'job.not-reached':
      return say`The scan stopped before ${chip(reason.number)}: its age of ${counted(reason.age, 'second', 'seconds')} cannot beat the score ${score(reason.bestScore)} of ${chip(reason.best)}, whatever its size.`;
    case 'job.slots-short':
      return say`${chip(reason.number)} is the best candidate, but ${figure(reason.price)} delivery slots must be on hand and ${chip(reason.current)} has ${reason.onHand}. ${counted(reason.more, 'more entry', 'more entries')} of ${chip(reason.current)} must be selected first.`;
    case 'job.next':
      return reason.current === 0
        ? say`Nothing keeps ${chip(reason.number)}: selection starts anew at the head of the list.`
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
  return say` The smaller one ages faster: it overtakes ${chip(best)} at ${overtakes} s, if both stay as they are.`;
}

function chip(number: number): Token {
  return { chip: number };
}

function score(value: number): string {
  return value.toFixed(2);
}
