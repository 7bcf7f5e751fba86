import { useMemo } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { readResults, type Result, resultsCsv } from '../../lessons/class/results.ts';
import { createKept } from '../../store/kept.ts';
import { saveText } from '../kit/files.ts';
import { ScrollBox } from '../kit/ScrollBox.tsx';
import './classroom.css';

/** What was pasted, until it is cleared. */
const pasted = createKept(
  'qmgrscope.results',
  (text) => text ?? '',
  (text) => (text === '' ? null : text),
);

/** The codes that lessons end with, of a whole class: name, lesson, score, and which of them are bad. */
export function Results() {
  const text = pasted.use();
  const results = useMemo(() => readResults(text), [text]);
  const bad = results.filter(({ fault }) => fault !== '').length;
  return (
    <section aria-label="Check result codes" className="results">
      <h2>Check result codes</h2>
      <p>
        A lesson ends with a code such as <code className="mono">windows-2of3-412s-1x8k2fm</code>. Paste those
        of your class, one a line, each with its name: <code className="mono">Ann: windows-2of3-…</code>. The
        check in a code finds slips of copying. It does not find a student who makes codes up: this is for
        homework, not for examinations.
      </p>
      <textarea
        className="field mono results-field"
        aria-label="Result codes with names"
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => pasted.set(event.target.value.slice(0, 500_000))}
      />
      <div className="row">
        <p role="status" className="results-said">
          {results.length === 0
            ? 'Nothing pasted yet.'
            : `${results.length - bad} valid, ${bad} ${bad === 1 ? 'is' : 'are'} not.`}
        </p>
        <span className="grow" />
        <button
          type="button"
          className="btn outlined"
          disabled={results.length === 0}
          onClick={() => saveText('qmgrscope-results.csv', resultsCsv(results, titleOf), 'text/csv')}
        >
          Save as CSV
        </button>
        <button type="button" className="btn" disabled={text === ''} onClick={() => pasted.set('')}>
          Clear
        </button>
      </div>
      {results.length > 0 && <Table results={results} />}
    </section>
  );
}

function Table({ results }: { results: readonly Result[] }) {
  return (
    <ScrollBox label="Results" className="results-scroll">
      <table className="results-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Lesson</th>
            <th scope="col">Right at once</th>
            <th scope="col">Time</th>
            <th scope="col">Code</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ name, code, completion, fault }, i) => (
            // Two lines may say the same.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${i} ${code}`} data-bad={fault !== '' || undefined}>
              <th scope="row">{name === '' ? 'no name' : name}</th>
              <td>{completion === null ? '' : titleOf(completion.lesson)}</td>
              <td className="mono">
                {completion === null ? '' : `${completion.right} of ${completion.questions}`}
              </td>
              <td className="mono">{completion === null ? '' : minutesOf(completion.seconds)}</td>
              <td>{fault === '' ? '✓ valid' : `✕ ${fault}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function titleOf(id: string): string {
  const place = LESSONS.findIndex((lesson) => lesson.id === id);
  return place < 0 ? id : `${place} ${LESSONS[place]?.title ?? ''}`;
}

function minutesOf(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
