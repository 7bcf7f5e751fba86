import { type FormEvent, useState } from 'react';
import type { RecordView } from '../../protocol/record.ts';
import type { PredictView, Tried } from '../../protocol/predict.ts';
import { encodeLink } from '../../scenario/link.ts';
import { type PredictState, usePredictions } from '../../store/predict.ts';
import { useRecords } from '../../store/record.ts';
import { Apply } from './Apply.tsx';
import { Calibration } from './Calibration.tsx';
import { Curves } from './Curves.tsx';
import { Ranking } from './Ranking.tsx';
import { duration, helpedOf, sentenceOf } from './words.ts';
import './whatif.css';

/** `#postfix&tab=what-if`: what another setting would have done with the mail of the record. */
export default function WhatIfTab({ view: record }: { view: RecordView | null }) {
  const { state: records } = useRecords();
  const { predictions, state } = usePredictions();
  const [classes, setClasses] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // What the reader has said of servers so far, a line each time.
  const [known, setKnown] = useState<readonly string[]>([]);
  const { view, asked, progress } = state;
  if (record === null || records.files.length === 0)
    return (
      <p className="whatif-empty">
        Nothing to ask yet: <a href="#postfix">give a log</a>, with postconf -n and postconf -M beside it.
      </p>
    );
  const tried = [...asked, ...(view?.tried ?? [])];
  const selected = tried.find(({ title }) => title === chosen) ?? tried[0] ?? null;
  const stale = state.files !== records.files;
  const begin = (servers: readonly string[] = known): void =>
    predictions.study(records.files, records.options, classes.split('\n'), servers);
  const open = async (one: Tried): Promise<void> => {
    const scenario = await predictions.scenario(one.changes);
    const cursor = { step: 0, event: 0, decision: 0, at: 0 };
    location.hash = await encodeLink({
      scenario: { ...scenario, title: one.title },
      live: [],
      cursor,
      branch: 1,
    });
  };
  return (
    <div className="whatif" data-answered={view !== null}>
      <nav className="whatif-changes" aria-label="Changes">
        <ClassesForm
          classes={classes}
          onClasses={setClasses}
          onBegin={() => begin()}
          again={view !== null && !stale}
        />
        <Changes view={view} tried={tried} selected={selected} onChoose={setChosen} />
        {view !== null && view.verdict.verdict !== 'locked' && (
          <OtherChange
            busy={progress !== null}
            onTry={async (text) => {
              if (await predictions.attempt(text)) setChosen(text.trim().replaceAll(/\s*\n\s*/g, ', '));
            }}
          />
        )}
      </nav>
      <Answered
        state={state}
        tried={tried}
        selected={selected}
        onCancel={predictions.cancel}
        onServers={(lines) => {
          setKnown([...known, ...lines]);
          begin([...known, ...lines]);
        }}
      />
      {view !== null && selected !== null && (
        <Apply view={view} tried={selected} onOpen={() => void open(selected)} />
      )}
    </div>
  );
}

interface ChangesProps {
  view: PredictView | null;
  tried: readonly Tried[];
  selected: Tried | null;
  onChoose: (title: string) => void;
}

/** What was tried, each with the reason to try it and what it is worth. */
function Changes({ view, tried, selected, onChoose }: ChangesProps) {
  return tried.map((one) => (
    <button
      key={one.title}
      type="button"
      className="whatif-change"
      aria-pressed={one === selected}
      onClick={() => onChoose(one.title)}
    >
      <b>{one.title}</b>
      <span>{one.because}</span>
      <span className="mono">{view === null ? '' : worth(view, one)}</span>
    </button>
  ));
}

interface AnsweredProps {
  state: PredictState;
  tried: readonly Tried[];
  selected: Tried | null;
  onCancel: () => void;
  onServers: (lines: string[]) => void;
}

/** How far it is, the calibration, and the selected change beside today. */
function Answered({ state, tried, selected, onCancel, onServers }: AnsweredProps) {
  const { view, progress, fault } = state;
  return (
    <section className="whatif-answer" aria-label="Answer">
      {progress !== null && (
        <div className="whatif-progress">
          <span role="status">{progress.doing}</span>
          <progress aria-label="Share that is computed" max={1} value={progress.share} />
          <button type="button" className="btn outlined" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {view === null && progress === null && (
        <p className="whatif-empty">
          The log becomes a model: its mail arrives as it did, its servers are as the log shows them. First
          the model has to explain the log; then likely changes are tried.
        </p>
      )}
      {view !== null && <Calibration view={view} busy={progress !== null} onServers={onServers} />}
      {view !== null && view.verdict.verdict === 'locked' && (
        <p className="whatif-sentence">
          Nothing is predicted: the model would answer for another server than yours.
        </p>
      )}
      {view !== null && selected !== null && (
        <>
          <p className="whatif-sentence">{sentenceOf(view, selected)}</p>
          <Doubts view={view} tried={selected} />
          <Curves view={view} tried={selected} />
          <p className="dim">
            Share of recipients (%) that waited at most so long in the queue manager at the first try. Dashed:
            today. Thick: with the change. Grey: lowest to highest run.
          </p>
          <Ranking view={view} tried={tried} selected={selected} />
        </>
      )}
    </section>
  );
}

/** Why the log cannot tell what a change does to a class, and between what it may lie. */
function Doubts({ view, tried }: { view: PredictView; tried: Tried }) {
  return view.names.map((name, i) => {
    const doubt = tried.answer.classes[i]?.doubt ?? null;
    if (doubt === null) return null;
    const { b, total, deferred } = doubt.between;
    return (
      <div key={name} className="whatif-doubt">
        <b>{name}: the log cannot tell</b>
        {doubt.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <p className="dim">
          Median of b {duration(b[0])} to {duration(b[1])}, of the total time {duration(total[0])} to{' '}
          {duration(total[1])}, deferred at first {deferred[0].toFixed(0)} to {deferred[1].toFixed(0)} %. If
          you know what such a server takes, say so above, at the servers: then it is answered.
        </p>
      </div>
    );
  });
}

function worth(view: PredictView, { answer, gain, cost }: Tried): string {
  if (helpedOf(view, answer).figures.doubt !== null) return 'the log cannot tell';
  if (Math.abs(gain) < 0.05 && Math.abs(cost) < 0.05) return 'changes nothing here';
  const said = gain >= 0 ? `${duration(gain)} less` : `${duration(-gain)} more`;
  if (Math.abs(cost) < 0.05) return said;
  return `${said}; others ${duration(Math.abs(cost))} ${cost > 0 ? 'more' : 'less'}`;
}

interface ClassesProps {
  classes: string;
  onClasses: (text: string) => void;
  onBegin: () => void;
  again: boolean;
}

function ClassesForm({ classes, onClasses, onBegin, again }: ClassesProps) {
  return (
    <form
      className="whatif-classes"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin();
      }}
    >
      <label htmlFor="whatif-classes">Mail that is looked at apart, one class a line</label>
      <textarea
        id="whatif-classes"
        className="field mono"
        rows={3}
        spellCheck={false}
        placeholder="resets=from=reset@*"
        value={classes}
        onChange={(event) => onClasses(event.target.value)}
      />
      <p className="dim">
        Empty: the senders with the most recipients. Of classes without big messages, the one that waits
        longest is the one to be helped.
      </p>
      <button type="submit" className="btn primary">
        {again ? 'Ask again' : 'What would have helped?'}
      </button>
    </form>
  );
}

function OtherChange({ busy, onTry }: { busy: boolean; onTry: (text: string) => Promise<void> }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void onTry(text);
  };
  return (
    <form className="whatif-classes" onSubmit={submit}>
      <label htmlFor="whatif-other">Any other change, one a line</label>
      <textarea
        id="whatif-other"
        className="field mono"
        rows={3}
        spellCheck={false}
        placeholder={'smtp_destination_rate_delay = 1s\nmaxproc smtp = 20'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn outlined" disabled={busy || text.trim() === ''}>
        Try it
      </button>
    </form>
  );
}
