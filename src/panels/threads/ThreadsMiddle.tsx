import { useEffect, useState, type ReactNode } from 'react';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { HeroHeader } from '../hero/HeroHeader.tsx';
import { StartThreads } from '../threads-dock/StartThreads.tsx';
import { TabButton } from './TabButton.tsx';
import { ThreadsDock } from './ThreadsDock.tsx';
import { ThreadsHero } from './ThreadsHero.tsx';
import { ThreadsSay, ThreadsWhy } from './ThreadsWhy.tsx';
import { LaneKey } from './LaneKey.tsx';
import { ThreadsWorld } from './ThreadsWorld.tsx';
import { useHeld } from './useHeld.ts';
import { FocusContext, useLatest, useLedger, useThreadFocus } from './useThreads.ts';
import '../hero/hero.css';

interface ThreadsMiddleProps {
  phone: boolean;
  /** What stands at the side in a run of mail, where threads are a part of a larger world. */
  world?: ReactNode;
}

/** Threads in the place of everything between the bars: a run of threads alone, or the agents of a run of mail. */
export default function ThreadsMiddle({ phone, world }: ThreadsMiddleProps) {
  const row = useSession((session) => session.threads);
  const focus = useThreadFocus();
  return (
    <FocusContext value={focus}>
      {row === null ? <NoThreads /> : <Threads row={row} phone={phone} world={world} />}
    </FocusContext>
  );
}

/** A run whose agents are not threads says so, and how to make them. */
function NoThreads() {
  return (
    <main className="hero-page no-threads" id="stage" tabIndex={-1}>
      <HeroHeader title="Agents as threads" />
      <div className="hero-empty no-threads-words">
        <StartThreads />
        <p>
          <a className="link" href="#threads">
            A story of threads alone
          </a>{' '}
          shows what a concurrency group does; scenes whose agents are threads are in the{' '}
          <a className="link" href="#gallery">
            gallery
          </a>
          .
        </p>
      </div>
    </main>
  );
}

function Threads({ row, phone, world }: ThreadsMiddleProps & { row: ThreadsRow }) {
  const ledger = useLedger(row);
  const cursor = useSession((session) => session.cursor);
  const latest = useLatest(ledger);
  const side = useHeld({ row, ledger, latest, cursor });
  const own = useSession((session) => session.scenario?.cmgroup !== undefined);
  const hero = <ThreadsHero row={row} ledger={ledger} latest={latest} phone={phone} />;
  const why = <ThreadsWhy {...side} />;
  const dock = <ThreadsDock row={side.row} now={side.cursor.at} />;
  const doors = own ? <ThreadsWorld row={side.row} /> : (world ?? <LaneKey />);
  if (phone)
    return (
      <>
        <ThreadsSay row={side.row} latest={side.latest} />
        <PhoneParts picture={hero} why={why} side={doors} dock={dock} />
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
        {doors}
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

/** A millisecond takes a second. */
const STORY_SPEED = 0.001;

/** While threads are large, a step is a cause; the unit of before comes back with the stage. */
function CauseStepping() {
  const actions = useActions();
  const alone = useSession((session) => session.scenario?.cmgroup !== undefined);
  useEffect(() => {
    actions.setStepUnit('cause');
    return () => actions.setStepUnit('decision');
  }, [actions]);
  useEffect(() => {
    // Some milliseconds are all there is: at the speed of mail they would be over at once.
    if (!alone) return undefined;
    void actions.setSpeed(STORY_SPEED);
    return () => void actions.setSpeed(1);
  }, [actions, alone]);
  return null;
}
