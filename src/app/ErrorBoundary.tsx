import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import type { Runtime } from '../store/runtime.ts';
import { lazyWithRetry } from '../panels/kit/lazy.tsx';
import { Opening } from '../panels/kit/Opening.tsx';

interface Props {
  runtime: Runtime;
  children: ReactNode;
}

const BrokenPicture = lazyWithRetry(async () => ({ default: (await import('./Notices.tsx')).BrokenPicture }));

/** How many times the page redraws by itself before it reports that something keeps changing it. */
const REDRAWS_MAX = 3;

/** Browser translation and some extensions move text nodes; React then fails to find them. */
function isChangedByOthers(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/**
 * Keeps the run when rendering fails, because the worker still has it: shows the error and offers the scenario as a
 * file, which is also the best bug report. After a translation moved text, redraws automatically and turns translation
 * off.
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
      <Suspense fallback={<Opening main />}>
        <BrokenPicture
          error={error}
          foreign={isChangedByOthers(error)}
          runtime={this.props.runtime}
          onAgain={() => this.setState({ error: null })}
        />
      </Suspense>
    );
  }
}
