import type { LedgerRow } from '../../explain/ledger.ts';
import { threadsMoment } from '../../explain/threads-now.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useSession } from '../../store/hooks.ts';
import { Arithmetic } from '../explain/Arithmetic.tsx';
import '../explain/explain.css';
import { useGroup } from '../kinds/groups.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { SayText } from '../kit/SayText.tsx';
import { Ledger } from './Ledger.tsx';
import { formatMicrosAt } from './time-scale.ts';
import './threads.css';

interface ThreadsWhyProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  latest: LedgerRow | undefined;
  cursor: Cursor;
}

/** What happened at this instant, the inequality behind it, and the ledger of causes. */
export function ThreadsWhy({ row, ledger, latest, cursor }: ThreadsWhyProps) {
  const moment = threadsMoment(latest, row);
  const group = useGroup();
  const words = useSession((session) => session.scenario?.about ?? '');
  const about = group.about ? words : '';
  return (
    <>
      <section className="say-block threads-say">
        <h2>
          {moment.title}{' '}
          <span className="dim mono">{latest === undefined ? '' : formatMicrosAt(latest.at, 100)}</span>
        </h2>
        <p className="say">
          <Sentence tokens={moment.sentence} size="large" />
        </p>
      </section>
      {moment.sums !== null && <Arithmetic sums={moment.sums} test={undefined} />}
      <Ledger rows={ledger} cursor={cursor} />
      {about !== '' && <p className="side-note">{about}</p>}
      <p className="side-note dim">
        Rules: the document on concurrency management groups, “Solution”; what it leaves open follows its
        patch. Times are a model’s.
      </p>
    </>
  );
}

/** The sentence alone: the header of the phone. */
export function ThreadsSay({ row, latest }: Pick<ThreadsWhyProps, 'row' | 'latest'>) {
  const moment = threadsMoment(latest, row);
  return (
    <aside className="say-area" aria-label="Explain">
      <div className="saybar">
        <SayText>
          <Sentence tokens={moment.sentence} size="large" />
        </SayText>
        <small>
          {latest === undefined
            ? 'Nothing has happened yet'
            : `Last change at ${formatMicrosAt(latest.at, 100)}${latest.chain.length > 1 ? `: ${latest.chain.join(' → ')}` : ''}`}
        </small>
      </div>
    </aside>
  );
}
