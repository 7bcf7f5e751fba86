import { type ReactNode, useId, useState } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { Dialog, Sheet } from './Dialog.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Field, FigureField } from './Field.tsx';
import { Button, IconButton } from './Button.tsx';
import { Menu } from './Menu.tsx';
import { Notice } from './Notice.tsx';
import { Popover } from './Popover.tsx';
import { Progress } from './Progress.tsx';
import { ScrollBox } from './ScrollBox.tsx';
import { Segmented } from './Segmented.tsx';
import { TabPanel, Tabs } from './Tabs.tsx';
import { Select } from './Select.tsx';
import { type Column, Table } from './Table.tsx';
import './kit-page.css';
import { Checkbox } from './Checkbox.tsx';
import { Slider } from './Slider.tsx';
import { TextArea } from './TextArea.tsx';

/** Page `#kit` for developers: each component in all states and both themes. `children` adds other layers. */
export function KitPage({ children }: { children: (theme: string) => ReactNode }) {
  return (
    <main className="page kit-page" id="stage" tabIndex={-1}>
      <h1>The toolkit</h1>
      <p className="lead">Every part of the page with its states, in both themes.</p>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} aria-label={theme} data-theme={theme}>
          <h2>{theme === 'light' ? 'Light' : 'Dark'}</h2>
          <Parts theme={theme} />
          <ListsAndBoxes theme={theme} />
          {children(theme)}
        </section>
      ))}
    </main>
  );
}

const DESTINATIONS: readonly Column<{ name: string; sent: number; deferred: number }>[] = [
  { name: 'destination', cell: ({ name }) => name, sorted: 'none', onSort: () => {} },
  {
    name: 'sent',
    numeric: true,
    className: 'mono',
    cell: ({ sent }) => sent,
    sorted: 'descending',
    onSort: () => {},
  },
  { name: 'deferred', numeric: true, className: 'mono', cell: ({ deferred }) => deferred },
];

function Parts({ theme }: { theme: string }) {
  const [unit, setUnit] = useState('decision');
  const [agents, setAgents] = useState(3);
  return (
    <>
      <Part title="Buttons">
        <Button look="primary">Primary</Button>
        <Button look="outlined">Outlined</Button>
        <Button>Plain</Button>
        <Button look="outlined" disabled>
          Disabled
        </Button>
        <Button look="outlined" size="big">
          Big
        </Button>
        <IconButton name={`Close, ${theme}`} icon="close" tip="close" />
        <button type="button" className="link">
          A link that acts
        </button>
      </Part>
      <Part title="Copy">
        <CopyButton text="postfix reload" byHand="Select the lines and press Ctrl C" />
        <CopyButton text="postfix reload" byHand="Select the lines and press Ctrl C" disabled />
      </Part>
      <Part title="One of a few">
        <Segmented
          label={`Step by, ${theme}`}
          value={unit}
          options={['decision', 'delivery', 'event'].map((value) => ({ value, text: value }))}
          onChange={setUnit}
        />
      </Part>
      <Part title="Several lines">
        <TextArea label={`Note, ${theme}`} rows={2} defaultValue="A note for the reader" />
        <TextArea label={`Settings, ${theme}`} kind="code" rows={2} placeholder="Paste postconf -n" />
      </Part>
      <Part title="A value on a scale, and yes or no">
        <Slider label={`Agents, ${theme}`} min={1} max={9} value={agents} onChange={setAgents} />
        <Checkbox checked={agents > 4} onChange={(on) => setAgents(on ? 9 : 1)}>
          Many agents
        </Checkbox>
        <Checkbox checked>Always on</Checkbox>
      </Part>
      <Part title="One of a list">
        <Selects theme={theme} />
      </Part>
      <Part title="Fields">
        <Fields theme={theme} />
      </Part>
      <LargeParts theme={theme} />
    </>
  );
}

function ListsAndBoxes({ theme }: { theme: string }) {
  return (
    <>
      <Part title="Tables">
        <Table
          label={`Destinations, ${theme}`}
          columns={DESTINATIONS}
          rows={[
            { name: 'slow.example', sent: 1234, deferred: 7 },
            { name: 'mail.example', sent: 98, deferred: 0 },
          ]}
          rowKey={({ name }) => name}
        />
        <Table
          label={`Lines of a log, ${theme}`}
          captioned
          scrolls="kit-scrolls"
          stickyHead
          columns={[
            { name: 'line', numeric: true, className: 'mono', cell: (line) => line },
            { name: 'text', className: 'mono', cell: (line) => `line ${line} of a log` },
          ]}
          rows={Array.from({ length: 12 }, (_, i) => i + 1)}
          rowKey={(line) => line}
        />
        <Table
          label={`Nothing, ${theme}`}
          columns={DESTINATIONS}
          rows={[]}
          rowKey={({ name }) => name}
          empty="No mail has waited here."
        />
      </Part>
      <Part title="What scrolls">
        <ScrollBox label={`Lines, ${theme}`} className="kit-scrolls">
          <pre>{Array.from({ length: 12 }, (_, i) => `line ${i + 1} of a log`).join('\n')}</pre>
        </ScrollBox>
      </Part>
    </>
  );
}

function LargeParts({ theme }: { theme: string }) {
  return (
    <>
      <Part title="Notices">
        <div className="kit-notices">
          <Notice inPlace actions={<button className="btn outlined">Continue with it</button>}>
            Your unsaved work was kept.
          </Notice>
          <Notice inPlace tone="bad" actions={<button className="btn outlined">Restart here</button>}>
            The simulation has not answered for 5 seconds.
          </Notice>
          <Notice inPlace tone="plain">
            This is a copy. Change anything.
          </Notice>
        </div>
      </Part>
      <Part title="Tabs">
        <TabsPart theme={theme} />
      </Part>
      <Part title="Progress">
        <Progress name={`Saving, ${theme}`} value={0.4} onCancel={() => undefined} text="4 of 10 runs" />
        <Progress name={`Ending, ${theme}`} value={0.8} onCancel={() => undefined} cancelling />
        <Progress name={`Opening, ${theme}`} value={undefined} text="Opening the run" />
      </Part>
      <Part title="Progress on a line of its own">
        <div className="kit-wide">
          <Progress
            name={`Reading, ${theme}`}
            value={0.6}
            text="60 MB of 100 MB, 2 s left"
            ownLine
            onCancel={() => undefined}
          />
        </div>
      </Part>
      <Part title="What opens over the page">
        <Opened theme={theme} />
      </Part>
      <Part title="A menu">
        <Menu
          label={`Message 5, ${theme}`}
          items={[
            { text: 'Break on this', act: () => undefined },
            { text: 'Run to the next occurrence', act: () => undefined },
          ]}
          onChoose={(act) => act()}
        />
      </Part>
      <Part title="Nothing there">
        <EmptyState size="line">No transport yet. Each is created with its first mail.</EmptyState>
        <div className="kit-wide">
          <EmptyState size="panel" action={<button className="btn outlined">Files</button>}>
            The log has no message. Give more files.
          </EmptyState>
        </div>
      </Part>
    </>
  );
}

const TABS = [
  { value: 'wheel', text: 'Timing wheel' },
  { value: 'threads', text: 'Threads' },
] as const;

function TabsPart({ theme }: { theme: string }) {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('wheel');
  const panel = `kit-tabs-${theme}`;
  return (
    <>
      <Tabs
        className="seg"
        label={`Panels, ${theme}`}
        panel={panel}
        value={tab}
        tabs={TABS}
        onChange={setTab}
      />
      <TabPanel id={panel} tab={tab} className="kit-wide">
        {tab === 'wheel' ? 'What the timing wheel shows.' : 'What threads show.'}
      </TabPanel>
    </>
  );
}

function Opened({ theme }: { theme: string }) {
  const id = useId();
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null);
  const end = (): void => setOpen(null);
  return (
    <>
      <Button look="outlined" onClick={() => setOpen('dialog')}>
        A dialog
      </Button>
      <Button look="outlined" onClick={() => setOpen('sheet')}>
        A sheet
      </Button>
      <Button look="outlined" popoverTarget={id}>
        A popover
      </Button>
      <Popover id={id} label={`Branches, ${theme}`} className="kit-popover">
        {(close) => <Button onClick={close}>Close it</Button>}
      </Popover>
      {open === 'dialog' && (
        <Dialog label="A large run" className="sheet" onClose={end}>
          {(close) => (
            <Button look="primary" onClick={close}>
              Open it
            </Button>
          )}
        </Dialog>
      )}
      {open === 'sheet' && (
        <Sheet title="Keyboard" about="every key" className="kit-sheet" onClose={end}>
          {() => <p>What a sheet holds.</p>}
        </Sheet>
      )}
    </>
  );
}

const SPEEDS = [0.1, 1, 10].map((value) => ({ value, text: `${value}×` }));

function Selects({ theme }: { theme: string }) {
  const [speed, setSpeed] = useState(1);
  const [server, setServer] = useState('every other');
  return (
    <>
      <Select label={`Speed, ${theme}`} value={speed} options={SPEEDS} onChange={setSpeed} />
      <Select
        text="server"
        line="row"
        value={server}
        options={['every other', { group: 'slow', options: [{ value: 'b.example', text: 'b.example' }] }]}
        onChange={setServer}
      />
      <Select
        label={`Panel, ${theme}`}
        value="stage"
        options={['stage']}
        onChange={() => undefined}
        disabled
      />
    </>
  );
}

function Fields({ theme }: { theme: string }) {
  const [delay, setDelay] = useState('250');
  const [limit, setLimit] = useState('-1');
  const [share, setShare] = useState(20);
  const error = { field: 'limit', value: limit, accepted: 'a whole number from 0' };
  return (
    <>
      <div className="kit-fields">
        <Field text="delay" unit="ms" kind="figure" value={delay} onChange={setDelay} />
        <Field
          text="limit"
          kind="figure"
          value={limit}
          error={/^\d+$/.test(limit) ? undefined : error}
          onChange={setLimit}
        />
        <FigureField
          text="share"
          unit="%"
          value={share}
          onSet={(value) => {
            const ok = value >= 0 && value <= 100;
            if (ok) setShare(value);
            const refused = {
              field: 'share',
              value: String(value),
              accepted: 'a whole number from 0 to 100',
            };
            return Promise.resolve(ok ? { ok, value } : { ok, errors: [refused] });
          }}
        />
      </div>
      <Field
        text="Name"
        line="field-stack"
        hint="at most 60 characters"
        value={theme}
        onChange={() => undefined}
        readOnly
      />
      <Field
        text="recipients"
        line="field-after"
        kind="figure"
        value="3"
        onChange={() => undefined}
        disabled
      />
    </>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3>{title}</h3>
      <div className="row kit-part">{children}</div>
    </>
  );
}
