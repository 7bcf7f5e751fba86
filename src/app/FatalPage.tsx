import type { Runtime } from '../store/runtime.ts';
import { saveRunFile, SAVE_RUN } from '../panels/kit/files.ts';
import { LoadAgain } from '../panels/kit/fetched.tsx';

/** The simulation cannot be kept running: what happened, the scenario as a file, and a fresh start. */
export function FatalPage({ text, runtime }: { text: string; runtime: Runtime }) {
  return (
    <main className="fault-page">
      <h1>The simulation stopped</h1>
      <p>
        It was started again several times and stopped each time. A fault of this program, not of your
        scenario.
      </p>
      <pre>{text}</pre>
      <div className="row">
        <LoadAgain className="btn primary big" />
        <button type="button" className="btn outlined big" onClick={() => void saveRunFile(runtime)}>
          {SAVE_RUN}
        </button>
      </div>
    </main>
  );
}
