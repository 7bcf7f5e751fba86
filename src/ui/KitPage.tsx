import { type ReactNode, useState } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { FieldError } from './FieldError.tsx';
import { Icon } from './Icon.tsx';
import { Notice } from './Notice.tsx';
import { ScrollBox } from './ScrollBox.tsx';
import { Segmented } from './Segmented.tsx';
import { type Column, Table } from './Table.tsx';
import './kit-page.css';

/** Every part of the toolkit with its states, in both themes: for those who build the page (`#kit`, in no menu). */
export default function KitPage() {
  return (
    <main className="page kit-page" id="stage" tabIndex={-1}>
      <h1>The toolkit</h1>
      <p className="lead">Every part of the page with its states, in both themes.</p>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} aria-label={theme} data-theme={theme}>
          <h2>{theme === 'light' ? 'Light' : 'Dark'}</h2>
          <Parts theme={theme} />
          <ListsAndBoxes theme={theme} />
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
  return (
    <>
      <Part title="Buttons">
        <button type="button" className="btn primary">
          Primary
        </button>
        <button type="button" className="btn outlined">
          Outlined
        </button>
        <button type="button" className="btn">
          Plain
        </button>
        <button type="button" className="btn outlined" disabled>
          Disabled
        </button>
        <button type="button" className="icon-btn" aria-label={`Close, ${theme}`}>
          <Icon name="close" />
        </button>
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
      <Part title="Fields">
        <label>
          delay <input className="field" defaultValue="250" />
        </label>
        <label>
          limit{' '}
          <input
            className="field"
            defaultValue="-1"
            aria-invalid="true"
            aria-describedby={`kit-limit-${theme}`}
          />
        </label>
        <FieldError
          id={`kit-limit-${theme}`}
          error={{ field: 'limit', value: '-1', accepted: 'a whole number from 0' }}
        />
      </Part>
      <Part title="Notices">
        <div className="kit-notices">
          <Notice inPlace actions={<button className="btn outlined">Go on with it</button>}>
            Work that was not shared is kept here.
          </Notice>
          <Notice inPlace tone="bad" actions={<button className="btn outlined">Start it again here</button>}>
            The simulation has not answered for 5 seconds.
          </Notice>
          <Notice inPlace tone="plain">
            This is its run. Everything may be changed here.
          </Notice>
        </div>
      </Part>
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3>{title}</h3>
      <div className="row kit-part">{children}</div>
    </>
  );
}
