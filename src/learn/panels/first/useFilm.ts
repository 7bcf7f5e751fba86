import type { BranchId } from '../../../protocol/ids.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { firstLetter, YOUR_TURN_AT } from '../../../scenes/first-letter.ts';
import type { RecipientShare, ServerBehaviour } from '../../../protocol/commands.ts';
import type { MessageRow } from '../../../protocol/rows.ts';
import { useRuntime, useView } from '../../../store/hooks.ts';
import { whileBusy } from '../../../store/idle.ts';
import type { Runtime } from '../../../store/runtime.ts';
import { ALL_DELIVERED, type Drop, type FirstStep, STEPS } from './steps.ts';

/** Time between two pictures of the film, in milliseconds: a delivery that is handed over can be seen. */
const FRAME_MS = 420;
/** The number of what the reader drops in: the newsletter is 1, the small message 2. */
export const DROPPED = 3;
/** Decisions after which a try ends in any case. */
const TRY_STEPS = 60;

export interface Film {
  /** The film of this step is still going on. */
  moving: boolean;
  /** Shows the step from its beginning. */
  replay(): void;
  /** The end of the step, at once. */
  finish(): Promise<void>;
  drop(what: MailDrop): Promise<void>;
  /** Branch of the run without preemption, where the step compares with it; 0 = there is none yet. */
  other: number;
}

/** The run behind the first minute: each step goes from one instant to the next, delivery by delivery. */
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

/** Where a step is shown, and whether it still is. */
interface FilmStage {
  runtime: Runtime;
  /** Without motion: the end of the step at once. */
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
  // From the same instant as what the reader may drop in.
  if (breaks && wanted()) await actions.setServer('list.example', BROKEN);
  if (breaks && still && wanted()) await actions.seek({ at: to });
  // The small message goes first: the decision of this very instant.
  if (asks && wanted()) await actions.step(1, 'decision');
  if (!still && from !== to && wanted()) await play(to, stage);
}

/** One delivery after the other: a film. */
async function play(to: number, { runtime: { actions }, wanted, setMoving }: FilmStage): Promise<void> {
  setMoving(true);
  for (;;) {
    // A picture after the other.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    if (!wanted()) return;
    // oxlint-disable-next-line no-await-in-loop
    const cursor = await actions.step(1, 'delivery');
    if (!wanted()) return;
    if (cursor.at >= to) break;
  }
  await actions.seek({ at: to });
  setMoving(false);
}

/** The same run from its start, in which no job gives way. */
async function besideNoPreemption({ runtime: { actions }, wanted, setOther }: FilmStage): Promise<void> {
  const made = await actions.vary({
    name: 'without preemption',
    commands: [{ kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 0 }],
    from: 'start',
  });
  if (made.ok && wanted()) setOther(made.value);
}

/** What is under way to the first branch, by its run. */
const underWayTo = new WeakMap<Runtime, Promise<void>>();

/**
 * Goes to the first branch, one after the other: who chooses a step while the scene is being opened would have it opened twice,
 * the second time after the step had begun.
 */
function atFirstBranch(runtime: Runtime): Promise<void> {
  const turn = (underWayTo.get(runtime) ?? Promise.resolve()).then(() => toFirstBranch(runtime));
  underWayTo.set(
    runtime,
    turn.catch(() => undefined),
  );
  return turn;
}

/** What the reader has tried before are other branches: the film is about the first one, and keeps no others. */
async function toFirstBranch({ actions, store }: Runtime): Promise<void> {
  if (store.getState().session.scenario?.title !== firstLetter.scenario.title)
    await actions.openScenario(firstLetter.scenario, { id: firstLetter.id, own: true, play: false });
  await actions.pause();
  const { branches } = await actions.ask('timeline', 0, 1, 1);
  const [first, ...others] = branches;
  if (first !== undefined && first.id !== store.getState().session.branch)
    await actions.switchBranch(first.id);
  for (const { id } of others.toReversed()) {
    // What leaves another one goes before it.
    // oxlint-disable-next-line no-await-in-loop
    await actions.deleteBranch(id);
  }
}

/**
 * Lets the first branch come to its end, where the reader did not pass there: what is done at the end of a branch goes into that
 * branch, and the next try would find the mail, or the broken server, of the one before.
 */
async function lookAhead({ actions }: Runtime): Promise<void> {
  const { branches } = await actions.ask('timeline', 0, 1, 1);
  // A branch ends with its last event, which comes before `ALL_DELIVERED`: one that goes on from here is at rest.
  if (branches[0] !== undefined && branches[0].endAt <= YOUR_TURN_AT)
    await actions.seek({ at: ALL_DELIVERED });
}

const BROKEN: ServerBehaviour = { latency: [500, 1100], fault: { kind: 'refuse' } };

/** The drops that are mail. */
type MailDrop = Exclude<Drop, 'break'>;

const TO: Record<MailDrop, RecipientShare> = {
  one: { destination: 'friend.example', count: 1 },
  ten: { destination: 'friend.example', count: 10 },
};

/**
 * Always from the same instant, so that each try meets the same queue; from decision to decision, each with its sentence,
 * until it is delivered and no further: an empty stage tells nothing about it.
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
    // A picture after the other.
    // oxlint-disable-next-line no-await-in-loop
    if (!still) await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    if (!wanted()) return;
    // oxlint-disable-next-line no-await-in-loop
    await actions.step(1, 'decision');
  }
  if (wanted()) setMoving(false);
}

function isDelivered(messages: ReadonlyMap<number, MessageRow>): boolean {
  return [...messages.values()].some(({ number, doneAt }) => number === DROPPED && doneAt >= 0);
}
