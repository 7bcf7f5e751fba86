import { formatMany } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { useState } from 'react';
import type { EpochMicros } from '../../../protocol/units.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LaneKind, MarkedMessage, Overview, SearchResult } from '../../protocol/record-questions.ts';
import { waitHeight } from './axis.ts';
import { inHash } from './tab-props.ts';
import { useAsked } from './useAsked.ts';
import { NO_MESSAGE } from '../../../explain/labels.ts';
import css from './postfix.module.css';

const NONE: readonly MarkedMessage[] = [];

interface FindProps {
  text: string;
  found: SearchResult | null;
  onText: (text: string) => void;
}

/** What is looked for, first as the address has it, and what is found. */
export function useFound(
  name: InstanceName,
  hash: string,
  { lanes, classes }: { lanes: LaneKind; classes: readonly MailClass[] },
): FindProps & { marks: readonly MarkedMessage[] } {
  const [text, setText] = useState(() => inHash(hash, 'q'));
  const answer = useAsked(JSON.stringify([name, text, lanes, classes]), (questions) =>
    questions.search({ ...name, text, lanes, classes }),
  );
  const found = text.trim() === '' ? null : answer;
  return { text, found, onText: setText, marks: found?.messages ?? NONE };
}

/** What is looked for, to be marked in the picture: how many, and the way to them as a list. */
export function FindInPicture({ text, found, onText }: FindProps) {
  const list = `#postfix&tab=message&q=${encodeURIComponent(text.trim())}`;
  return (
    <div className={`row ${css.postfixFind}`}>
      <label htmlFor="postfix-find">Mark messages with</label>
      <input
        id="postfix-find"
        type="search"
        className="field"
        value={text}
        list="postfix-find-completions"
        spellCheck={false}
        placeholder="queue id, address, domain, b>60s"
        onChange={(event) => onText(event.target.value)}
      />
      <datalist id="postfix-find-completions">
        {found?.completions.map((one) => (
          <option key={`${one.what} ${one.text}`} value={one.text}>
            {`${one.what}, ${one.count} times`}
          </option>
        ))}
      </datalist>
      <span className="dim" role="status">
        {text.trim() === '' ? '' : saidOf(found)}
      </span>
      {text.trim() !== '' && found !== null && found.count > 0 && (
        <a className="link" href={list}>
          Show them as a list
        </a>
      )}
    </div>
  );
}

function saidOf(found: SearchResult | null): string {
  if (found === null) return '';
  if (found.error !== '') return found.error;
  if (found.count === 0) return NO_MESSAGE;
  const { length } = found.messages;
  const marked = found.count > length ? `, the first ${formatWhole(length)} marked` : ' marked';
  return `${formatMany(found.count, 'message')}${marked}: a ring at the arrival and the longest b of each, a tick at the arrival in its lanes`;
}

interface FoundMarksProps {
  overview: Overview;
  /** Steps of the logarithm of waiting that are drawn. */
  steps: number;
  marks: readonly MarkedMessage[];
  timeX: (time: EpochMicros) => number;
  top: number;
  height: number;
  /** Top and height of each lane that is drawn. */
  lanes: readonly { name: string; top: number; height: number }[];
}

/** Ticks in the lanes that it was tried in, at its arrival; rings in the heat map: what was found, at its arrival and its longest b. */
export function FoundMarks({ overview, steps, marks, timeX, top, height, lanes }: FoundMarksProps) {
  const shown = marks.filter(({ time }) => time >= overview.from && time < overview.to);
  let ticks = '';
  for (const { time, lanes: own } of shown)
    for (const lane of lanes)
      if (own.includes(lane.name)) ticks += `M${timeX(time).toFixed(1)} ${lane.top}v${lane.height}`;
  return (
    <g className={css.found} aria-hidden="true">
      <path className={css.tried} d={ticks} />
      {shown.map(({ id, time, b }) => (
        <circle key={id} cx={timeX(time)} cy={top + height * (1 - waitHeight(b, steps))} r={4.5} />
      ))}
    </g>
  );
}
