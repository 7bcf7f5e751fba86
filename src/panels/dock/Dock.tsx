import { useActions, useApp, useSession, useView } from '../../store/hooks.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import type { DockTab } from '../../store/view.ts';
import { formatCount } from '../kit/format.ts';
import { DestinationsPanel } from './DestinationsPanel.tsx';
import { RecipientsPanel } from './RecipientsPanel.tsx';
import { wheelHeading, WheelPanel } from './WheelPanel.tsx';
import './dock.css';

const TABS: readonly { tab: DockTab; title: string }[] = [
  { tab: 'destinations', title: 'Destinations' },
  { tab: 'wheel', title: 'Timing wheel' },
  { tab: 'recipients', title: 'Recipients' },
];

/** The panels under the stage: side by side where there is room, as tabs where there is not. */
export function Dock({ tabs }: { tabs: boolean }) {
  return tabs ? <TabbedDock /> : <WideDock />;
}

function WideDock() {
  const transport = useView((view) => view.transport);
  const wheel = useSession((session) => wheelHeading(session.wheel));
  return (
    <div className="dock-wide">
      <section className="dock-panel" id="dock-destinations" tabIndex={-1} aria-labelledby="dock-dest">
        <h2 id="dock-dest">
          Destinations <span className="dim">of {transport}</span>
        </h2>
        <DestinationsPanel />
      </section>
      <section className="dock-panel" id="dock-wheel" tabIndex={-1} aria-labelledby="dock-wheel-title">
        <h2 id="dock-wheel-title">
          Timing wheel <span className="dim">{wheel}</span>
        </h2>
        <WheelPanel />
      </section>
      <section className="dock-panel" id="dock-recipients" tabIndex={-1} aria-labelledby="dock-pool">
        <h2 id="dock-pool">
          Recipients in core <RecipientTotal />
        </h2>
        <RecipientsPanel />
      </section>
    </div>
  );
}

function RecipientTotal() {
  const total = useApp((state) => selectJobsInOrder(state).reduce((sum, job) => sum + job.recipientCount, 0));
  return <span className="dim mono">{formatCount(total)}</span>;
}

function TabbedDock() {
  const actions = useActions();
  const chosen = useView((view) => view.dockTab);
  const tab = TABS.some((t) => t.tab === chosen) ? chosen : 'destinations';
  return (
    <div className="dock-tabbed">
      <div className="seg" role="tablist" aria-label="Panels">
        {TABS.map((t) => (
          <button
            key={t.tab}
            type="button"
            role="tab"
            id={`tab-${t.tab}`}
            aria-selected={t.tab === tab}
            aria-controls="dock-shown"
            onClick={() => actions.setDockTab(t.tab)}
          >
            {t.title}
          </button>
        ))}
      </div>
      <div
        className="dock-shown"
        id="dock-shown"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabIndex={-1}
      >
        <DockContent tab={tab} />
      </div>
    </div>
  );
}

function DockContent({ tab }: { tab: DockTab }) {
  if (tab === 'wheel') return <WheelPanel />;
  if (tab === 'recipients') return <RecipientsPanel />;
  return <DestinationsPanel />;
}
