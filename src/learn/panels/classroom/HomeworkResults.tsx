import { Table } from '../../../ui/Table.tsx';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { caretAfter } from '../../class/pasted-lines.ts';
import { faultWords, readResults, type Result, resultsCsv } from '../../class/results.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { saveText } from '../../../panels/kit/files.ts';
import { lessonIn } from '../../lessons/lesson.ts';
import { editPasted, usePasted } from './pasted-results.ts';
import { useWords } from '../kit/useWords.ts';
import css from './classroom.module.css';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

/** Checks the result codes of a class. Lists name, lesson and score, and marks invalid codes. */
export function HomeworkResults() {
  const { language, results: words } = useWords();
  const titleOf = (id: string): string => titleIn(language, id);
  const text = usePasted();
  const [first] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  // The field is uncontrolled: with `value`, React would move the caret to the end when another tab adds a line.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null || current.value === text) return;
    const { value, selectionStart, selectionEnd } = current;
    current.value = text;
    current.setSelectionRange(caretAfter(value, text, selectionStart), caretAfter(value, text, selectionEnd));
  }, [text]);
  const results = useMemo(() => readResults(text), [text]);
  const bad = results.filter(({ fault }) => fault !== '').length;
  return (
    <section id="homework-results" aria-label={words.title} className="stack gap-12">
      <h2>{words.title}</h2>
      <p className="sub">
        {words.how[0]}
        <code className="mono">windows-2of3-412s-1x8k2fm</code>
        {words.how[1]}
        <code className="mono">Ann: windows-2of3-…</code>
        {words.how[2]}
      </p>
      <TextArea
        kind="code"
        label={words.label}
        rows={6}
        ref={field}
        defaultValue={first}
        onInput={(event) => editPasted(text, event.currentTarget.value)}
      />
      <div className="row">
        <p role="status">{results.length === 0 ? words.nothing : words.said(results.length - bad, bad)}</p>
        <span className="grow" />
        <Button
          look="outlined"
          disabled={results.length === 0}
          onClick={() => saveText('qmgrscope-results.csv', resultsCsv(results, titleOf), 'text/csv')}
        >
          {words.csv}
        </Button>
        <Button disabled={text === ''} onClick={() => editPasted(text, '')}>
          {words.clear}
        </Button>
      </div>
      {results.length > 0 && <ResultTable results={results} />}
    </section>
  );
}

function ResultTable({ results }: { results: readonly Result[] }) {
  const { language, results: words } = useWords();
  const cells: ((result: Result) => string)[] = [
    ({ name }) => (name === '' ? words.noName : name),
    ({ completion }) => (completion === null ? '' : titleIn(language, completion.lesson)),
    ({ completion }) => (completion === null ? '' : words.of(completion.right, completion.questions)),
    ({ completion }) => (completion === null ? '' : minutesOf(completion.seconds)),
    ({ fault, as }) => (fault === '' ? words.valid : `✕ ${faultWords({ fault, as }, words)}`),
  ];
  return (
    <Table
      label={words.table}
      scrolls={css.resultsScroll}
      className={css.resultsTable}
      columns={cells.map((cell, i) => ({
        name: words.columns[i] ?? '',
        className: i === 2 || i === 3 ? 'mono' : '',
        cell,
      }))}
      rows={results}
      // Two lines may have the same code.
      rowKey={({ code }, i) => `${i} ${code}`}
      rowProps={({ fault }) => ({ 'data-bad': fault !== '' || undefined })}
    />
  );
}

function titleIn(language: string, id: string): string {
  const place = LESSONS.findIndex((lesson) => lesson.id === id);
  const lesson = LESSONS[place];
  return lesson === undefined ? id : `${place} ${lessonIn(lesson, language).title}`;
}

function minutesOf(seconds: Seconds): string {
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
