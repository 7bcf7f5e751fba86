import { useEffect, useState } from 'react';
import { useActions, useRuntime, useSession, useView } from '../store/hooks.ts';
import { askForTour } from '../panels/kit/asked-tour.ts';
import { FIRST_SCENE } from './routes.ts';
import { Button } from '../ui/Button.tsx';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Fn', 'NumLock']);

/**
 * While the first scene plays automatically, any key or click pauses it. That key has no other effect; otherwise Space
 * would pause and play again.
 */
export function usePauseOnTouch(): { touched: boolean } {
  const { store, actions } = useRuntime();
  const first = useSession((session) => session.baseScenarioId === FIRST_SCENE);
  const run = useSession((session) => session.run);
  const [touchedRun, setTouchedRun] = useState(0);
  useEffect(() => {
    if (!first || touchedRun === run) return undefined;
    const touch = (event: Event): void => {
      if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
      const { playing } = store.getState().session;
      setTouchedRun(run);
      if (!playing) return;
      void actions.pause();
      const target = event.target instanceof Element ? event.target : null;
      const isPlay = event.type === 'click' && (target?.closest('#play') ?? null) !== null;
      const isToggle =
        event instanceof KeyboardEvent && (event.key === ' ' || event.key.toLowerCase() === 'k');
      if (isPlay || isToggle) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    addEventListener('keydown', touch, true);
    addEventListener('click', touch, true);
    return () => {
      removeEventListener('keydown', touch, true);
      removeEventListener('click', touch, true);
    };
  }, [first, run, touchedRun, store, actions]);
  return { touched: touchedRun === run && run > 0 };
}

/** True if the address names nothing, as at the start of a visit. */
function isBare(): boolean {
  return location.hash.replace('#', '') === '';
}

/** Hint above the explanation of the first scene in the quiet cockpit. The focus goes to Play, unless it is elsewhere. */
export function YourTurn({ touched }: { touched: boolean }) {
  const first = useSession((session) => session.baseScenarioId === FIRST_SCENE);
  const playing = useSession((session) => session.playing);
  const sent = useView((view) => view.lastInjection !== null);
  // The result of the run has its own hint about what to do next.
  const ended = useSession((session) => session.idle);
  const waits = first && !playing && !sent && !ended && isBare();
  useEffect(() => {
    if (waits && document.activeElement === document.body) document.getElementById('play')?.focus();
  }, [waits]);
  if (!first || sent || ended || (playing && touched)) return null;
  return (
    <p className="side-note">
      {playing ? 'Any key or click pauses.' : <b>Your turn: send a message, or press Play.</b>}
    </p>
  );
}

/** Hint below the first scene: how to pause, then what to try. Its space is reserved from the start. */
export function TurnLine({ touched }: { touched: boolean }) {
  const actions = useActions();
  const first = useSession((session) => session.baseScenarioId === FIRST_SCENE);
  const playing = useSession((session) => session.playing);
  const [sent, setSent] = useState(false);
  if (!first) return null;
  const inject = async (): Promise<void> => {
    const result = await actions.inject([{ destination: 'friend.example', count: 1 }]);
    if (!result.ok) return;
    setSent(true);
    await actions.play();
  };
  if (playing && !touched) {
    return (
      <div className="row gap-10 turn">
        <span className="dim">Any key or click pauses.</span>
      </div>
    );
  }
  return (
    <div className="row gap-10 turn">
      <span>{sent ? 'Once more:' : 'Your turn:'}</span>
      <Button look="primary" onClick={() => void inject()}>
        Inject 1 recipient
      </Button>
      <Button look="outlined" onClick={askForTour}>
        Tour
      </Button>
      <a className="btn outlined not-phone" href="#first">
        First minute
      </a>
      <a className="btn outlined" href="#gallery">
        More scenes
      </a>
    </div>
  );
}
