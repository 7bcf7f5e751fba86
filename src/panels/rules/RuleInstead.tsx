import { type ReactNode, Suspense } from 'react';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { RULE_LINES } from '../../explain/rules/rule.ts';

const RulePane = lazyWithRetry(() => import('./RulePane.tsx'));

/** A sentence about the instant, with a button that shows the executed rule line by line. */
export function RuleInstead({ children }: { children: ReactNode }) {
  const actions = useActions();
  const rules = useView((view) => view.rules);
  const started = useSession((session) => session.cursor.step > 0);
  if (rules) {
    return (
      <Suspense fallback={null}>
        <RulePane />
      </Suspense>
    );
  }
  return (
    <>
      {children}
      {started && (
        <p className="side-note">
          <button type="button" className="link" onClick={() => actions.setRules(true)}>
            {RULE_LINES}
          </button>
        </p>
      )}
    </>
  );
}
