import { Icon } from '../../panels/kit/Icon.tsx';
import { formatClock } from '../../explain/format.ts';
import { StepButtons } from '../../panels/timeline/StepButtons.tsx';
import { entityOf } from '../../store/entity.ts';
import { useRuntime, useSession } from '../../store/hooks.ts';
import type { Runtime } from '../../store/runtime.ts';
import './embed.css';

/** Play, step, the clock, and the way to everything else. A lesson has its own way through time. */
export function EmbedBar({ lesson = false }: { lesson?: boolean }) {
  const runtime = useRuntime();
  return (
    <footer className="embed-bar" aria-label="Time">
      {!lesson && (
        <>
          <StepButtons unit="step" />
          <Clock />
        </>
      )}
      <span className="grow" />
      <button
        type="button"
        className="btn"
        onClick={() => void (lesson ? openLesson() : openInFull(runtime))}
      >
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

/** The lesson is in its address. */
function openLesson(): void {
  window.open(`${location.pathname}${location.hash}`, '_blank', 'noopener');
}

/** The same run at the same instant in a page of its own. */
async function openInFull({ actions, store }: Runtime): Promise<void> {
  // Opened before anything is waited for: Safari opens no window that comes later than the click.
  const full = window.open('', '_blank');
  if (full === null) return;
  full.opener = null;
  const { encodeLink } = await import('../../scenario/link.ts');
  const { session, view } = store.getState();
  const hash = await encodeLink(await actions.save(), entityOf(view, session.queues, session.transports));
  full.location.replace(new URL(`${location.pathname}${hash}`, location.href));
}
