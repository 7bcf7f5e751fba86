/** "Which job gets the next turn?" */
import type { Names, Token } from '../../explain/tokens.ts';
import { say } from '../../explain/tokens.ts';
import type { DecisionRecord, SelectionDecision } from '../../protocol/decisions.ts';
import type { JobRow, TransportRow } from '../../protocol/rows.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { goOnToEvent, namesOf, type Probe, stepBehind } from './probe.ts';
import { arrange, type Choice, CHOICES_MAX, type Question } from './question.ts';

/** A selection, and the state just before the selection. */
export interface Walk extends Awaited<ReturnType<typeof stepBehind>> {
  record: DecisionRecord & { decision: SelectionDecision };
  transport: TransportRow;
  /** Jobs in list order, before the selection. */
  jobs: JobRow[];
  /** True if the job completes a whole delivery slot when it hands over the entry. */
  earns: boolean;
}

/** Moves the probe to just before the next selection; null when there is none. */
export async function nextWalk(probe: Probe): Promise<Walk | null> {
  if (!(await goOnToEvent(probe, { kinds: ['entry.selected'], message: 0, destination: '' }))) return null;
  const record = probe.sight().decision;
  if (record === null || !isSelection(record)) return null;
  const later = probe.sight().jobs;
  const places = await stepBehind(probe);
  const sight = probe.sight();
  const transport = sight.transports.get(record.decision.transport);
  if (transport === undefined) return null;
  const jobs = transport.jobs.flatMap((id) => sight.jobs.get(id) ?? []);
  const job = record.decision.chosen?.job ?? 0;
  const earns = wholeSlots(later.get(job)) > wholeSlots(sight.jobs.get(job));
  return { ...places, record, transport, jobs, earns };
}

function wholeSlots(job: JobRow | undefined): number {
  return job === undefined || job.cost < 1 ? 0 : Math.floor(job.deliverySlotsAvailable / job.cost);
}

/**
 * Remark that the hand-over earned a slot: the picture of the answer includes this slot, but the figures of the
 * question do not.
 */
export function thenEarned(
  { earns, record }: Walk,
  names: Names,
  { engine }: Pick<Words['ask'], 'engine'>,
): Token[] {
  const number = names.numberOf(record.decision.chosen?.msg ?? 0);
  return earns ? engine.thenEarned({ chip: number }) : [];
}

function isSelection(record: DecisionRecord): record is Walk['record'] {
  return record.decision.rule === 'selection' && record.decision.chosen !== undefined;
}

/** Asks about the next selection; null if fewer than two jobs could get it. */
export async function askNextJob(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  const walk = await nextWalk(probe);
  if (walk === null) return null;
  const names = namesOf(probe.sight());
  const { decision } = walk.record;
  const winner = names.numberOf(decision.chosen?.msg ?? 0);
  const roles = rolesOf(walk, words);
  if (roles.size < 2 || !roles.has(winner)) return null;
  const others = [...roles.keys()].filter((number) => number !== winner).slice(0, CHOICES_MAX - 1);
  const sentence = [...words.engine.decision(walk.record, names), ...thenEarned(walk, names, words)];
  const choices: Choice[] = [];
  for (const number of [winner, ...others]) {
    // oxlint-disable-next-line no-await-in-loop
    const why = number === winner ? sentence : await whyNot(probe, walk, number, words);
    choices.push({ key: `m${number}`, label: [{ chip: number }], hint: roles.get(number) ?? '', why });
  }
  const [right, ...wrong] = choices;
  if (right === undefined) return null;
  return {
    kind: 'next-job',
    text: say`${words.nextJob.text}`,
    choices: arrange(draw, right, wrong),
    right: `m${winner}`,
    before: walk.before,
    after: walk.after,
    number: winner,
  };
}

async function whyNot(
  probe: Probe,
  walk: Walk,
  number: number,
  { nextJob, engine }: Words['ask'],
): Promise<Token[]> {
  const job = { chip: number };
  const transport = walk.transport.name;
  const answer = await probe.api.ask('why', { about: 'job', transport, number });
  const rules = answer.reasons.map(({ rule }) => rule);
  // `job.current` and `job.next` are no reasons against a job, so these two texts come from the decision.
  if (rules.includes('job.current')) {
    return walk.record.decision.preemption?.outcome === 'preempted'
      ? nextJob.wouldKeep(job)
      : nextJob.askedFirst(job);
  }
  if (rules.includes('job.next')) return nextJob.letIn(job);
  return engine.why(answer);
}

/** Gives a reason to choose each job, most tempting first: current, best score, smallest, oldest, newest. */
function rolesOf({ record, transport, jobs }: Walk, { nextJob: words }: Words['ask']): Map<number, string> {
  const left = (job: JobRow): number => job.read - job.selected + job.unread;
  const alive = jobs.filter((job) => left(job) > 0);
  const roles = new Map<number, string>();
  const offer = (job: JobRow | undefined, hint: string): void => {
    if (job !== undefined && alive.includes(job) && !roles.has(job.number)) roles.set(job.number, hint);
  };
  const by = (value: (job: JobRow) => number): JobRow | undefined =>
    alive.toSorted((a, b) => value(a) - value(b) || a.number - b.number)[0];
  const test = record.decision.preemption;
  offer(
    jobs.find((job) => job.id === transport.current),
    words.current,
  );
  offer(
    jobs.find((job) => test !== undefined && job.id === test.candidateJob),
    words.candidate,
  );
  const chosen = record.decision.chosen;
  const winner = alive.find((job) => job.id === chosen?.job);
  // The winner must be among the four choices.
  const hints: [JobRow | undefined, string][] = [
    [by(left), words.fewest],
    [by((job) => job.queued), words.oldest],
    [by((job) => 0 - job.queued), words.last],
    [by((job) => -left(job)), words.most],
  ];
  if (winner !== undefined && !roles.has(winner.number)) {
    offer(winner, hints.find(([job]) => job === winner)?.[1] ?? words.left(left(winner)));
  }
  for (const [job, hint] of hints) offer(job, hint);
  for (const job of alive) offer(job, words.left(left(job)));
  return roles;
}
