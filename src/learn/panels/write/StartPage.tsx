import { useState } from 'react';
import { LESSONS } from '../../lessons/catalogue.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import { describeExcess, excessOf } from '../../lessons/lesson-schema.ts';
import { useRuntime, useSession } from '../../../store/hooks.ts';
import { whileBusy } from '../../../store/idle.ts';
import { dropDraft, listDrafts, titleOf, type Draft } from '../../store/drafts.ts';
import { pageStorage } from '../../../store/store.ts';
import { lessonIn } from '../../lessons/lesson.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { OpenFile } from '../../../panels/kit/OpenFile.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { useWords } from '../kit/useWords.ts';
import { addHere, beginEmpty, beginExample, beginWith, draftHash } from './begin.ts';
import { useWrite } from './useWrite.ts';
import { Select } from '../../../ui/Select.tsx';
import kitCss from '../kit/kit.module.css';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

function go(id: string): void {
  location.hash = draftHash(id);
}

/** Lists the drafts, and offers four ways to start a lesson. */
export function StartPage({ said }: { said: string }) {
  const write = useWrite();
  const { language } = useWords();
  useNamesPage(write.title);
  const [drafts, setDrafts] = useState(() => listDrafts(pageStorage()));
  return (
    <main className="page" id="stage" tabIndex={-1} lang={language}>
      <div className={kitCss.pageColumn}>
        <div className="row">
          <h1>{write.title}</h1>
          <LanguagePick />
        </div>
        <p className="lead">{write.lead}</p>
        {said !== '' && (
          <p className="field-error" role="alert">
            {said}
          </p>
        )}
        {drafts.length > 0 && (
          <section className="stack gap-12" aria-label={write.goOn}>
            <h2>{write.goOn}</h2>
            <ul className={css.writeDrafts}>
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

function Beginnings() {
  const write = useWrite();
  const language = useWords().language;
  const take = (text: string): Promise<string | null> => {
    const excess = excessOf(text);
    if (excess !== null) return Promise.resolve(describeExcess('file', excess));
    if (!/^\s*# /.test(text)) return Promise.resolve(write.notALesson);
    go(beginWith(text));
    return Promise.resolve(null);
  };
  return (
    <section className="stack gap-12" aria-label={write.beginLabel}>
      <h2>{write.begin}</h2>
      <ul className={`${kitCss.cardGrid} ${css.writeWays}`}>
        <li className="panel">
          <b>{write.example.title}</b>
          <span className="sub">{write.example.text}</span>
          <Button look="primary" size="big" onClick={() => go(beginExample())}>
            {write.example.button}
          </Button>
        </li>
        <FromStage />
        <li className="panel">
          <b>{write.ours.title}</b>
          <span className="sub">{write.ours.text}</span>
          <Select
            label={write.ours.label}
            value=""
            options={[
              { value: '', text: write.ours.choose },
              ...LESSONS.map((lesson, i) => ({
                value: lesson.id,
                text: `${i}. ${lessonIn(lesson, language).title}`,
              })),
            ]}
            onChange={(id) => (location.hash = `#write&from=${id}`)}
          />
        </li>
        <li className="panel">
          <b>{write.nothing.title}</b>
          <span className="sub">{write.nothing.text}</span>
          <span className="row wrap">
            <Button look="outlined" size="big" onClick={() => go(beginEmpty())}>
              {write.nothing.button}
            </Button>
            <OpenFile
              text={write.nothing.open}
              name={write.nothing.file}
              accept=".lesson,.txt,.md,text/plain"
              onFile={take}
            />
          </span>
        </li>
      </ul>
      <p className="sub">
        <a href="lessons.html">{write.everyLine}</a>
      </p>
    </section>
  );
}

/** Offers the present instant of the open run as the first stop. */
function FromStage() {
  const { stage } = useWrite();
  const runtime = useRuntime();
  const title = useSession((session) => session.scenario?.title ?? '');
  const [fault, setFault] = useState('');
  const fromStage = (): void => {
    void whileBusy(addHere(runtime, '')).then((made) =>
      typeof made === 'string' ? setFault(made) : go(made.id),
    );
  };
  return (
    <li className="panel">
      <b>{stage.title}</b>
      <span className="sub">{title === '' ? stage.none : stage.stands(title)}</span>
      {title === '' ? (
        <a className="btn outlined big" href="#gallery">
          {stage.choose}
        </a>
      ) : (
        <Button look="outlined" size="big" onClick={fromStage}>
          {stage.button}
        </Button>
      )}
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
  const write = useWrite();
  const title = titleOf(draft.text);
  const stops = outlineOf(draft.text).stops.length;
  return (
    <li className="row wrap gap-16">
      <a className="grow strong" href={draftHash(draft.id)}>
        {title === '' ? write.untitled : title}
      </a>
      <span className="dim">
        {write.stopsOf(stops)}, {new Date(draft.kept).toLocaleString()}
      </span>
      <Button
        aria-label={`${sure ? write.reallyDrop : write.drop} ${title}`}
        onClick={() => (sure ? onDrop() : setSure(true))}
      >
        {sure ? write.reallyDrop : write.drop}
      </Button>
    </li>
  );
}
