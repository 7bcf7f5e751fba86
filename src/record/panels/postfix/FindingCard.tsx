import { useState } from 'react';
import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { cardOf } from '../../explain/findings/cards.ts';
import { findingWords } from '../../explain/findings/sentences.ts';
import { formatMany, unbroken } from '../../explain/record-format.ts';
import type { Finding } from '../../protocol/findings.ts';
import type { FindingPicture } from '../../protocol/record-questions.ts';
import type { RecordView } from '../../protocol/record.ts';
import { useRecords } from '../../store/record.ts';
import { CardPicture } from './CardPicture.tsx';
import { shortLine } from './log-line.ts';
import { onwardOf } from './onward.ts';
import css from './findings.module.css';
import { messageHref } from './tab-props.ts';

interface FindingCardProps {
  finding: Finding;
  /** Place in the answer, from 0. */
  place: number;
  picture: FindingPicture | null;
  open: boolean;
  /** True = the card is one line, because another card is open. */
  compact: boolean;
  view: RecordView;
  onToggle: () => void;
  onSelect: () => void;
}

/** A finding as a card. A press opens its evidence below. */
export function FindingCard({
  finding,
  place,
  picture,
  open,
  compact,
  view,
  onToggle,
  onSelect,
}: FindingCardProps) {
  const { title, figure, line } = cardOf(finding);
  return (
    <li className={css.card} data-open={open} data-compact={compact}>
      <h2>
        <button type="button" aria-expanded={open} onClick={onToggle}>
          <span className={css.cardPicture}>{picture !== null && <CardPicture picture={picture} />}</span>
          <span className={css.cardText}>
            <span className={css.cardTitle}>
              <span className={css.rank}>{place + 1}</span>
              {title}
            </span>
            <b className={css.cardFigure}>{unbroken(figure)}</b>
            <span className={css.cardLine}>{unbroken(line)}</span>
          </span>
          <Icon name="down" />
        </button>
      </h2>
      {open && <Evidence finding={finding} view={view} onSelect={onSelect} />}
    </li>
  );
}

function Evidence({ finding, view, onSelect }: Pick<FindingCardProps, 'finding' | 'view' | 'onSelect'>) {
  const { sentence, evidence, help } = findingWords(finding, view.zone);
  const onward = onwardOf(finding);
  const { ids } = finding.rests;
  return (
    <div className={css.evidence}>
      <h3>What happened</h3>
      <p>{unbroken(`${sentence} ${evidence}`)}</p>
      <LogLines finding={finding} view={view} />
      {ids.length > 0 && (
        <p className="text-2">
          <span className="sub">Messages, longest wait first:</span>{' '}
          {ids.slice(0, 6).map((id) => (
            <a key={id} className={`mono ${css.idLink}`} href={messageHref(id)}>
              {id}
            </a>
          ))}
        </p>
      )}
      <h3>What would help</h3>
      <p>{unbroken(help === '' ? 'No setting of this Postfix.' : help)}</p>
      <p className="row wrap gap-16">
        {onward !== undefined && (
          <a className="link" href={onward.href}>
            {onward.text}
          </a>
        )}
        <button type="button" className="link" onClick={onSelect}>
          Select its time in the chart
        </button>
      </p>
    </div>
  );
}

/** Lines shown before the reader asks for all. */
const SHOWN = 3;

/** The lines of the log that the finding is based on, with their numbers. */
function LogLines({ finding, view }: { finding: Finding; view: RecordView }) {
  const [all, setAll] = useState(false);
  const { lines, count } = finding.rests;
  const shown = all ? lines : lines.slice(0, SHOWN);
  const texts = useLines(shown, view);
  if (lines.length === 0) return null;
  return (
    <>
      <h3>
        Log lines{' '}
        <span className="dim">
          {shown.length === count
            ? ''
            : `${shown.length} of ${formatMany(count, 'line').replace(/ \S+$/, '')}`}
        </span>
      </h3>
      <ol className={css.logLines}>
        {shown.map(({ file, line }, i) => (
          <li key={`${file} ${line}`}>
            <b>{line}</b> {texts?.[i] ?? file}
          </li>
        ))}
      </ol>
      {!all && lines.length > SHOWN && (
        <p>
          <button type="button" className="link" onClick={() => setAll(true)}>
            Show {lines.length === count ? `all ${count}` : `${lines.length} lines`}
          </button>
        </p>
      )}
    </>
  );
}

/** Reads lines of the record's files. For a stored record, which has no files, returns file names instead. */
function useLines(places: Finding['rests']['lines'], view: RecordView): readonly string[] | null {
  const { records } = useRecords();
  return useQuestion<string[]>(
    JSON.stringify(places),
    () =>
      Promise.all(
        places.map(async ({ file, line }) => {
          const place = view.files.findIndex(({ name }) => name === file);
          const [found] = place < 0 ? [] : ((await records.reader()?.lines(place, line, line)) ?? []);
          return found === undefined ? file : shortLine(found.text);
        }),
      ),
    { keep: true },
  );
}
