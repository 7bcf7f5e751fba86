import { useEffect, useState, type ReactNode } from 'react';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';
import { TabButton } from './TabButton.tsx';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { ThreadsDock } from './ThreadsDock.tsx';
import { ThreadsHero } from './ThreadsHero.tsx';
import { ThreadsSay, ThreadsWhy } from './ThreadsWhy.tsx';
import { useHeld } from './useHeld.ts';
import { FocusContext, useRowNow, useLedger, useThreadFocus } from './useThreads.ts';
import '../hero/hero.css';

interface ThreadsMiddleProps {
  phone: boolean;
  /** What stands at the side: what can be done to these threads, or the larger world that they are a part of. */
  side: (row: ThreadsRow) => ReactNode;
  /** What stands here when the run has no threads. */
  none: ReactNode;
}

/** Threads in the place of everything between the bars: a run of threads alone, or the agents of a run of mail. */
export default function ThreadsMiddle({ phone, side, none }: ThreadsMiddleProps) {
  const row = useSession((session) => session.threads);
  const focus = useThreadFocus();
  return (
    <FocusContext value={focus}>
      {row === null ? none : <Threads row={row} phone={phone} side={side} />}
    </FocusContext>
  );
}

function Threads({ row, phone, side }: Omit<ThreadsMiddleProps, 'none'> & { row: ThreadsRow }) {
  const ledger = useLedger(row);
  const cursor = useSession((session) => session.cursor);
  const latest = useRowNow(ledger);
  const held = useHeld({ row, ledger, latest, cursor });
  const hero = <ThreadsHero row={row} ledger={ledger} latest={latest} phone={phone} />;
  const why = (
    <RuleInstead>
      <ThreadsWhy {...held} />
    </RuleInstead>
  );
  const dock = <ThreadsDock row={held.row} now={held.cursor.at} />;
  const beside = side(held.row);
  if (phone)
    return (
      <>
        <ThreadsSay row={held.row} latest={held.latest} />
        <PhoneParts picture={hero} why={why} side={beside} dock={dock} />
        <CauseStepping />
      </>
    );
  return (
    <div className="middle hero threads-middle">
      <main className="stage-area hero-stage threads-stage" id="stage" tabIndex={-1}>
        {hero}
      </main>
      <aside className="explain-area side" aria-label="Explain">
        {why}
      </aside>
      <aside className="world-area side" aria-label="World">
        {beside}
      </aside>
      <section className="dock-area" aria-label="Dock">
        {dock}
      </section>
      <CauseStepping />
    </div>
  );
}

const PARTS = [
  { part: 'picture', text: 'Flow' },
  { part: 'why', text: 'Why' },
  { part: 'side', text: 'Do' },
  { part: 'dock', text: 'Sums' },
] as const;

/** On the phone one part at a time, under the sentence. */
function PhoneParts(parts: Record<(typeof PARTS)[number]['part'], ReactNode>) {
  const [shown, setShown] = useState<(typeof PARTS)[number]['part']>('picture');
  return (
    <>
      <main className="phone-area" id="stage" tabIndex={-1}>
        <div
          className={`phone-panel threads-phone threads-phone-${shown}`}
          role="tabpanel"
          id="threads-part"
          aria-labelledby={`threads-tab-${shown}`}
        >
          {parts[shown]}
        </div>
      </main>
      <nav className="tabs-area" aria-label="Parts">
        <div className="tabbar threads-tabs" role="tablist">
          {PARTS.map(({ part, text }) => (
            <TabButton
              key={part}
              id={`threads-tab-${part}`}
              controls="threads-part"
              chosen={part === shown}
              onChoose={() => setShown(part)}
            >
              {text}
            </TabButton>
          ))}
        </div>
      </nav>
    </>
  );
}

/** While threads are large, a step is a cause; the unit of before comes back with the stage. */
function CauseStepping() {
  const actions = useActions();
  const { speed } = useKind();
  useEffect(() => {
    actions.setStepUnit('cause');
    return () => actions.setStepUnit('decision');
  }, [actions]);
  useEffect(() => {
    if (speed === undefined) return undefined;
    void actions.setSpeed(speed);
    return () => void actions.setSpeed(1);
  }, [actions, speed]);
  return null;
}
