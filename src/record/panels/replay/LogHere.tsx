import { useEffect, useRef } from 'react';
import type { LogLine } from '../../protocol/replay.ts';
import { useRuntime } from '../../../store/hooks.ts';
import { linesOfLog, useReplay } from '../../store/replay.ts';
import { useLatest } from '../../../panels/kit/useLatest.ts';
import css from './replay.module.css';

const LINES_BEFORE = 4;
const LINES_AFTER = 4;

interface Shown {
  file: number;
  line: number;
  lines: LogLine[];
}

/** Shows the lines of the log around the latest fact of the run. */
export function LogHere() {
  const runtime = useRuntime();
  const { view } = useReplay();
  const shown = useLatest<Shown>(
    'log here',
    async (actions) => {
      const place = await actions.ask('record');
      if (place === null || view === null) return null;
      const fact = statedBefore(view.lines, place.done - 1);
      const [line, file] = [view.lines[fact] ?? 1, view.files[fact] ?? 0];
      return { file, line, lines: await linesOfLog(runtime, file, line - LINES_BEFORE, line + LINES_AFTER) };
    },
    60,
  );
  const here = useRef<HTMLLIElement>(null);
  const at = shown?.line;
  useEffect(() => {
    const row = here.current;
    const box = row?.parentElement;
    if (row === null || box === null || box === undefined) return;
    box.scrollTop = row.offsetTop - box.offsetTop - (box.clientHeight - row.clientHeight) / 2;
  }, [at]);
  if (view === null) return <p className="sub">This run came in a file, without the log of its record.</p>;
  if (shown === null) return <p className="sub">Reading the log…</p>;
  return (
    <ol className={`${css.logHere} mono`} aria-label={`Lines around line ${shown.line}`}>
      {shown.lines.map(({ line, text }) => (
        <li
          key={line}
          className="cut"
          ref={line === shown.line ? here : undefined}
          aria-current={line === shown.line ? 'true' : undefined}
          title={text}
        >
          <span className="dim">{line}</span> {shortLine(text)}
        </li>
      ))}
    </ol>
  );
}

/** The latest fact up to the given one that has a line in the log. */
function statedBefore(lines: ArrayLike<number>, fact: number): number {
  for (let i = fact; i > 0; i--) if (lines[i] !== 0) return i;
  return 0;
}

/** Characters at the start of a line that are searched for time stamp, host and program. */
const HEAD_MAX = 200;

/** Shortens a line to time, program and text: day, host and process id hardly ever differ between lines. */
function shortLine(text: string): string {
  const head = /(\d\d:\d\d:\d\d(?:\.\d{1,3})?)\S*\s+\S+\s+[^\s[]*?([\w-]+)(?:\[\d+\])?:\s/.exec(
    text.slice(0, HEAD_MAX),
  );
  if (head === null) return text;
  const [whole, clock = '', program = ''] = head;
  return `${clock} ${program}: ${text.slice(head.index + whole.length).trimStart()}`;
}
