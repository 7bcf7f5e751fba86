import type { MailScenario } from '../../protocol/scenario.ts';
import { useMail } from '../../store/of-kind.ts';
import { useState, type ReactNode } from 'react';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import type { DockTab, MainPanel } from '../../store/view.ts';
import { ExportButton } from '../kit/ExportButton.tsx';
import { formatCount } from '../../explain/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Tab, TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { Term } from '../kit/Term.tsx';
import { DestinationsPanel } from './DestinationsPanel.tsx';
import { ThreadsPanel, threadsHeading } from '../threads/ThreadsPanel.tsx';
import { RecipientsPanel } from './RecipientsPanel.tsx';
import { wheelHeading, WheelPanel } from './WheelPanel.tsx';
import { MAIN_PANEL_NAMES } from '../main-panel/names.ts';
import css from './dock.module.css';

const TABS: readonly Tab<DockTab>[] = [
  { value: 'destinations', text: 'Destinations' },
  { value: 'wheel', text: 'Timing wheel' },
  { value: 'threads', text: 'Threads' },
  { value: 'recipients', text: 'Recipients' },
];

/** The tabs of a run that follows a record. */
const RECORD_TABS = TABS.map((tab) => (tab.value === 'threads' ? { ...tab, text: 'The log here' } : tab));

/** A run that follows a record has its log in the place of threads. */
const follows = (scenario: MailScenario | null): boolean => scenario?.recorded !== undefined;

/** `folding`: tabs that open and close, for windows too low to hold stage and dock at once. */
type DockForm = 'wide' | 'tabs' | 'folding';

interface DockProps {
  form: DockForm;
  /** What has the place of the threads in a run that follows a record: the lines of its log. */
  log: ReactNode;
}

/** The panels under the stage: side by side where there is room, as tabs where there is not. */
export function Dock({ form, log }: DockProps) {
  return form === 'wide' ? <WideDock log={log} /> : <TabbedDock folding={form === 'folding'} log={log} />;
}

function WideDock({ log }: Pick<DockProps, 'log'>) {
  const transport = useView((view) => view.transport);
  const wheel = useSession((session) => wheelHeading(session.wheel));
  const threads = useSession((session) => threadsHeading(session.threads));
  const isRecorded = useMail(follows);
  return (
    <div className={css.dockWide} data-recorded={isRecorded || undefined}>
      <section
        className={css.dockPanel}
        data-clips
        id="dock-destinations"
        tabIndex={-1}
        aria-labelledby="dock-dest"
      >
        <DockHead panel="dock-destinations" mainPanel={{ kind: 'destinations' }} tip="all of them, Shift 1">
          <h2 id="dock-dest">
            Destinations <span className="dim">of {transport}</span>
          </h2>
        </DockHead>
        <DestinationsPanel />
      </section>
      <section
        className={css.dockPanel}
        data-clips
        id="dock-wheel"
        tabIndex={-1}
        aria-labelledby="dock-wheel-title"
      >
        <DockHead panel="dock-wheel" mainPanel={{ kind: 'wheel' }} tip="rings, buckets and timers, Shift 2">
          <h2 id="dock-wheel-title">
            <Term name="timing wheel">Timing wheel</Term> <span className="dim">{wheel}</span>
          </h2>
        </DockHead>
        <WheelPanel />
      </section>
      <section
        className={css.dockPanel}
        data-clips
        id="dock-threads"
        tabIndex={-1}
        aria-labelledby="dock-threads-title"
      >
        {isRecorded ? (
          <h2 id="dock-threads-title">The log here</h2>
        ) : threads === '' ? (
          <h2 id="dock-threads-title">Threads</h2>
        ) : (
          <DockHead
            panel="dock-threads"
            mainPanel={{ kind: 'threads' }}
            tip="flow, lanes and causes, Shift 3"
          >
            <h2 id="dock-threads-title">
              Threads <span className="dim">{threads}</span>
            </h2>
          </DockHead>
        )}
        {isRecorded ? log : <ThreadsPanel />}
      </section>
      <section
        className={css.dockPanel}
        data-clips
        id="dock-recipients"
        tabIndex={-1}
        aria-labelledby="dock-pool"
      >
        <DockHead
          panel="dock-recipients"
          mainPanel={{ kind: 'mail' }}
          tip="mail queues, transports and memory, Shift 4"
        >
          <h2 id="dock-pool">
            Recipients <Term name="in core" /> <RecipientTotal />
          </h2>
        </DockHead>
        <RecipientsPanel />
      </section>
    </div>
  );
}

interface DockHeadProps {
  /** Id of the panel's element, for its picture. */
  panel: string;
  mainPanel: MainPanel;
  tip: string;
  children: ReactNode;
}

/** The heading of a panel, with the ways to save its picture and to see it in the place of the stage. */
function DockHead({ panel, mainPanel, tip, children }: DockHeadProps) {
  const actions = useActions();
  return (
    <div className={css.dockHead}>
      {children}
      <ExportButton panel={panel} />
      <button
        type="button"
        className={`icon-btn ${css.promote}`}
        aria-label={`open in the place of the stage: ${tip}`}
        data-tip={tip}
        data-tip-at="end"
        onClick={() => actions.look({ mainPanel })}
      >
        <Icon name="promote" />
      </button>
    </div>
  );
}

function RecipientTotal() {
  const total = useSession((session) => session.mail?.recipientsInCore ?? 0);
  return <span className="dim mono">{formatCount(total)}</span>;
}

function TabbedDock({ folding, log }: { folding: boolean } & Pick<DockProps, 'log'>) {
  const actions = useActions();
  const chosen = useView((view) => view.dockTab);
  const [open, setOpen] = useState(false);
  const isRecorded = useMail(follows);
  const tab = TABS.some(({ value }) => value === chosen) ? chosen : 'destinations';
  const shown = !folding || open;
  return (
    <div className={`${css.dockTabbed}${folding ? ` ${css.folding}` : ''}`}>
      <Tabs
        className="seg"
        label="Panels"
        panel="dock-shown"
        panelShown={shown}
        value={shown ? tab : null}
        tabs={isRecorded ? RECORD_TABS : TABS}
        onChange={(value) => {
          setOpen(!(open && value === tab));
          actions.look({ dockTab: value });
        }}
      />
      {shown && (
        <TabPanel id="dock-shown" tab={tab} className={css.dockShown} tabIndex={-1}>
          {isRecorded && tab === 'threads' ? log : <DockContent tab={tab} />}
        </TabPanel>
      )}
    </div>
  );
}

function DockContent({ tab }: { tab: DockTab }) {
  if (tab === 'wheel') {
    return (
      <>
        <WholeLink mainPanel="wheel" />
        <WheelPanel />
      </>
    );
  }
  if (tab === 'threads') {
    return (
      <>
        <ThreadsLink />
        <ThreadsPanel />
      </>
    );
  }
  if (tab === 'recipients') {
    return (
      <>
        <WholeLink mainPanel="mail" />
        <RecipientsPanel />
      </>
    );
  }
  return (
    <>
      <WholeLink mainPanel="destinations" />
      <DestinationsPanel />
    </>
  );
}

/** The way to the flow of the agents, where they are threads. */
export function ThreadsLink() {
  const there = useSession((session) => session.threads !== null);
  return there ? <WholeLink mainPanel="threads" /> : null;
}

/** What a way there says, where it does not say it otherwise. */
const WHOLE = {
  wheel: 'The whole timing wheel',
  mail: MAIN_PANEL_NAMES.mail,
  destinations: 'All destinations',
  threads: 'Flow, lanes and causes',
} as const;

/** The way to the whole panel where there is no heading to put a button in. */
export function WholeLink({
  mainPanel,
  text = WHOLE[mainPanel],
}: {
  mainPanel: keyof typeof WHOLE;
  text?: string;
}) {
  const actions = useActions();
  return (
    <button
      type="button"
      className="link whole-link"
      onClick={() => actions.look({ mainPanel: { kind: mainPanel } })}
    >
      {text}
    </button>
  );
}
