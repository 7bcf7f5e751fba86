import { useState } from 'react';
import type { AgeTable, MailQueueName } from '../../protocol/inspect.ts';
import { formatCount, formatWait } from '../../explain/format.ts';
import { ScrollBox } from '../kit/ScrollBox.tsx';
import { Segmented } from '../kit/Segmented.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import { Termed } from '../kit/Termed.tsx';
import './mail.css';
import '../dock/dock.css';
import '../kit/number-table.css';

type Which = 'incoming and active' | 'deferred' | 'hold';

const QUEUES: Record<Which, MailQueueName[]> = {
  // What qshape(1) shows when it is given no queue.
  'incoming and active': ['incoming', 'active'],
  deferred: ['deferred'],
  hold: ['hold'],
};

const FIRST = { '5 s': 5, '5 min': 300 } as const;

/** Undelivered recipients by destination and age, in the manner of qshape. */
export function Ages() {
  const [which, setWhich] = useState<Which>('incoming and active');
  const [first, setFirst] = useState<keyof typeof FIRST>('5 s');
  const table = useAnswer(`ages ${which} ${first}`, (actions) =>
    actions.ask('ages', QUEUES[which], FIRST[first]),
  );
  return (
    <section className="mail-block" aria-labelledby="mail-ages">
      <div className="mail-head">
        <h2 id="mail-ages">
          Ages{' '}
          <span className="dim">
            <Termed text="recipients" />, as qshape counts them
          </span>
        </h2>
        <Segmented
          label="first age"
          value={first}
          options={[
            { value: '5 s', text: '5 s' },
            { value: '5 min', text: '5 min' },
          ]}
          onChange={setFirst}
        />
        <select
          className="pick"
          aria-label="mail queue"
          value={which}
          onChange={(event) => setWhich(event.target.value as Which)}
        >
          {Object.keys(QUEUES).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {table !== null && table.total.total === 0 && <p className="empty-note">No message is in {which}.</p>}
      {table !== null && table.total.total > 0 && <AgesTable table={table} />}
      {table !== null && table.others > 0 && (
        <p className="side-note">and {formatCount(table.others)} more destinations</p>
      )}
    </section>
  );
}

function AgesTable({ table }: { table: AgeTable }) {
  return (
    <ScrollBox label="ages by destination">
      <table className="number-table mail-ages">
        <thead>
          <tr>
            <th scope="col">
              <Termed text="destination" />
            </th>
            <th scope="col">all</th>
            {table.bounds.map((bound) => (
              <th key={bound} scope="col">
                {formatWait(bound)}
              </th>
            ))}
            <th scope="col">older</th>
          </tr>
        </thead>
        <tbody>
          <Ageline name="all" row={table.total} />
          {table.rows.map((row) => (
            <Ageline key={row.destination} name={row.destination} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Ageline({ name, row }: { name: string; row: { total: number; buckets: readonly number[] } }) {
  return (
    <tr className={name === 'all' ? 'all' : ''}>
      <th scope="row" className="mono" title={name}>
        {name}
      </th>
      <td>{formatCount(row.total)}</td>
      {row.buckets.map((count, i) => (
        // Buckets have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={i} className={count === 0 ? 'none' : ''}>
          {formatCount(count)}
        </td>
      ))}
    </tr>
  );
}
