import type { ReactNode } from 'react';
import type { Runtime } from '../store/runtime.ts';
import { LoadAgain } from '../panels/kit/lazy.tsx';
import { saveRunFile, SAVE_RUN } from '../panels/kit/files.ts';
import { Button } from '../ui/Button.tsx';

interface FaultPageProps {
  title: string;
  detail: string;
  runtime: Runtime;
  /** Button with which the reader continues, such as "reload". */
  way: ReactNode;
  children: ReactNode;
}

/** Shows the error and offers the scenario as a file, which is also the best bug report. */
function FaultPage({ title, detail, runtime, way, children }: FaultPageProps) {
  return (
    <main className="fault-page stack gap-16">
      <h1>{title}</h1>
      <p>{children}</p>
      <pre className="mono sub">{detail}</pre>
      <div className="row">
        {way}
        <Button look="outlined" size="big" onClick={() => void saveRunFile(runtime)}>
          {SAVE_RUN}
        </Button>
      </div>
    </main>
  );
}

/** Shown when the simulation keeps failing; offers a fresh start. */
export function FatalPage({ text, runtime }: { text: string; runtime: Runtime }) {
  const way = <LoadAgain className="btn primary big" />;
  return (
    <FaultPage title="The simulation stopped" detail={text} runtime={runtime} way={way}>
      It was restarted several times and stopped each time. This is a fault of the program, not of your
      scenario.
    </FaultPage>
  );
}

interface BrokenPictureProps {
  error: unknown;
  /** True when a translation or extension changed the page. */
  foreign: boolean;
  runtime: Runtime;
  onAgain: () => void;
}

/** Shown when rendering failed; the reader can redraw. */
export function BrokenPicture({ error, foreign, runtime, onAgain }: BrokenPictureProps) {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault';
  const way = (
    <Button look="primary" size="big" onClick={onAgain}>
      Draw again
    </Button>
  );
  return (
    <FaultPage title="The picture could not be drawn" detail={detail} runtime={runtime} way={way}>
      {foreign
        ? 'A translation or an extension keeps changing this page. Turn it off here.'
        : 'This is a fault of the page, not of your scenario.'}{' '}
      The run is still there. Draw it again, or save it as a file and open that later.
    </FaultPage>
  );
}
