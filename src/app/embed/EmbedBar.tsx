import { Icon } from '../../panels/kit/Icon.tsx';
import { formatClock } from '../../panels/kit/format.ts';
import { entityOf } from '../../store/entity.ts';
import { useActions, useRuntime, useSession } from '../../store/hooks.ts';
import type { Runtime } from '../../store/runtime.ts';

/** Play, step, the clock, and the way to everything else. */
export function EmbedBar() {
  const actions = useActions();
  const runtime = useRuntime();
  const playing = useSession((session) => session.playing);
  const atStart = useSession((session) => session.cursor.step === 0);
  return (
    <footer className="embed-bar" aria-label="Time">
      <button
        type="button"
        className="icon-btn"
        aria-label="Back one step"
        aria-disabled={atStart}
        onClick={() => void actions.step(-1)}
      >
        <Icon name="step-back" />
      </button>
      <button
        type="button"
        id="play"
        className="icon-btn play"
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => void actions.toggle()}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="Forward one step"
        onClick={() => void actions.step(1)}
      >
        <Icon name="step-forward" />
      </button>
      <Clock />
      <span className="grow" />
      <button type="button" className="btn" onClick={() => void openInFull(runtime)}>
        <Icon name="promote" />
        <span className="embed-full">Open in full</span>
      </button>
    </footer>
  );
}

function Clock() {
  const at = useSession((session) => session.cursor.at);
  const decision = useSession((session) => session.cursor.decision);
  return (
    <p className="embed-clock mono">
      {formatClock(at)} <span className="dim">decision {decision}</span>
    </p>
  );
}

/** The same run at the same instant in a page of its own. */
async function openInFull({ actions, store }: Runtime): Promise<void> {
  const { encodeLink } = await import('../../scenario/link.ts');
  const { session, view } = store.getState();
  const hash = await encodeLink(await actions.save(), entityOf(view, session.queues, session.transports));
  window.open(`${location.pathname}${hash}`, '_blank', 'noopener');
}
