import { useState } from 'react';
import type { BesideFlush, QueueRow, QueueRunAnswer } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import { PerMinute } from './PerMinute.tsx';
import { besideWords, fatesWords } from './queue-words.ts';
import './postfix.css';

/** What was asked of the engine: an answer, and the destination that it is of ('' = all). Null answer = nothing to try. */
interface Tried {
  of: string;
  answer: QueueRunAnswer | null | 'busy';
}

/** What the engine does with the snapshot, when it is flushed, or when a destination recovers. */
export function TryAtOnce({ rows, reasons }: { rows: readonly QueueRow[]; reasons: boolean }) {
  const { records } = useRecords();
  const [chosen, setChosen] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const destination = chosen === '' ? (rows[0]?.destination ?? '') : chosen;
  const busy = tried?.answer === 'busy';
  // Not switched off meanwhile: a button that is would lose the focus.
  const ask = async (of: string): Promise<void> => {
    if (busy) return;
    setTried({ of, answer: 'busy' });
    setTried({ of, answer: await records.ask((questions) => questions.queueRun({ destination: of })) });
  };
  return (
    <>
      <h2>What if it is tried now?</h2>
      <p>
        The engine tries what waits, with your settings; servers take as long as in the log,{' '}
        {reasons
          ? 'and go on failing as their reasons say.'
          : 'and all answer: the table has no reasons. Each recipient is taken as a message of its own.'}
      </p>
      <label className="postfix-try">
        Destination
        <select className="pick" value={destination} onChange={(event) => setChosen(event.target.value)}>
          {rows.map((row) => (
            <option key={row.destination}>{row.destination}</option>
          ))}
        </select>
      </label>
      <div className="row postfix-try">
        <button type="button" className="btn outlined" onClick={() => void ask(destination)}>
          It recovers now
        </button>
        <button type="button" className="btn outlined" onClick={() => void ask('')}>
          All is flushed now
        </button>
      </div>
      <Outcome tried={tried} rows={rows} />
      <p>
        Flushed mail does not go before new mail. While the active queue has room, one file of incoming and
        one of deferred are taken in turn, and all are scheduled alike; when it is full, new mail is taken
        first.
      </p>
      <BesideNew />
    </>
  );
}

/** The answer in words, and the run that it was read from. */
function Outcome({ tried, rows }: { tried: Tried | null; rows: readonly QueueRow[] }) {
  const answer = tried?.answer ?? null;
  return (
    <>
      <div role="status">
        {answer === 'busy' && <p className="dim">The engine tries it…</p>}
        {tried !== null && answer === null && <p>Nothing of it can be tried.</p>}
        {tried !== null && answer !== null && answer !== 'busy' && (
          <p className="postfix-answer">{fatesWords(answer.fates, tried.of, rows)}</p>
        )}
      </div>
      {answer !== null && answer !== 'busy' && (
        <a className="link" href={answer.address}>
          Watch it as a run
        </a>
      )}
    </>
  );
}

/** What new mail waits while the snapshot is flushed, in figures of the engine. */
function BesideNew() {
  const { records } = useRecords();
  const [perMinute, setPerMinute] = useState(60);
  const [found, setFound] = useState<BesideFlush | 'busy' | null>(null);
  const ask = async (): Promise<void> => {
    if (found === 'busy') return;
    setFound('busy');
    setFound(await records.ask((questions) => questions.flushBeside({ perMinute })));
  };
  return (
    <>
      <PerMinute label="New mail a minute" most={2000} value={perMinute} onValue={setPerMinute} />
      <div className="row postfix-try">
        <button type="button" className="btn outlined" onClick={() => void ask()}>
          What does it wait beside a flush?
        </button>
      </div>
      <div role="status">
        {found === 'busy' && (
          <p className="dim">The engine flushes the snapshot, and runs the new mail without it…</p>
        )}
        {found !== null && found !== 'busy' && <p>{besideWords(found)}</p>}
      </div>
      {found !== null && found !== 'busy' && (
        <a className="link" href={found.address}>
          Open this run: flushed at 30 s
        </a>
      )}
    </>
  );
}
