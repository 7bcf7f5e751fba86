import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { Runtime } from '../store/runtime.ts';
import { saveRunFile, SAVE_RUN } from '../panels/kit/files.ts';

interface Props {
  runtime: Runtime;
  children: ReactNode;
}

/**
 * A fault in drawing must not cost the reader the run: the worker still has it. The page says what happened and offers
 * the scenario as a file, which also is the best bug report.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const { error } = this.state;
    return (
      <main className="fault-page">
        <h1>The picture could not be drawn</h1>
        <p>
          A fault in this page, not in your scenario. The run itself is still there: draw it again, or keep it
          as a file and open that later.
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
