import { unbroken } from '../../explain/record-format.ts';
import { ASK_WHAT_IF } from '../../../explain/labels.ts';
import { type FormEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RecordView } from '../../protocol/record.ts';
import type { PredictView, PredictedChange } from '../../protocol/predict.ts';
import { encodeLink } from '../../../scenario/link.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { type Predictions, type PredictState, usePredictions } from '../../store/predict.ts';
import { useRecords } from '../../store/record.ts';
import { NoRecord } from '../postfix/NoRecord.tsx';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { Apply } from './Apply.tsx';
import { Calibration } from './Calibration.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Curves, type Figure } from './Curves.tsx';
import { Doubts, Ranking } from './ChangeTables.tsx';
import { awayOf, CHANGES_NOTHING, sentenceOf, whyOf, worth } from './prediction-sentences.ts';
import { helpedOf, helps, openedAt } from './prediction-words.ts';
import css from './whatif.module.css';

/** What lies over the top of the page, in pixels: the bars of the product and of its tabs. */
const BAR = 48;

/** `#postfix&tab=what-if`: what another setting would have done with the mail of the record. */
export default function WhatIfTab({ view: record }: { view: RecordView | null }) {
  const { state: records } = useRecords();
  const { predictions, state } = usePredictions();
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  // What the reader has said of servers so far, a line each time.
  const [known, setKnown] = useState<readonly string[]>([]);
  const { view, asked, progress } = state;
  // Until the reader types: the classes of the overview, and those that came with a shared record.
  const classes = typed ?? records.classes.map(({ name, predicate }) => `${name}=${predicate}`).join('\n');
  const stale = state.files !== records.files;
  const begin = (servers: readonly string[] = known): void =>
    predictions.study(records.files, records.options, classes.split('\n'), servers);
  const start = useEffectEvent(begin);
  // Coming here is asking: likely changes are tried at once, and again when files came or went. What was ended stays so.
  const given = record !== null && record.instances.length > 0 && records.files.length > 0;
  const due = stale && given && records.progress === null;
  useLayoutEffect(() => {
    if (due) start();
  }, [due]);
  if (!given)
    return (
      <NoRecord>
        Give a maillog first, with postconf -n and postconf -M beside it: changes are tried on its mail.
      </NoRecord>
    );
  const tried = [...asked, ...(view?.tried ?? [])];
  const selected = tried.find(({ title }) => title === chosen) ?? tried[0] ?? null;
  const choose = (title: string): void => {
    flushSync(() => setChosen(title));
    revealHidden(sentence.current);
  };
  return (
    <div className={css.whatif} data-answered={selected !== null}>
      <nav className={css.whatifChanges} aria-label="Changes">
        <ClassesForm classes={classes} onClasses={setTyped} onBegin={() => begin()} again={!stale} />
        <Changes view={view} tried={tried} selected={selected} onChoose={choose} />
        {view !== null && view.verdict.verdict !== 'locked' && (
          <OtherChange
            busy={progress !== null}
            onTry={async (text) => {
              if (!(await predictions.attempt(text))) return;
              flushSync(() => setChosen(text.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ', ')));
              reveal(sentence.current);
            }}
          />
        )}
      </nav>
      <Answered
        state={state}
        tried={tried}
        selected={selected}
        sentence={sentence}
        onCancel={predictions.cancel}
        onServers={(lines) => {
          setKnown([...known, ...lines]);
          begin([...known, ...lines]);
        }}
      />
      {view !== null && selected !== null && (
        <Apply view={view} tried={selected} onOpen={() => void openRun(predictions, selected)} />
      )}
    </div>
  );
}

/** A change as a run, where the mail is that was asked about. */
async function openRun(predictions: Predictions, one: PredictedChange): Promise<void> {
  const opened = await predictions.run(one.changes);
  const run = { ...opened.run, scenario: { ...opened.run.scenario, title: one.title } };
  const extras = { note: openedAt(opened) };
  location.hash = await encodeLink(run, `m${opened.number}`, { extras });
}

/** Brings an answer that is out of sight to where it is read, and the keys with it. */
function reveal(element: HTMLElement | null): void {
  if (element === null) return;
  element.closest('details')?.setAttribute('open', '');
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
}

/** In one column the answer stands below all changes: who chooses one would see nothing happen. */
function revealHidden(element: HTMLElement | null): void {
  const place = element?.getBoundingClientRect();
  if (place !== undefined && (place.top < BAR || place.bottom > innerHeight)) reveal(element);
}

interface ChangesProps {
  view: PredictView | null;
  tried: readonly PredictedChange[];
  selected: PredictedChange | null;
  onChoose: (title: string) => void;
}

/** What was tried, each with the reason to try it and what it is worth. */
function Changes({ view, tried, selected, onChoose }: ChangesProps) {
  if (view === null || tried.length === 0) return null;
  const button = (one: PredictedChange) => (
    <button
      key={one.title}
      type="button"
      className={css.whatifChange}
      aria-pressed={one === selected}
      onClick={() => onChoose(one.title)}
    >
      <b>{one.title}</b>
      <span>{one.because}</span>
      {worth(view, one).map((line) => (
        <span key={line} className="mono">
          {line}
        </span>
      ))}
    </button>
  );
  // What the reader asked for stays in sight, whatever it does.
  const idle = view.tried.filter((one) => worth(view, one)[0] === CHANGES_NOTHING);
  return (
    <>
      <p className={`dim ${css.whatifNote}`}>
        Best first for <b>{helpedOf(view, view.today).name}</b>: by the seconds that its half and its slowest
        tenth gain together
        {view.names.length > 1 &&
          ', less half of what others pay; what helps it equally well, by what it does for the others'}
        . Half: that much of its mail is there after so long. A tenth over: the rest takes longer.
      </p>
      {!tried.some((one) => helps(view, one)) && (
        <p className={css.whatifNote}>
          Nothing that was tried and that the log can tell helps: no change is better than one of these.
        </p>
      )}
      {tried.filter((one) => !idle.includes(one)).map(button)}
      {idle.length > 0 && (
        <details className={css.whatifIdle} open={idle.length === tried.length || undefined}>
          <summary>
            {idle.length === 1 ? 'One change' : `${idle.length} changes`} that{' '}
            {idle.length === 1 ? 'does' : 'do'} nothing here
          </summary>
          {idle.map(button)}
        </details>
      )}
    </>
  );
}

interface AnsweredProps {
  state: PredictState;
  tried: readonly PredictedChange[];
  selected: PredictedChange | null;
  sentence: RefObject<HTMLParagraphElement | null>;
  onCancel: () => void;
  onServers: (lines: string[]) => void;
}

/** How far it is, the calibration, and the selected change beside today. */
function Answered({ state, tried, selected, sentence, onCancel, onServers }: AnsweredProps) {
  const { view, progress, fault } = state;
  return (
    <section className={css.whatifAnswer} aria-label="Answer">
      {progress !== null && (
        <Progress
          name="Share that is computed"
          value={progress.share}
          text={<span role="status">{progress.doing}</span>}
          onCancel={onCancel}
        />
      )}
      {fault !== '' && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {view === null && fault === '' && (
        <p className={css.whatifEmpty}>
          The log becomes a model: its mail arrives as it did, its servers are as the log shows them. First
          the model has to explain the log; then likely changes are tried, which takes some seconds. Nothing
          leaves this page.
        </p>
      )}
      {view !== null && <Calibration view={view} busy={progress !== null} onServers={onServers} />}
      {view !== null && view.verdict.verdict === 'locked' && (
        <>
          <p className={css.whatifSentence}>Nothing is predicted for this log, for the reason above.</p>
          <p>
            A model that does not explain a log would answer for another server than yours. Logs that are
            explained are among <a href="#postfix&tab=incidents">the incidents</a>.
          </p>
        </>
      )}
      {view !== null && selected !== null && (
        <>
          <Said view={view} tried={selected} sentence={sentence} />
          <Doubts view={view} tried={selected} />
          <Shown view={view} tried={selected} />
          <Ranking view={view} tried={tried} selected={selected} />
        </>
      )}
    </section>
  );
}

/** What the change does, in words; in one column with the ways to what stands far above and below it. */
function Said({
  view,
  tried,
  sentence,
}: Pick<AnsweredProps, 'sentence'> & { view: PredictView; tried: PredictedChange }) {
  const why = [whyOf(view, tried), awayOf(view, tried)].filter((text) => text !== '').join(' ');
  return (
    <div className={css.whatifTold}>
      <div role="status">
        <p className={css.whatifWhich}>{tried.title}</p>
        <p ref={sentence} tabIndex={-1} className={css.whatifSentence}>
          {unbroken(sentenceOf(view, tried))}
        </p>
      </div>
      {why !== '' && <p>{unbroken(why)}</p>}
      <p className={`row ${css.whatifWays}`}>
        <button
          type="button"
          className="btn outlined"
          onClick={() => reveal(document.querySelector(`.${css.whatifChange}[aria-pressed="true"]`))}
        >
          Other changes
        </button>
        <button
          type="button"
          className="btn outlined"
          onClick={() => reveal(document.querySelector(`.${css.whatifApply} h2`))}
        >
          To apply
        </button>
      </p>
    </div>
  );
}

/** The distributions, of the figure that the sentence speaks of until the reader wants the wait at the first try. */
function Shown({ view, tried }: { view: PredictView; tried: PredictedChange }) {
  const [figure, setFigure] = useState<Figure>('total');
  return (
    <>
      <Segmented
        label="What is drawn"
        value={figure}
        options={[
          { value: 'total', text: 'Until it is there' },
          { value: 'b', text: 'Wait at the first try' },
        ]}
        onChange={setFigure}
      />
      <Curves view={view} tried={tried} figure={figure} />
      <p className="dim">
        Above: share of recipients (%) that {figure === 'b' ? 'waited' : 'took'} at most so long{' '}
        {figure === 'b' ? 'in the queue manager at the first try' : 'from arrival until their mail was there'}
        . Below: what all but a tenth stay below, by the time of arrival. Dashed: today. Thick: with the
        change. Grey: lowest to highest run; nothing but grey where the log cannot tell.
      </p>
      <PictureWithoutNames
        selector={`.${css.whatifCurves}`}
        file="qmgrscope-what-if"
        ask={(questions) => questions.plainClassNames(view.names)}
        draw={(names) => <Curves view={{ ...view, names }} tried={tried} figure={figure} />}
      />
    </>
  );
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
      className={css.whatifClasses}
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
        A name, then what its mail has in common: resets=from=reset@*. One class is the one to be helped; of
        several, the one that waits longest, of those without big messages. Empty: the senders with the most
        recipients.
      </p>
      <button type="submit" className="btn primary">
        {again ? 'Ask again' : ASK_WHAT_IF}
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
    <form className={css.whatifClasses} onSubmit={submit}>
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
