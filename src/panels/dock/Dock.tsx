import { type ReactNode, useState } from 'react';
import type { MailScenario } from '../../protocol/scenario.ts';
import { useMail } from '../../store/of-kind.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import type { DockTab } from '../../store/view.ts';
import { ExportButton } from '../kit/ExportButton.tsx';
import { formatCount } from '../../explain/format.ts';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { Term } from '../kit/Term.tsx';
import { DestinationsPanel } from './DestinationsPanel.tsx';
import { ThreadsPanel, threadsHeading } from '../threads/ThreadsPanel.tsx';
import { RecipientsPanel } from './RecipientsPanel.tsx';
import { wheelHeading, WheelPanel } from './WheelPanel.tsx';
import { MAIN_PANEL_NAMES } from '../main-panel/names.ts';
import css from './dock.module.css';
import { IconButton } from '../../ui/Button.tsx';

/** Labels of main panels that the dock links to. */
const WHOLE = {
  wheel: 'The whole timing wheel',
  mail: MAIN_PANEL_NAMES.mail,
  destinations: 'All destinations',
  threads: 'Flow, lanes and causes',
} as const;

interface Part {
  tab: DockTab;
  text: string;
  /** Heading of the panel in the layout with panels side by side. */
  heading: ReactNode;
  content: ReactNode;
  /** Main panel that shows the same facts in full, and tooltip of the link to it. */
  whole?: { kind: keyof typeof WHOLE; tip: string };
}

/** A replay shows its log instead of the threads. */
const followsRecord = (scenario: MailScenario | null): boolean => scenario?.recorded !== undefined;

function useParts(log: ReactNode): Part[] {
  const transport = useView((view) => view.transport);
  const wheel = useSession((session) => wheelHeading(session.wheel));
  const threads = useSession((session) => threadsHeading(session.threads));
  const isRecorded = useMail(followsRecord);
  return [
    {
      tab: 'destinations',
      text: 'Destinations',
      heading: headingOf('Destinations', `of ${transport}`),
      content: <DestinationsPanel />,
      whole: { kind: 'destinations', tip: 'all of them, Shift 1' },
    },
    {
      tab: 'wheel',
      text: 'Timing wheel',
      heading: headingOf(<Term name="timing wheel">Timing wheel</Term>, wheel),
      content: <WheelPanel />,
      whole: { kind: 'wheel', tip: 'rings, buckets and timers, Shift 2' },
    },
    isRecorded
      ? { tab: 'threads', text: 'The log here', heading: 'The log here', content: log }
      : {
          tab: 'threads',
          text: 'Threads',
          heading: headingOf('Threads', threads),
          content: <ThreadsPanel />,
          ...(threads !== '' && { whole: { kind: 'threads', tip: 'flow, lanes and causes, Shift 3' } }),
        },
    {
      tab: 'recipients',
      text: 'Recipients',
      heading: (
        <>
          Recipients <Term name="in core" /> <RecipientTotal />
        </>
      ),
      content: <RecipientsPanel />,
      whole: { kind: 'mail', tip: 'mail queues, transports and memory, Shift 4' },
    },
  ];
}

function headingOf(name: ReactNode, about: string): ReactNode {
  return (
    <>
      {name} <span className="dim">{about}</span>
    </>
  );
}

function RecipientTotal() {
  const total = useSession((session) => session.mail?.recipientsInCore ?? 0);
  return <span className="dim mono">{formatCount(total)}</span>;
}

interface DockProps {
  /** `folding`: tabs that open and close, for windows too low to show stage and dock together. */
  form: 'wide' | 'tabs' | 'folding';
  log: ReactNode;
}

/** Panels below the stage: side by side, or tabs where there is not enough room. */
export function Dock({ form, log }: DockProps) {
  const parts = useParts(log);
  const isRecorded = useMail(followsRecord);
  if (form !== 'wide') return <TabbedDock parts={parts} folding={form === 'folding'} />;
  return (
    <div className={css.dockWide} data-recorded={isRecorded || undefined}>
      {parts.map((part) => (
        <WidePart key={part.tab} part={part} />
      ))}
    </div>
  );
}

function WidePart({ part: { tab, heading, content, whole } }: { part: Part }) {
  const actions = useActions();
  const id = `dock-${tab}`;
  return (
    <section className={css.dockPanel} data-clips id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <div className={`row ${css.dockHead}`}>
        <h2 id={`${id}-title`} className="grow cut">
          {heading}
        </h2>
        {whole !== undefined && (
          <>
            <ExportButton panel={id} />
            <IconButton
              name={`open instead of the stage: ${whole.tip}`}
              icon="promote"
              tip={whole.tip}
              tipAt="end"
              onClick={() => actions.look({ mainPanel: { kind: whole.kind } })}
            />
          </>
        )}
      </div>
      {content}
    </section>
  );
}

function TabbedDock({ parts, folding }: { parts: readonly Part[]; folding: boolean }) {
  const actions = useActions();
  const chosen = useView((view) => view.dockTab);
  const [open, setOpen] = useState(false);
  const part = parts.find(({ tab }) => tab === chosen) ?? parts[0];
  const shown = part !== undefined && (!folding || open);
  return (
    <div className={css.dockTabbed} data-folding={folding || undefined}>
      <Tabs
        className="seg"
        label="Panels"
        panel="dock-shown"
        panelShown={shown}
        value={shown ? part.tab : null}
        tabs={parts.map(({ tab, text }) => ({ value: tab, text }))}
        onChange={(value) => {
          setOpen(!(open && value === part?.tab));
          actions.look({ dockTab: value });
        }}
      />
      {shown && (
        <TabPanel id="dock-shown" tab={part.tab} className={css.dockShown} tabIndex={-1}>
          {part.whole !== undefined && <WholeLink mainPanel={part.whole.kind} />}
          {part.content}
        </TabPanel>
      )}
    </div>
  );
}

/** Link to the thread flow, in runs whose agents are threads. */
export function ThreadsLink() {
  const there = useSession((session) => session.threads !== null);
  return there ? <WholeLink mainPanel="threads" /> : null;
}

interface WholeLinkProps {
  mainPanel: keyof typeof WHOLE;
  text?: string;
}

/** Link to the main panel, for places without a heading that could hold a button. */
export function WholeLink({ mainPanel, text = WHOLE[mainPanel] }: WholeLinkProps) {
  const actions = useActions();
  return (
    <button type="button" className="link" onClick={() => actions.look({ mainPanel: { kind: mainPanel } })}>
      {text}
    </button>
  );
}
