import { useState } from 'react';
import { figure } from '../../explain/findings/figures.ts';
import type { FoundMessage, MemberName, Overview, SearchResult } from '../../protocol/record-questions.ts';
import { waitHeight } from './axis.ts';
import { searchedIn } from './searched.ts';
import { useAsked } from './useAsked.ts';
import './postfix.css';

const NONE: readonly FoundMessage[] = [];

interface FindProps {
  text: string;
  found: SearchResult | null;
  onText: (text: string) => void;
}

/** What is looked for, first as the address has it, and what is found. */
export function useFound(name: MemberName, hash: string): FindProps & { marks: readonly FoundMessage[] } {
  const [text, setText] = useState(() => searchedIn(hash));
  const answer = useAsked(JSON.stringify([name, text]), (questions) => questions.search({ ...name, text }));
  const found = text.trim() === '' ? null : answer;
  return { text, found, onText: setText, marks: found?.messages ?? NONE };
}

/** What is looked for, to be marked in the picture: how many, and the way to them as a list. */
export function FindInPicture({ text, found, onText }: FindProps) {
  const list = `#postfix&tab=message&q=${encodeURIComponent(text.trim())}`;
  return (
    <div className="row postfix-find">
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
  if (found.count === 0) return 'No message has this.';
  const { length } = found.messages;
  const marked = found.count > length ? `, the first ${figure(length)} marked` : ' marked';
  return `${figure(found.count)} ${found.count === 1 ? 'message' : 'messages'}${marked}: a ring at the arrival and the longest b of each`;
}

interface FoundMarksProps {
  overview: Overview;
  marks: readonly FoundMessage[];
  timeX: (time: number) => number;
  top: number;
  height: number;
}

/** Rings in the heat map: what was found, at its arrival and its longest b. */
export function FoundMarks({ overview, marks, timeX, top, height }: FoundMarksProps) {
  return (
    <g className="found" aria-hidden="true">
      {marks
        .filter(({ time }) => time >= overview.from && time < overview.to)
        .map(({ id, time, b }) => (
          <circle key={id} cx={timeX(time)} cy={top + height * (1 - waitHeight(b, overview.steps))} r={4.5} />
        ))}
    </g>
  );
}
