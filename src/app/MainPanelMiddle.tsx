import { Suspense } from 'react';
import { lazyWithRetry } from '../panels/kit/lazy.tsx';
import heroCss from '../panels/main-panel/hero.module.css';
import { SayBar, WorldPanel } from './late-panels.ts';
import type { MainPanel } from '../store/view.ts';
import { Opening } from '../panels/kit/Opening.tsx';
import { useQuiet } from './quiet.ts';
import { TabBar } from './TabBar.tsx';

const StageDock = lazyWithRetry(async () => ({
  default: (await import('../panels/stage/StageDock.tsx')).StageDock,
}));
const DestinationMainPanel = lazyWithRetry(() => import('../panels/destination/DestinationMainPanel.tsx'));
const DestinationsMainPanel = lazyWithRetry(() => import('../panels/destinations/DestinationsMainPanel.tsx'));
const CompareMainPanel = lazyWithRetry(() => import('../panels/compare/CompareMainPanel.tsx'));
const MailMainPanel = lazyWithRetry(() => import('../panels/mail/MailMainPanel.tsx'));
const WheelMiddle = lazyWithRetry(() => import('../panels/wheel/WheelMiddle.tsx'));
const AgentsMiddle = lazyWithRetry(() => import('../panels/kinds/mail/AgentsMiddle.tsx'));

/** Main panels that draw their own sentence and their own tabs on the phone. */
const OWN_FRAME: ReadonlySet<MainPanel['kind']> = new Set<MainPanel['kind']>(['wheel', 'threads']);

/** Main panels that keep the dock below them. The others have their own picture in its place. */
const OVER_STAGE: ReadonlySet<MainPanel['kind']> = new Set<MainPanel['kind']>(['destinations', 'mail']);

/** A main panel, loaded when first opened. On the phone the sentence stays in the header and the tabs lead back. */
export default function MainPanelMiddle({ mainPanel, phone }: { mainPanel: MainPanel; phone: boolean }) {
  const framed = phone && !OWN_FRAME.has(mainPanel.kind);
  // The quiet cockpit has no tabs to go to.
  const tabbed = !useQuiet() && framed;
  return (
    <>
      {framed && (
        <aside className="say-area" aria-label="What just happened">
          <SayBar />
        </aside>
      )}
      <Suspense fallback={<Opening main />}>
        {!phone && OVER_STAGE.has(mainPanel.kind) ? (
          <div className={heroCss.heroWithStage}>
            <Chosen mainPanel={mainPanel} phone={phone} />
            <StageDock />
          </div>
        ) : (
          <Chosen mainPanel={mainPanel} phone={phone} />
        )}
      </Suspense>
      {tabbed && <TabBar />}
    </>
  );
}

function Chosen({ mainPanel, phone }: { mainPanel: MainPanel; phone: boolean }) {
  switch (mainPanel.kind) {
    case 'destination':
      return (
        <DestinationMainPanel
          key={`${mainPanel.transport} ${mainPanel.name}`}
          transport={mainPanel.transport}
          name={mainPanel.name}
        />
      );
    case 'destinations':
      return <DestinationsMainPanel />;
    case 'compare':
      return <CompareMainPanel a={mainPanel.a} b={mainPanel.b} phone={phone} />;
    case 'mail':
      return <MailMainPanel />;
    case 'wheel':
      return <WheelMiddle phone={phone} />;
    case 'threads':
      return <AgentsMiddle phone={phone} world={<WorldPanel />} />;
    default:
      return mainPanel satisfies never;
  }
}
