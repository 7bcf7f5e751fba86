import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { useKind } from '../kinds/views.ts';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { ThreadsMainPanel } from './ThreadsMainPanel.tsx';
import { ThreadsSums } from './ThreadsSums.tsx';
import { ThreadsSay, ThreadsWhy } from './ThreadsWhy.tsx';
import { FocusContext, useLedger, useRowNow, useThreadFocus } from './useThreads.ts';
import heroCss from '../main-panel/hero.module.css';
import css from './threads.module.css';

interface ThreadsMiddleProps {
  phone: boolean;
  /** The panel at the side: commands for these threads, or the world of a run of mail. */
  side: (row: ThreadsRow) => ReactNode;
  /** Shown when the run has no threads. */
  none: ReactNode;
}

/** Shows threads in place of everything between the bars: threads alone, or the agents of a run of mail. */
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
  const mainPanel = <ThreadsMainPanel row={row} ledger={ledger} latest={latest} phone={phone} />;
  const why = (
    <RuleInstead>
      <ThreadsWhy {...held} say={!phone} />
    </RuleInstead>
  );
  const dock = <ThreadsSums row={held.row} now={held.cursor.at} />;
  const beside = side(held.row);
  if (phone)
    return (
      <>
        <ThreadsSay row={held.row} latest={held.latest} />
        <PhoneParts picture={mainPanel} why={why} side={beside} dock={dock} />
        <CauseStepping />
      </>
    );
  return (
    <div className={`middle ${heroCss.hero} ${css.threadsMiddle}`}>
      <main className={`stage-area ${heroCss.heroStage} ${css.threadsStage}`} id="stage" tabIndex={-1}>
        {mainPanel}
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
  { value: 'picture', text: 'Flow' },
  { value: 'why', text: 'Why' },
  { value: 'side', text: 'Do' },
  { value: 'dock', text: 'Sums' },
] as const;
type Part = (typeof PARTS)[number]['value'];

/** The parts of the page on a phone: tabs that show one part at a time, below the sentence. */
function PhoneParts(parts: Record<Part, ReactNode>) {
  const [shown, setShown] = useState<Part>('picture');
  return (
    <>
      <main className="phone-area" id="stage" tabIndex={-1}>
        <TabPanel
          id="threads-part"
          tab={shown}
          className={`phone-panel ${css.phone} ${shown === 'why' || shown === 'side' ? `stack gap-16 ${css.phoneText}` : ''}`}
        >
          {parts[shown]}
        </TabPanel>
      </main>
      <nav className="tabs-area" aria-label="Parts">
        <Tabs
          className={`tabbar ${css.tabs}`}
          label="Parts"
          panel="threads-part"
          value={shown}
          tabs={PARTS}
          onChange={setShown}
        />
      </nav>
    </>
  );
}

/** While threads replace the stage, the step unit is a cause, and the speed is the default of this kind of run. */
function CauseStepping() {
  const actions = useActions();
  const { speed } = useKind();
  useEffect(() => {
    actions.look({ stepUnit: 'cause' });
    return () => actions.look({ stepUnit: 'decision' });
  }, [actions]);
  useEffect(() => {
    if (speed === undefined) return undefined;
    void actions.setSpeed(speed);
    return () => void actions.setSpeed(1);
  }, [actions, speed]);
  return null;
}

/** Milliseconds between changes of text while the run plays, because faster ones cannot be read. */
const TEXT_EVERY_MS = 150;

/** A value that changes only a few times a second while the run plays. */
function useHeld<T>(value: T): T {
  const playing = useSession((session) => session.playing);
  const latest = useRef(value);
  const [held, setHeld] = useState<{ value: T } | null>(null);
  useEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    if (!playing) return undefined;
    const take = (): void => setHeld({ value: latest.current });
    const timer = setInterval(take, TEXT_EVERY_MS);
    return () => {
      clearInterval(timer);
      setHeld(null);
    };
  }, [playing]);
  return playing && held !== null ? held.value : value;
}
