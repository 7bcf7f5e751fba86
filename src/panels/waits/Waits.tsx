import { type Asking, ofThisRun, useQuestion } from '../kit/useQuestion.ts';
import { useState } from 'react';
import type { Token } from '../../explain/tokens.ts';
import type { Micros } from '../../protocol/units.ts';
import { causeWords, explainWaits, sizeWords } from '../../explain/waits.ts';
import type { WaitQuestion, WaitReport, WaitShare } from '../../protocol/waits.ts';
import { formatSeconds } from '../../explain/format.ts';
import { formatWholeShare } from '../../explain/figures.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { useIdentity } from '../../charts/colours.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Table } from '../../ui/Table.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import '../kit/kit.css';
import css from './waits.module.css';
import inspectorCss from '../inspector/inspector.module.css';
import { createPace } from '../kit/pace.ts';

/** Number of causes listed; the bar shows all. */
const LISTED = 8;

const SCOPES: readonly { value: WaitQuestion['scope']; text: string }[] = [
  { value: 'message', text: 'this message' },
  { value: 'class', text: 'messages of its size' },
];

/** Shows how long a message has waited so far, by cause: bar, sentence and list. */
export function Waits({ number }: { number: number }) {
  const [scope, setScope] = useState<WaitQuestion['scope']>('message');
  const report = useWaits({ number, scope });
  return (
    <div className={`${inspectorCss.inspectorPart} waits`}>
      <div className="row">
        <h3>What it waited for</h3>
        <span className="grow" />
        <Segmented label="Of" value={scope} options={SCOPES} onChange={setScope} />
      </div>
      {report === null ? <p className="side-note dim">Reading the run …</p> : <Shares report={report} />}
    </div>
  );
}

function Shares({ report }: { report: WaitReport }) {
  const { shares, total, running, size } = report;
  const rest = shares.slice(LISTED).reduce((sum, { time }) => sum + time, 0);
  const listed: { key: string; cause?: WaitShare['cause']; words: readonly Token[]; time: Micros }[] = shares
    .slice(0, LISTED)
    .map((share) => ({
      key: keyOf(share),
      cause: share.cause,
      words: causeWords(share),
      time: share.time,
    }));
  if (rest > 0) listed.push({ key: 'rest', words: [{ text: 'everything else' }], time: rest });
  return (
    <>
      <div className={css.waitsBar} aria-hidden="true">
        {shares.map((share) => (
          <Piece key={keyOf(share)} share={share} total={total} />
        ))}
      </div>
      <p className="side-note">
        <Sentence tokens={explainWaits(report)} size="small" />
        {running && <span className="dim"> Still reading the run.</span>}
      </p>
      <Table
        label={
          size === null ? 'Waiting time by cause' : `Waiting time of messages of ${sizeWords(size)} by cause`
        }
        className={`number-table ${css.waitsList}`}
        headless
        columns={[
          {
            name: 'cause',
            cell: ({ cause, words }) => (
              <span className="row gap-6 sub">
                {cause !== 'job' && <i className={css.waitsKey} data-cause={cause} />}
                <span>
                  <Sentence tokens={words} size="small" />
                </span>
              </span>
            ),
          },
          { name: 'time', className: 'mono', cell: ({ time }) => formatSeconds(time) },
          {
            name: 'share',
            className: 'mono',
            cell: ({ time }) => formatWholeShare(time / Math.max(1, total)),
          },
        ]}
        rows={listed}
        rowKey={({ key }) => key}
      />
    </>
  );
}

function Piece({ share, total }: { share: WaitShare; total: number }) {
  const identity = useIdentity(share.number);
  const width = (share.time / Math.max(1, total)) * 100;
  return (
    <i
      className={css.waitsPiece}
      data-cause={share.cause}
      {...(share.number > 0 ? identity : {})}
      style={{ width: `${width}%` }}
    >
      {share.number > 0 && width > 8 ? share.number : ''}
    </i>
  );
}

function keyOf({ cause, number, destination }: WaitShare): string {
  return `${cause} ${number} ${destination}`;
}

/** Milliseconds between two questions while the run plays. */
const EVERY_MS = 250;

/** Waiting time up to the cursor. In a long run the session answers in parts; this asks until the last one. */
function useWaits({ number, scope }: WaitQuestion): WaitReport | null {
  const actions = useActions();
  const place = useSession(({ branch, cursor }) => `${branch} ${cursor.step} ${cursor.at}`);
  const run = useSession((session) => session.run);
  const playing = useApp(({ session, view }) => session.playing || view.scrubbing);
  const [pace] = useState(() => createPace(EVERY_MS));
  const ask = async ({ wanted, say }: Asking<WaitReport | null>): Promise<undefined> => {
    let running = true;
    while (wanted() && running) {
      // oxlint-disable-next-line no-await-in-loop
      const report = await ofThisRun(actions.ask('waits', { number, scope }));
      running = report?.running ?? false;
      if (wanted() && report !== undefined) say(report);
    }
    return undefined;
  };
  return useQuestion(`${run} ${number} ${scope}`, ask, { again: place, pace, playing });
}
