import { ASK_WHAT_IF } from '../../../explain/labels.ts';
import { Fragment, useState } from 'react';
import {
  moreWords,
  unbroken,
  formatLasting,
  formatMany,
  formatTimeOfDay,
} from '../../explain/record-format.ts';
import { findingWords } from '../../explain/findings/sentences.ts';
import { verdictSentence } from '../../explain/findings/verdict.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { Finding, FindingRule, LateReport } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { EpochMicros } from '../../../protocol/units.ts';
import { useAsked } from './useAsked.ts';
import kit from '../kit/kit.module.css';
import css from './postfix.module.css';

interface FindingsProps {
  report: LateReport | null;
  /** The exact engine is still working out the parts of b. */
  replaying: boolean;
  zone: string;
  onShow: (finding: Finding) => void;
}

const WHAT_IF = { href: '#postfix&tab=what-if', text: ASK_WHAT_IF };
const CONFIGURATION = { href: '#postfix&tab=configuration', text: 'What the settings do' };
/** Links from a finding to another tab, by rule. A rule has no link if no setting would have helped. */
const ONWARD: Partial<Record<FindingRule, { href: string; text: string }>> = {
  'agents-busy': WHAT_IF,
  'one-message': WHAT_IF,
  'window-full': WHAT_IF,
  dead: WHAT_IF,
  sessions: WHAT_IF,
  'provider-rate': WHAT_IF,
  greylisting: WHAT_IF,
  unreachable: WHAT_IF,
  retries: WHAT_IF,
  flush: WHAT_IF,
  'slow-connect': WHAT_IF,
  'slow-server': WHAT_IF,
  incoming: WHAT_IF,
  clog: WHAT_IF,
  'recipient-limit': WHAT_IF,
  'process-limit': CONFIGURATION,
  'transport-failed': CONFIGURATION,
  'mail-loop': CONFIGURATION,
  ipv6: CONFIGURATION,
  'rate-delay': CONFIGURATION,
  scan: CONFIGURATION,
};

function onwardOf({ rule, figures }: Finding): { href: string; text: string } | undefined {
  // Only a server that accepted nothing was down. Other deferrals depend on the recipient, and no setting changes those.
  return rule === 'put-off' && figures['nothing'] === 1 ? WHAT_IF : ONWARD[rule];
}

/** Shows the verdicts, then the findings with their evidence, the costliest first. */
export function Findings({ report, replaying, zone, onShow }: FindingsProps) {
  const [open, setOpen] = useState(-1);
  if (report === null) return <p className="dim">Working out why mail was late…</p>;
  const { findings, verdicts, thresholds, more, whyCounts } = report;
  return (
    <>
      <h2>
        Findings <span className="dim">{findings.length + more}, by total waiting time</span>
      </h2>
      <div className="stack text-2 sub" role="status">
        {verdicts.map((verdict) => (
          <p key={verdict.name}>{unbroken(verdictSentence(verdict, thresholds.late))}</p>
        ))}
        {replaying && <p className="dim">The exact engine is following the record…</p>}
        {!replaying && whyCounts !== '' && <p className="dim">By counts, because {whyCounts}.</p>}
      </div>
      {findings.length === 0 && (
        <p>Nothing found. No recipient waited {formatLasting(thresholds.late)} or longer at one stage.</p>
      )}
      <ol className={css.postfixFindings}>
        {findings.map((finding, i) => {
          const { title, sentence, detail } = findingWords(finding, zone);
          const onward = onwardOf(finding);
          return (
            // A rule may appear twice in the list, so the rule cannot be the key of a row; the index is.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={i} className="stack gap-6 text-2 breaks">
              <header className="row">
                <span className={css.postfixRank}>{i + 1}</span>
                <span className="dim grow">
                  {formatTimeOfDay(finding.from, zone)} to {formatTimeOfDay(finding.to, zone)}
                </span>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    onShow(finding);
                    setOpen(i);
                  }}
                >
                  Show me
                </button>
              </header>
              <h3>{unbroken(sentence)}</h3>
              <p>{unbroken(detail)}</p>
              <p className="dim">{unbroken(costWords(title, finding))}</p>
              {onward !== undefined && (
                <a className="link" href={onward.href}>
                  {onward.text}
                </a>
              )}
              {open === i && <Evidence finding={finding} />}
            </li>
          );
        })}
      </ol>
      {more > 0 && <p className="dim">{moreWords(more)}</p>}
    </>
  );
}

/** The cost of a finding: the waiting time of all its recipients, which may be longer than the record. */
function costWords(title: string, { cost, recipients }: Finding): string {
  const whose =
    recipients > 1 ? ` of waiting, ${formatMany(recipients, 'recipient')} together` : ' of waiting';
  // A finding from a warning of Postfix has no cost: the warning does not say how long mail waited.
  return cost === 0 ? title : `${title} · ${formatLasting(cost)}${whose}`;
}

/** Messages and lines that a finding is based on. */
function Evidence({ finding }: { finding: Finding }) {
  const { ids, lines, count } = finding.rests;
  return (
    <div className={`stack gap-4 ${kit.sunk}`}>
      {ids.length > 0 && (
        <p>
          Messages, longest wait first:{' '}
          {ids.slice(0, 8).map((id) => (
            <Fragment key={id}>
              <a className="mono" href={`#postfix&tab=message&id=${encodeURIComponent(id)}`}>
                {id}
              </a>{' '}
            </Fragment>
          ))}
        </p>
      )}
      <p className="dim">
        Based on {formatMany(count, 'line')}:{' '}
        {lines
          .slice(0, 5)
          .map(({ file, line }) => `${file}:${line}`)
          .join(', ')}
        {count > 5 && ' …'}
      </p>
    </div>
  );
}

export interface TimeSpan {
  from: EpochMicros;
  to: EpochMicros;
}

/**
 * Hook: the report on why mail was late, first by counts, then by the exact engine where the record allows it.
 *
 * @param span Only mail that was in the queue during this time; null = the whole record.
 */
export function useLate(
  name: InstanceName,
  classes: readonly MailClass[],
  span: TimeSpan | null,
): { report: LateReport | null; replaying: boolean } {
  const whole = { ...name, classes, from: 0, to: 0 };
  const key = name.instance === '' ? '' : JSON.stringify([name, classes]);
  const ranged = key === '' || span === null ? '' : JSON.stringify([key, span.from, span.to]);
  const counted = useAsked(key, async (questions) => {
    const answer = await questions.late(whole);
    return { key, report: answer.ok ? answer.value : null };
  });
  const replayed = useAsked(key, async (questions) => ({
    key,
    report: await questions.lateByReplay(whole),
  }));
  const within = useAsked(ranged, async (questions) => {
    const answer = await questions.late({ ...whole, from: span?.from ?? 0, to: span?.to ?? 0 });
    return answer.ok ? answer.value : null;
  });
  if (ranged !== '') return { report: within, replaying: false };
  const exact = replayed?.key === key ? replayed.report : null;
  return { report: exact ?? counted?.report ?? null, replaying: key !== '' && replayed?.key !== key };
}
