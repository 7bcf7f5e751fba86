import { type ReactNode, Suspense } from 'react';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { RULE_LINES } from '../../explain/rules/rule.ts';

const RulePane = lazyWithRetry(() => import('./RulePane.tsx'));

/**
 * Shows the executed rule line by line while the reader has opened it, otherwise `children`, the figures of the
 * instant. `link` false: the caller shows the link to the rule.
 */
export function RuleInstead({ children, link = true }: { children: ReactNode; link?: boolean }) {
  const rules = useView((view) => view.rules);
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
      {link && <RuleLink />}
    </>
  );
}

/** Opens the rule line by line, once a rule has been executed. */
export function RuleLink() {
  const actions = useActions();
  const started = useSession((session) => session.cursor.step > 0);
  if (!started) return null;
  return (
    <p className="side-note">
      <button type="button" className="link" onClick={() => actions.setRules(true)}>
        {RULE_LINES}
      </button>
    </p>
  );
}
