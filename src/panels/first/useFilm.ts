import { useCallback, useEffect, useRef, useState } from 'react';
import { firstLetter, YOUR_TURN_AT } from '../../lessons/first-letter.ts';
import type { RecipientShare } from '../../protocol/commands.ts';
import { useRuntime, useView } from '../../store/hooks.ts';
import { whileBusy } from '../../store/idle.ts';
import type { Runtime } from '../../store/runtime.ts';
import { type Drop, STEPS } from './steps.ts';

/** Time between two pictures of the film, in milliseconds: a delivery that is handed over can be seen. */
const FRAME_MS = 420;
/** Seconds of the run in one second, after the reader has dropped something in. */
const TRY_SPEED = 0.5;

export interface Film {
  /** The film of this step is still going on. */
  moving: boolean;
  /** Shows the step from its beginning. */
  replay(): void;
  /** The end of the step, at once. */
  finish(): Promise<void>;
  drop(what: Drop): Promise<void>;
}

/** The run behind the first minute: each step goes from one instant to the next, delivery by delivery. */
export function useFilm(step: number): Film {
  const runtime = useRuntime();
  const still = useView((view) => view.reducedMotion);
  const [moving, setMoving] = useState(false);
  const [round, setRound] = useState(0);
  const showing = useRef(0);
  useEffect(() => {
    const shows = showing;
    const mine = ++shows.current;
    const current = STEPS[step];
    if (current === undefined) return undefined;
    void whileBusy(show(current, runtime, still, () => shows.current === mine, setMoving));
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
    async (what: Drop) => {
      showing.current++;
      await dropIn(what, runtime);
    },
    [runtime],
  );
  return { moving, replay, finish, drop };
}

async function show(
  { from, to }: { from: number; to: number },
  runtime: Runtime,
  still: boolean,
  wanted: () => boolean,
  setMoving: (moving: boolean) => void,
): Promise<void> {
  const { actions, store } = runtime;
  if (store.getState().session.scenario?.title !== firstLetter.scenario.title)
    await actions.openScenario(firstLetter.scenario, { id: firstLetter.id, own: true, play: false });
  await actions.pause();
  await atFirstBranch(runtime);
  if (!wanted()) return;
  const asks = to === from && to < YOUR_TURN_AT;
  await actions.seek({ at: still || to === from ? to : from });
  // The letter goes first: the decision of this very instant.
  if (asks && wanted()) await actions.step(1, 'decision');
  if (still || from === to) return;
  setMoving(true);
  for (;;) {
    // A picture after the other: a film.
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

/** What the reader has tried before is another branch: the film is about the first one. */
async function atFirstBranch({ actions, store }: Runtime): Promise<void> {
  const { branches } = await actions.ask('timeline', 0, 1, 1);
  const first = branches[0]?.id;
  if (first !== undefined && first !== store.getState().session.branch) await actions.switchBranch(first);
}

const TO: Record<'one' | 'ten', RecipientShare> = {
  one: { destination: 'friend.example', count: 1 },
  ten: { destination: 'friend.example', count: 10 },
};

/** Always from the same instant, so that each try meets the same queue. */
async function dropIn(what: Drop, runtime: Runtime): Promise<void> {
  const { actions } = runtime;
  await actions.pause();
  await atFirstBranch(runtime);
  await actions.seek({ at: YOUR_TURN_AT });
  if (what === 'break') {
    await actions.setServer('list.example', { latency: [500, 1100], fault: { kind: 'refuse' } });
  } else {
    await actions.inject([TO[what]]);
  }
  await actions.setSpeed(TRY_SPEED);
  await actions.play();
}
