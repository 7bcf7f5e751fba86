import { type Asking, ofThisRun, useQuestion } from '../kit/useQuestion.ts';
import { useState } from 'react';
import { causeWords, explainWaits, sizeWords } from '../../explain/waits.ts';
import type { WaitQuestion, WaitReport, WaitShare } from '../../protocol/waits.ts';
import { formatSeconds } from '../../explain/format.ts';
import { formatWholeShare } from '../../explain/figures.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { useIdentity } from '../../charts/colours.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import css from './waits.module.css';
import inspectorCss from '../inspector/inspector.module.css';
import { createPace } from '../kit/pace.ts';

/** Parts of the list; the bar has all of them. */
const LISTED = 8;

const SCOPES: readonly { value: WaitQuestion['scope']; text: string }[] = [
  { value: 'message', text: 'this message' },
  { value: 'class', text: 'messages of its size' },
];

/** Who had the turns that a message waited for: its time so far divided over causes, as a bar, a sentence and a list. */
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
      {report === null ? (
        <p className="side-note dim">Going through the run …</p>
      ) : (
        <Shares report={report} />
      )}
    </div>
  );
}

function Shares({ report }: { report: WaitReport }) {
  const { shares, total, running, size } = report;
  const listed = shares.slice(0, LISTED);
  const rest = shares.slice(LISTED).reduce((sum, { time }) => sum + time, 0);
  return (
    <>
      <div className={css.waitsBar} aria-hidden="true">
        {shares.map((share) => (
          <Piece key={keyOf(share)} share={share} total={total} />
        ))}
      </div>
      <p className="side-note">
        <Sentence tokens={explainWaits(report)} size="small" />
        {running && <span className="dim"> Still going through the run.</span>}
      </p>
      <table className={css.waitsList}>
        <caption className="sr-only">
          {size === null
            ? 'Waiting time by cause'
            : `Waiting time of messages of ${sizeWords(size)} by cause`}
        </caption>
        <tbody>
          {listed.map((share) => (
            <tr key={keyOf(share)}>
              <th scope="row">
                <i className={css.waitsKey} data-cause={share.cause} />
                <span>
                  <Sentence tokens={causeWords(share)} size="small" />
                </span>
              </th>
              <td className="mono">{formatSeconds(share.time)}</td>
              <td className="mono">{formatWholeShare(share.time / Math.max(1, total))}</td>
            </tr>
          ))}
          {rest > 0 && (
            <tr>
              <th scope="row">
                <i className={css.waitsKey} />
                <span>everything else</span>
              </th>
              <td className="mono">{formatSeconds(rest)}</td>
              <td className="mono">{formatWholeShare(rest / Math.max(1, total))}</td>
            </tr>
          )}
        </tbody>
      </table>
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

/** While the run plays the answer is asked a few times a second: it is read, not watched. */
const EVERY_MS = 250;

/** The waiting time up to the cursor; a long way through the run is asked for again until it has been gone. */
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
