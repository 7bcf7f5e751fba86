import type { BranchId } from '../../../protocol/ids.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { firstLetter, YOUR_TURN_AT } from '../../../scenes/first-letter.ts';
import type { RecipientShare, ServerBehaviour } from '../../../protocol/commands.ts';
import type { MessageRow } from '../../../protocol/rows.ts';
import { useRuntime, useView } from '../../../store/hooks.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { filmOver } from '../../../panels/kit/running-film.ts';
import { ALL_DELIVERED, type Drop, type FirstStep, STEPS } from './steps.ts';

/** Milliseconds between two frames of the film, long enough to see each delivery. */
const FRAME_MS = 420;
/** Number of the message that the reader drops in, after newsletter 1 and message 2. */
export const DROPPED = 3;
/** Maximum number of decisions in a try. */
const TRY_STEPS = 60;

export interface Film {
  /** True while the film is running. */
  moving: boolean;
  replay(): void;
  /** Jumps to the end of the step. */
  finish(): Promise<void>;
  drop(what: MailDrop): Promise<void>;
  /** Branch of the run without preemption; 0 = none yet. */
  other: number;
}

/** Plays the run behind the first minute: each step from its first instant to its last, delivery by delivery. */
export function useFilm(step: number): Film {
  const runtime = useRuntime();
  const still = useView((view) => view.reducedMotion);
  const [moving, setMoving] = useState(false);
  const [round, setRound] = useState(0);
  const [other, setOther] = useState(0);
  const showing = useRef(0);
  useEffect(() => {
    const shows = showing;
    const mine = ++shows.current;
    const current = STEPS[step];
    if (current === undefined) return undefined;
    const stage = { runtime, still, wanted: () => shows.current === mine, setMoving, setOther };
    void whileBusy(show(current, stage));
    return () => {
      shows.current++;
    };
  }, [step, round, still, runtime]);
  const replay = useCallback(() => setRound((n) => n + 1), []);
  const finish = useCallback(async () => {
    showing.current++;
    setMoving(false);
    await runtime.actions.seek({ at: STEPS[step]?.to ?? 0 });
  }, [runtime, step]);
  const drop = useCallback(
    async (what: MailDrop) => {
      const mine = ++showing.current;
      const shows = showing;
      const stage = { runtime, still, wanted: () => shows.current === mine, setMoving, setOther };
      await whileBusy(dropIn(what, stage));
    },
    [runtime, still],
  );
  return { moving, replay, finish, drop, other };
}

/** Everything that a step of the film uses to play. */
interface FilmStage {
  runtime: Runtime;
  /** True with reduced motion. Then only the end of the step is shown. */
  still: boolean;
  wanted: () => boolean;
  setMoving: (moving: boolean) => void;
  setOther: (branch: BranchId) => void;
}

async function show(step: FirstStep, stage: FilmStage): Promise<void> {
  const { runtime, still, wanted } = stage;
  const { actions } = runtime;
  const { from, to } = step;
  await atFirstBranch(runtime);
  if (from >= YOUR_TURN_AT && wanted()) await lookAhead(runtime);
  if (!wanted()) return;
  const asks = to === from && to < YOUR_TURN_AT;
  const breaks = step.differs === 'server breaks';
  await actions.seek({ at: breaks ? from : still || to === from ? to : from });
  if (step.differs === 'no preemption' && wanted()) await besideNoPreemption(stage);
  if (breaks && wanted()) await actions.setServer('list.example', BROKEN);
  if (breaks && still && wanted()) await actions.seek({ at: to });
  // Goes to the decision at this instant, which the small message wins.
  if (asks && wanted()) await actions.step(1, 'decision');
  if (!still && from !== to && wanted()) await play(to, stage);
}

async function play(to: number, { runtime: { actions }, wanted, setMoving }: FilmStage): Promise<void> {
  setMoving(true);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    await nextFrame();
    if (!wanted()) return;
    // oxlint-disable-next-line no-await-in-loop
    const cursor = await actions.step(1, 'delivery');
    if (!wanted()) return;
    if (cursor.at >= to) break;
  }
  await actions.seek({ at: to });
  setMoving(false);
}

/** Waits until the reader has seen a frame, and the whole of a preemption. */
async function nextFrame(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
  await filmOver();
}

/** Creates a branch with the same mail and without preemption. */
async function besideNoPreemption({ runtime: { actions }, wanted, setOther }: FilmStage): Promise<void> {
  const made = await actions.vary({
    name: 'without preemption',
    commands: [{ kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 0 }],
    from: 'start',
  });
  if (made.ok && wanted()) setOther(made.value);
}

/** The latest change to the first branch of each runtime. Resolves when it is done. */
const underWayTo = new WeakMap<Runtime, Promise<void>>();

/** Goes to the first branch. Calls run one after the other, because concurrent calls would open the scene twice. */
function atFirstBranch(runtime: Runtime): Promise<void> {
  const turn = (underWayTo.get(runtime) ?? Promise.resolve()).then(() => toFirstBranch(runtime));
  underWayTo.set(
    runtime,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Opens the first branch and deletes the other branches, which earlier tries have made. */
async function toFirstBranch({ actions, store }: Runtime): Promise<void> {
  if (store.getState().session.scenario?.title !== firstLetter.scenario.title)
    await actions.openScenario(firstLetter.scenario, { id: firstLetter.id, own: true, play: false });
  await actions.pause();
  const { branches } = await actions.ask('timeline', 0, 1, 1);
  const [first, ...others] = branches;
  if (first !== undefined && first.id !== store.getState().session.branch)
    await actions.switchBranch(first.id);
  for (const { id } of others.toReversed()) {
    // A branch can be deleted once no other branch forks from it.
    // oxlint-disable-next-line no-await-in-loop
    await actions.deleteBranch(id);
  }
}

/**
 * Runs the first branch to its end. A command at the end of a branch would become part of that branch, so the next try
 * would still have the mail or the broken server of the present try.
 */
async function lookAhead({ actions }: Runtime): Promise<void> {
  const { branches } = await actions.ask('timeline', 0, 1, 1);
  // A branch that reaches further than `YOUR_TURN_AT` is complete: its last event comes before `ALL_DELIVERED`.
  if (branches[0] !== undefined && branches[0].endAt <= YOUR_TURN_AT)
    await actions.seek({ at: ALL_DELIVERED });
}

const BROKEN: ServerBehaviour = { latency: [500, 1100], fault: { kind: 'refuse' } };

type MailDrop = Exclude<Drop, 'break'>;

const TO: Record<MailDrop, RecipientShare> = {
  one: { destination: 'friend.example', count: 1 },
  ten: { destination: 'friend.example', count: 10 },
};

/**
 * Drops mail in, always at the same instant so that each try meets the same queue. Steps from decision to decision, each with its
 * sentence, and stops when the mail is delivered: an empty stage would explain nothing.
 */
async function dropIn(what: MailDrop, { runtime, still, wanted, setMoving }: FilmStage): Promise<void> {
  const { actions, store } = runtime;
  setMoving(true);
  await atFirstBranch(runtime);
  if (wanted()) await lookAhead(runtime);
  if (!wanted()) return;
  await actions.seek({ at: YOUR_TURN_AT });
  await actions.inject([TO[what]]);
  for (let i = 0; i < TRY_STEPS && !isDelivered(store.getState().session.messages); i++) {
    // oxlint-disable-next-line no-await-in-loop
    if (!still) await nextFrame();
    if (!wanted()) return;
    // oxlint-disable-next-line no-await-in-loop
    await actions.step(1, 'decision');
  }
  if (wanted()) setMoving(false);
}

function isDelivered(messages: ReadonlyMap<number, MessageRow>): boolean {
  return [...messages.values()].some(({ number, doneAt }) => number === DROPPED && doneAt >= 0);
}
