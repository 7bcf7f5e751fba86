import type { LiveView } from '../../../protocol/live.ts';
import { figure } from '../words.ts';
import './live.css';

/** All destinations in figures, since the beginning of what was read. */
export function LiveTable({ view }: { view: LiveView }) {
  return (
    <details className="live-table">
      <summary>All destinations in figures</summary>
      <table>
        <thead>
          <tr>
            <th>destination</th>
            <th>sent</th>
            <th>deferred</th>
            <th>of these without a try</th>
            <th>bounced</th>
          </tr>
        </thead>
        <tbody>
          {view.table.map(({ name, totals }) => (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td>{figure(totals.sent)}</td>
              <td>{figure(totals.deferred)}</td>
              <td>{figure(totals.suspended)}</td>
              <td>{figure(totals.bounced)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
