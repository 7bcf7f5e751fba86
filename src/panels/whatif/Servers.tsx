import { type FormEvent, useState } from 'react';
import type { PredictView, ServerWords } from '../../protocol/predict.ts';
import './whatif.css';

interface ServersProps {
  view: PredictView;
  busy: boolean;
  /** Lines `SERVER sessions=8 down=60-63` of what was changed. */
  onUse: (lines: string[]) => void;
}

/** Figures of a server that can be set, as the worker reads them (`importers/model/edit.ts`). */
const FIELDS = ['message', 'recipient', 'sessions', 'minute', 'down'] as const;
type Field = (typeof FIELDS)[number];
const HEADS: Readonly<Record<Field, string>> = {
  message: 'ms a message',
  recipient: 'ms a recipient',
  sessions: 'sessions at once',
  minute: 'new ones a minute',
  down: 'outages, seconds after the first message',
};
/** Servers with limits or outages come first; more than these are not drawn. */
const SHOWN = 40;

/** The servers as the log shows them, to be corrected by who knows better; then all is computed again. */
export function Servers({ view, busy, onUse }: ServersProps) {
  const { servers, assumed } = view;
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const lines = linesOf(servers, drafts);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onUse(lines);
  };
  return (
    <details className="whatif-model">
      <summary>What was inferred: {servers.length === 1 ? '1 server' : `${servers.length} servers`}</summary>
      {assumed.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <form onSubmit={submit}>
        <p className="dim">
          Correct what you know better: 0 sessions = no limit is known; outages as 60-63,92-93.5. The model is
          then calibrated again.
        </p>
        <div className="whatif-scroll whatif-servers">
          <table>
            <thead>
              <tr>
                <th scope="col">Server</th>
                {FIELDS.map((field) => (
                  <th key={field} scope="col">
                    {HEADS[field]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {servers.slice(0, SHOWN).map((server) => (
                <tr key={server.name}>
                  <th scope="row" className="mono" title={server.faults.join('; ')}>
                    {server.name}
                  </th>
                  {FIELDS.map((field) => (
                    <td key={field}>
                      <input
                        className="mono"
                        type="text"
                        inputMode={field === 'down' ? 'text' : 'decimal'}
                        size={field === 'down' ? 22 : 6}
                        aria-label={`${server.name}, ${HEADS[field]}`}
                        value={drafts.get(`${server.name} ${field}`) ?? String(server[field])}
                        onChange={({ target }) =>
                          setDrafts(new Map(drafts).set(`${server.name} ${field}`, target.value))
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {servers.length > SHOWN && <p className="dim">and {servers.length - SHOWN} more without limits</p>}
        <button type="submit" className="btn outlined" disabled={busy || lines.length === 0}>
          Use these servers
        </button>
      </form>
    </details>
  );
}

/** What differs from the inferred figures, a line a server. */
function linesOf(servers: readonly ServerWords[], drafts: ReadonlyMap<string, string>): string[] {
  return servers.flatMap((server) => {
    const changed = FIELDS.flatMap((field) => {
      const text = drafts.get(`${server.name} ${field}`)?.replaceAll(/\s+/g, '');
      return text === undefined || text === String(server[field]) ? [] : [`${field}=${text}`];
    });
    return changed.length === 0 ? [] : [`${server.name} ${changed.join(' ')}`];
  });
}
