import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { Runtime } from '../store/runtime.ts';
import { saveRunFile, SAVE_RUN } from '../panels/kit/files.ts';

interface Props {
  runtime: Runtime;
  children: ReactNode;
}

/** Redraws without asking before the page says that something keeps changing it. */
const REDRAWS_MAX = 3;

/** Translations of browsers and some extensions move text nodes; React then misses them where it left them. */
function isChangedByOthers(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/**
 * A fault in drawing must not cost the reader the run: the worker still has it. The page says what happened and offers
 * the scenario as a file, which also is the best bug report. After a translation has moved text the page is drawn again by
 * itself and asks not to be translated any more.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };
  private redraws = 0;

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    if (!isChangedByOthers(error)) return;
    document.documentElement.translate = false;
    this.redraws += 1;
    if (this.redraws <= REDRAWS_MAX) this.setState({ error: null });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const { error } = this.state;
    return (
      <main className="fault-page">
        <h1>The picture could not be drawn</h1>
        <p>
          {isChangedByOthers(error)
            ? 'A translation or an extension keeps changing this page: switch it off here.'
            : 'A fault in this page, not in your scenario.'}{' '}
          The run itself is still there: draw it again, or keep it as a file and open that later.
        </p>
        <pre>{error instanceof Error ? `${error.name}: ${error.message}` : 'unknown fault'}</pre>
        <div className="row">
          <button type="button" className="btn primary big" onClick={() => this.setState({ error: null })}>
            Draw again
          </button>
          <button
            type="button"
            className="btn outlined big"
            onClick={() => void saveRunFile(this.props.runtime)}
          >
            {SAVE_RUN}
          </button>
        </div>
      </main>
    );
  }
}
