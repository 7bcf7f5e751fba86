import { useApp } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { formatSeconds } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import { SayText } from '../kit/SayText.tsx';
import type { Moment } from '../../explain/moment.ts';
import { ExplainDetails } from './ExplainDetails.tsx';
import { TermedSentence } from './TermedSentence.tsx';
import { useNarratedMoment } from './useMoment.ts';
import './explain.css';

/** What happened at this instant, in words, then the figures that decided it, then those of the other jobs. */
export function ExplainPanel() {
  const moment = useNarratedMoment();
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
      {moment.explanation?.notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p className="side-note" key={i}>
          <Sentence tokens={note} size="small" />
        </p>
      ))}
      <ExplainDetails moment={moment} />
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
      <SayText>
        <Sentence tokens={moment.sentence} size="large" />
      </SayText>
      <small>
        {need !== undefined && have !== undefined
          ? `${need.expression} needed, ${have.expression} on hand`
          : `${moment.title}, ${formatSeconds(moment.at)}`}
      </small>
    </div>
  );
}
