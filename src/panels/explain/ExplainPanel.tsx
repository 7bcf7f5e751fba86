import { lazy, Suspense } from 'react';
import { useApp, useSession, useView } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { formatSeconds } from '../kit/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import { Inflation } from '../waits/Inflation.tsx';
import { Arithmetic } from './Arithmetic.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import type { Moment } from './moment.ts';
import { OnTheWheel } from './OnTheWheel.tsx';
import { TermedSentence } from './TermedSentence.tsx';
import { useCandidates } from './useCandidates.ts';
import { useNarratedMoment } from './useMoment.ts';
import { WhyNot } from './WhyNot.tsx';
import { Words } from './Words.tsx';
import './explain.css';

/** Comes when a message is first selected: the page opens without it. */
const MessageInspector = lazy(() => import('../inspector/MessageInspector.tsx'));

/** What happened at this instant, in words, then the figures that decided it, then everybody else's figures. */
export function ExplainPanel() {
  const moment = useNarratedMoment();
  const { record, explanation } = moment;
  const selection = record?.decision.rule === 'selection' ? record.decision : undefined;
  const selected = useView((view) => view.selected);
  return (
    <>
      <section className="say-block">
        <h2>
          {moment.title} <Elsewhere moment={moment} />
          <span className="dim mono">{formatSeconds(moment.at)}</span>
        </h2>
        <p className="say">
          <TermedSentence tokens={moment.sentence} />
        </p>
      </section>
      {explanation?.notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="side-note" key={i}>
          <Sentence tokens={note} size="small" />
        </p>
      ))}
      {explanation?.arithmetic !== undefined && (
        <Arithmetic sums={explanation.arithmetic} test={selection?.preemption} />
      )}
      {selected > 0 ? (
        <Suspense fallback={null}>
          <MessageInspector number={selected} />
        </Suspense>
      ) : (
        selection?.preemption !== undefined && <Others moment={moment} />
      )}
      <WhyNot />
      <Inflation />
      <OnTheWheel />
      <Words sentence={moment.sentence} />
      {explanation !== null && <Source section={explanation.section} parameter={explanation.parameter} />}
    </>
  );
}

/** A decision of another transport than the one on the stage says so: its jobs are not in the picture. */
function Elsewhere({ moment }: { moment: Moment }) {
  const names = useNames();
  const shown = useApp((state) => selectTransport(state)?.id);
  const transport = moment.record?.decision.transport;
  const name = transport === undefined || transport === shown ? '' : (names.transportName?.(transport) ?? '');
  if (name === '') return null;
  return (
    <span>
      on <code className="mono">{name}</code>{' '}
    </span>
  );
}

/** The sentence alone: the header of the phone. */
export function SayBar() {
  const moment = useNarratedMoment();
  const isSelection = moment.record?.decision.rule === 'selection';
  const [need, have] = (isSelection && moment.explanation?.arithmetic?.lines) || [];
  return (
    <div className="saybar">
      <p>
        <Sentence tokens={moment.sentence} size="large" />
      </p>
      <small>
        {need !== undefined && have !== undefined
          ? `${need.expression} needed, ${have.expression} on hand`
          : `${moment.title}, ${formatSeconds(moment.at)}`}
      </small>
    </div>
  );
}

function Others({ moment }: { moment: Moment }) {
  const playing = useSession((session) => session.playing);
  const rows = useCandidates(moment.record?.n ?? 0);
  if (playing) return <p className="side-note dim">Pause to see who else was considered.</p>;
  if (rows === null) return null;
  return (
    <section className="others" aria-label="Candidates">
      <CandidateTable rows={rows} />
    </section>
  );
}

/** Where the rule is written down, and what turns it. The address points at the heading by its text. */
function Source({ section: named, parameter }: { section: string; parameter: string }) {
  const section = named.replace(/^SCHEDULER_README, /, '');
  const address = `https://www.postfix.org/SCHEDULER_README.html#:~:text=${encodeURIComponent(section)}`;
  return (
    <footer className="source">
      <p className="side-note">
        Turned by <code className="mono">{parameter}</code>.
      </p>
      {section !== '' && (
        <a className="link" href={address} target="_blank" rel="noreferrer">
          SCHEDULER_README, {section}
        </a>
      )}
    </footer>
  );
}
