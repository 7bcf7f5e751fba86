import { useState } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import { useRuntime, useSession } from '../../store/hooks.ts';
import { whileBusy } from '../../store/idle.ts';
import { dropDraft, listDrafts, titleOf, type Draft } from '../../store/drafts.ts';
import { pageStorage } from '../../store/store.ts';
import { OpenFile } from '../kit/OpenFile.tsx';
import { addHere, beginEmpty, beginExample, beginWith, draftHash } from './begin.ts';
import { EVERY_LINE } from '../../explain/labels.ts';
import './write.css';

function go(id: string): void {
  location.hash = draftHash(id);
}

/** Where a lesson begins: what is being written already, and four ways to begin another one. */
export function StartPage({ said }: { said: string }) {
  const [drafts, setDrafts] = useState(() => listDrafts(pageStorage()));
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className="write-start">
        <h1>Write a lesson</h1>
        <p className="lead">
          A lesson is a row of stops. Each stop is an instant of a run, a few sentences beside it, and often a
          question that the engine answers. You write it here, see it at once, and give it away as a link, a
          file, a package for a learning platform, or on paper. Nothing is uploaded.
        </p>
        {said !== '' && (
          <p className="field-error" role="alert">
            {said}
          </p>
        )}
        {drafts.length > 0 && (
          <section aria-label="Go on writing">
            <h2>Go on writing</h2>
            <ul className="write-drafts">
              {drafts.map((draft) => (
                <DraftRow
                  key={draft.id}
                  draft={draft}
                  onDrop={() => {
                    dropDraft(pageStorage(), draft.id);
                    setDrafts(listDrafts(pageStorage()));
                  }}
                />
              ))}
            </ul>
          </section>
        )}
        <Beginnings />
      </div>
    </main>
  );
}

/** The ways to begin. The first one explains the others. */
function Beginnings() {
  const take = (text: string): Promise<string | null> => {
    if (!/^\s*# /.test(text)) return Promise.resolve('A lesson file begins with # and its title.');
    go(beginWith(text));
    return Promise.resolve(null);
  };
  return (
    <section aria-label="Begin a new lesson">
      <h2>Begin a new one</h2>
      <ul className="write-ways">
        <li>
          <b>From an example</b>
          <span>Three stops that show a question, a mark and a note. Write over them.</span>
          <button type="button" className="btn primary big" onClick={() => go(beginExample())}>
            Begin with the example
          </button>
        </li>
        <FromStage />
        <li>
          <b>From one of ours</b>
          <span>A copy that is yours; the lesson itself stays as it is.</span>
          <select
            className="pick write-pick"
            aria-label="Copy a lesson"
            value=""
            onChange={(event) => (location.hash = `#write&from=${event.target.value}`)}
          >
            <option value="">Choose a lesson…</option>
            {LESSONS.map((lesson, i) => (
              <option key={lesson.id} value={lesson.id}>
                {i + 1}. {lesson.title}
              </option>
            ))}
          </select>
        </li>
        <li>
          <b>From nothing</b>
          <span>A title and no stops, or a file that you have.</span>
          <span className="row">
            <button type="button" className="btn outlined big" onClick={() => go(beginEmpty())}>
              Begin empty
            </button>
            <OpenFile
              text="Open a file"
              name="lesson file"
              accept=".lesson,.txt,.md,text/plain"
              onFile={take}
            />
          </span>
        </li>
      </ul>
      <p className="sub">
        <a href="lessons.html">{EVERY_LINE}</a>
      </p>
    </section>
  );
}

/** The run that is open, at the instant where it stands, as the first stop. */
function FromStage() {
  const runtime = useRuntime();
  const title = useSession((session) => session.scenario?.title ?? '');
  const [fault, setFault] = useState('');
  const fromStage = (): void => {
    void whileBusy(addHere(runtime, '')).then((made) =>
      typeof made === 'string' ? setFault(made) : go(made.id),
    );
  };
  return (
    <li>
      <b>From the stage</b>
      <span>
        {title === '' ? 'Nothing is on the stage yet.' : `The first stop is where “${title}” stands now.`}
      </span>
      <button type="button" className="btn outlined big" disabled={title === ''} onClick={fromStage}>
        Begin with this run
      </button>
      {fault !== '' && (
        <span className="field-error" role="alert">
          {fault}
        </span>
      )}
    </li>
  );
}

function DraftRow({ draft, onDrop }: { draft: Draft; onDrop: () => void }) {
  const [sure, setSure] = useState(false);
  const title = titleOf(draft.text);
  const stops = outlineOf(draft.text).stops.length;
  return (
    <li>
      <a href={draftHash(draft.id)}>{title === '' ? 'A lesson without a title' : title}</a>
      <span className="dim">
        {stops} {stops === 1 ? 'stop' : 'stops'}, {new Date(draft.kept).toLocaleString()}
      </span>
      <button
        type="button"
        className="btn"
        aria-label={`${sure ? 'Really delete' : 'Delete'} ${title}`}
        onClick={() => (sure ? onDrop() : setSure(true))}
      >
        {sure ? 'Really delete' : 'Delete'}
      </button>
    </li>
  );
}
