import { Suspense } from 'react';
import { fetched } from '../kit/fetched.tsx';
import { useSession, useView } from '../../store/hooks.ts';
import { Happened } from '../announce/Happened.tsx';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { Inflation } from '../waits/Inflation.tsx';
import { Arithmetic } from './Arithmetic.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import type { Moment } from '../../explain/moment.ts';
import { OnTheWheel } from './OnTheWheel.tsx';
import { useCandidates, PAUSE_FIRST } from './useCandidates.ts';
import { WhyNot } from './WhyNot.tsx';
import { Words } from './Words.tsx';
import './explain.css';

/** Comes when a message is first selected: the page opens without it. */
const MessageInspector = fetched(() => import('../inspector/MessageInspector.tsx'));

/** Comes when an agent is first looked at. */
const AgentInspector = fetched(() => import('../threads-dock/AgentInspector.tsx'));

/** What stands below the sentence: the figures, those of the other jobs, why not, the words, the source. */
export function ExplainDetails({ moment }: { moment: Moment }) {
  return (
    <RuleInstead>
      <Figures moment={moment} />
    </RuleInstead>
  );
}

function Figures({ moment }: { moment: Moment }) {
  const { record, explanation } = moment;
  const selection = record?.decision.rule === 'selection' ? record.decision : undefined;
  const selected = useView((view) => view.selected);
  const agent = useView((view) => view.agent);
  const threads = useSession((session) => session.threads !== null);
  return (
    <>
      {explanation?.arithmetic !== undefined && (
        <Arithmetic sums={explanation.arithmetic} test={selection?.preemption} />
      )}
      {agent > 0 && threads && (
        <Suspense fallback={null}>
          <AgentInspector agent={agent} />
        </Suspense>
      )}
      {selected > 0 ? (
        <Suspense fallback={null}>
          <MessageInspector number={selected} />
        </Suspense>
      ) : (
        selection?.preemption !== undefined && <Others moment={moment} />
      )}
      <Happened />
      <WhyNot />
      <Inflation />
      <OnTheWheel />
      <Words sentence={moment.sentence} />
      {explanation !== null && <Source section={explanation.section} parameter={explanation.parameter} />}
    </>
  );
}

function Others({ moment }: { moment: Moment }) {
  const playing = useSession((session) => session.playing);
  const rows = useCandidates(moment.record?.n ?? 0);
  if (playing) return <p className="side-note dim">{PAUSE_FIRST}</p>;
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
