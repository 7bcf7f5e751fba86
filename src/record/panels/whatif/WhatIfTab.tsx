import { unbroken } from '../../explain/record-format.ts';
import { ASK_WHAT_IF } from '../../../explain/labels.ts';
import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { RecordView } from '../../protocol/record.ts';
import type { PredictView, PredictedChange } from '../../protocol/predict.ts';
import { encodeLink } from '../../../scenario/link.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { type Predictions, type PredictState, usePredictions } from '../../store/predict.ts';
import { useRecords } from '../../store/record.ts';
import { replayHref } from '../postfix/EngineCheck.tsx';
import { NoRecord } from '../postfix/NoRecord.tsx';
import type { TabProps } from '../postfix/tab-props.ts';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { Apply } from './Apply.tsx';
import { Calibration } from './Calibration.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Curves, CurvesLegend, type Figure } from './Curves.tsx';
import { Doubts, Ranking } from './ChangeTables.tsx';
import { awayOf, CHANGES_NOTHING, sentenceOf, whyOf, worth } from './prediction-sentences.ts';
import { helpedOf, helps, openedAt } from './prediction-words.ts';
import { Fault } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './whatif.module.css';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

/** Height of the bars that cover the top of the page, in pixels. */
const BAR = 48;

/** Hook: studies the record. The study starts when the tab opens and when files change; after Cancel it waits for `begin`. */
function useStudy(record: RecordView | null) {
  const { state: records } = useRecords();
  const { predictions, state } = usePredictions();
  const [typed, setTyped] = useState<string | null>(null);
  // The reader's corrections of servers, one line each.
  const [known, setKnown] = useState<readonly string[]>([]);
  // The form starts with the classes of the record. Classes that the reader types replace them.
  const classes = typed ?? records.classes.map(({ name, predicate }) => `${name}=${predicate}`).join('\n');
  const stale = state.files !== records.files;
  const begin = (servers: readonly string[] = known): void =>
    predictions.study(records.files, records.options, classes.split('\n'), servers);
  const start = useEffectEvent(begin);
  const given = record !== null && record.instances.length > 0 && records.files.length > 0;
  const due = stale && given && records.progress === null;
  useLayoutEffect(() => {
    if (due) start();
  }, [due]);
  const correct = (lines: readonly string[]): void => {
    setKnown([...known, ...lines]);
    begin([...known, ...lines]);
  };
  return { predictions, state, given, stale, classes, setClasses: setTyped, begin: () => begin(), correct };
}

/** Predicts the effect of other settings on the mail of the record. */
export default function WhatIfTab({ view: record, instance }: Pick<TabProps, 'view' | 'instance'>) {
  const study = useStudy(record);
  const { predictions, state } = study;
  const [chosen, setChosen] = useState<string | null>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  if (!study.given)
    return (
      <NoRecord>
        Give a maillog first, with postconf -n and postconf -M. Changes are simulated with its mail.
      </NoRecord>
    );
  const { view, asked, progress } = state;
  const tried = [...asked, ...(view?.tried ?? [])];
  const selected = tried.find(({ title }) => title === chosen) ?? tried[0] ?? null;
  const choose = (title: string): void => {
    flushSync(() => setChosen(title));
    revealHidden(sentence.current);
  };
  const attempt = async (text: string): Promise<void> => {
    if (!(await predictions.attempt(text))) return;
    flushSync(() => setChosen(text.trim().replaceAll(/(?<!\s)\s*\n\s*/g, ', ')));
    reveal(sentence.current);
  };
  return (
    <div className={kit.columns}>
      <nav className={`text-2 ${kit.side} ${css.whatifChanges}`} aria-label="Changes">
        <ClassesForm study={study} />
        <Changes view={view} tried={tried} selected={selected} onChoose={choose} />
        {view !== null && view.verdict.verdict !== 'locked' && (
          <OtherChange busy={progress !== null} onTry={attempt} />
        )}
        {instance !== null && instance.activations > 0 && (
          <a className="link" href={replayHref(instance)}>
            Check the engine: replay this log
          </a>
        )}
      </nav>
      <Answered
        state={state}
        tried={tried}
        selected={selected}
        sentence={sentence}
        onCancel={predictions.cancel}
        onServers={study.correct}
      />
      {view !== null && selected !== null && (
        <Apply view={view} tried={selected} onOpen={() => void openRun(predictions, selected)} />
      )}
    </div>
  );
}

/** Opens a change as a run, at mail of the class to improve. */
async function openRun(predictions: Predictions, one: PredictedChange): Promise<void> {
  const opened = await predictions.run(one.changes);
  const run = { ...opened.run, scenario: { ...opened.run.scenario, title: one.title } };
  const extras = { note: openedAt(opened) };
  location.hash = await encodeLink(run, `m${opened.number}`, { extras });
}

/** Scrolls to an element and gives it the focus. */
function reveal(element: HTMLElement | null): void {
  if (element === null) return;
  element.closest('details')?.setAttribute('open', '');
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
}

/** In one column the answer is below all changes, so the page scrolls to the answer of a chosen change. */
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

/** Lists the simulated changes, each with its reason and its gain. */
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
      <div className="sub">{one.because}</div>
      {worth(view, one).map((line) => (
        <div key={line} className="sub mono">
          {line}
        </div>
      ))}
    </button>
  );
  // Changes entered by the reader are never folded away.
  const idle = view.tried.filter((one) => worth(view, one)[0] === CHANGES_NOTHING);
  return (
    <>
      <p className="dim">
        Ranked for <b>{helpedOf(view, view.today).name}</b> by improvement in median and 90th percentile
        {view.names.length > 1 && ', minus half of what other mail loses. Ties: by gain for other mail'}.
      </p>
      {!tried.some((one) => helps(view, one)) && (
        <p>No simulated change helps clearly. Today’s settings are best.</p>
      )}
      {tried.filter((one) => !idle.includes(one)).map(button)}
      {idle.length > 0 && (
        <details open={idle.length === tried.length || undefined}>
          <summary>
            {idle.length === 1 ? 'One change has' : `${idle.length} changes have`} no effect here
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

/** Shows the progress, the calibration, and the selected change compared with today. */
function Answered({ state, tried, selected, sentence, onCancel, onServers }: AnsweredProps) {
  const { view, progress, fault } = state;
  return (
    <section className={`stack gap-16 ${kit.main} ${css.whatifAnswer}`} aria-label="Answer">
      {progress !== null && (
        <Progress
          name="Share computed"
          value={progress.share}
          text={<span role="status">{progress.doing}</span>}
          onCancel={onCancel}
        />
      )}
      <Fault text={fault} />
      {view === null && fault === '' && (
        <p className={kit.article}>
          The log becomes a model. Its mail arrives as it did, and its servers are as the log shows them.
          First the model must explain the log. Then it simulates likely changes, which takes some seconds.
          Nothing leaves this page.
        </p>
      )}
      {view !== null && <Calibration view={view} busy={progress !== null} onServers={onServers} />}
      {view !== null && view.verdict.verdict === 'locked' && (
        <>
          <p className={css.whatifSentence}>No prediction for this log, for the reason above.</p>
          <p>
            A model that does not explain your log would answer for a different server. For logs that it
            explains, see <a href="#postfix&tab=incidents">the incidents</a>.
          </p>
        </>
      )}
      {view !== null && selected !== null && (
        <>
          <Effect view={view} tried={selected} sentence={sentence} />
          <Doubts view={view} tried={selected} />
          <Charts view={view} tried={selected} />
          <Ranking view={view} tried={tried} selected={selected} />
        </>
      )}
    </section>
  );
}

interface EffectProps extends Pick<AnsweredProps, 'sentence'> {
  view: PredictView;
  tried: PredictedChange;
}

/** Says what the change does. In a one-column page it also links to the parts above and below. */
function Effect({ view, tried, sentence }: EffectProps) {
  const why = [whyOf(view, tried), awayOf(view, tried)].filter((text) => text !== '').join(' ');
  return (
    <div className="stack">
      <div role="status">
        <p className="strong">{tried.title}</p>
        <p ref={sentence} tabIndex={-1} className={css.whatifSentence}>
          {unbroken(sentenceOf(view, tried))}
        </p>
      </div>
      {why !== '' && <p>{unbroken(why)}</p>}
      <p className={`row ${css.whatifWays}`}>
        <Button
          look="outlined"
          onClick={() => reveal(document.querySelector(`.${css.whatifChange}[aria-pressed="true"]`))}
        >
          Other changes
        </Button>
        <Button look="outlined" onClick={() => reveal(document.querySelector(`.${css.whatifApply} h2`))}>
          To apply
        </Button>
      </p>
    </div>
  );
}

/** Shows the distributions, first those of the time until delivery, which the sentence above the charts is about. */
function Charts({ view, tried }: { view: PredictView; tried: PredictedChange }) {
  const [figure, setFigure] = useState<Figure>('total');
  return (
    <>
      <div>
        <Segmented
          label="Delay shown"
          value={figure}
          options={[
            { value: 'total', text: 'Until delivery' },
            { value: 'b', text: 'Wait for the first attempt' },
          ]}
          onChange={setFigure}
        />
      </div>
      <Curves view={view} tried={tried} figure={figure} />
      <CurvesLegend />
      <p className="dim text-2">
        Above: share of recipients that {figure === 'b' ? 'waited' : 'took'} up to this long{' '}
        {figure === 'b' ? 'in the queue manager at the first attempt' : 'from arrival to delivery'}. Below:
        90th percentile by the time of arrival. Where the log cannot tell, only the range is drawn.
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

interface TextFormProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  submit: ReactNode;
  children?: ReactNode;
}

/** A form with one multi-line field. */
function TextForm({ label, placeholder, value, onChange, onSubmit, submit, children }: TextFormProps) {
  const id = useId();
  return (
    <form
      className="stack gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label className="strong" htmlFor={id}>
        {label}
      </label>
      <TextArea id={id} kind="code" rows={3} placeholder={placeholder} value={value} onChange={onChange} />
      {children}
      <p>{submit}</p>
    </form>
  );
}

function ClassesForm({ study }: { study: ReturnType<typeof useStudy> }) {
  return (
    <TextForm
      label="Mail classes to report separately, one per line"
      placeholder="resets=from=reset@*"
      value={study.classes}
      onChange={study.setClasses}
      onSubmit={study.begin}
      submit={
        <button type="submit" className="btn primary">
          {study.stale ? ASK_WHAT_IF : 'Ask again'}
        </button>
      }
    >
      <p className="dim">
        A name, then a test of its mail: resets=from=reset@*. Of several classes, the answer is for the one
        that waits longest, without big messages. With no class, the senders with the most recipients are
        used.
      </p>
    </TextForm>
  );
}

function OtherChange({ busy, onTry }: { busy: boolean; onTry: (text: string) => Promise<void> }) {
  const [text, setText] = useState('');
  return (
    <TextForm
      label="Your own change, one setting per line"
      placeholder={'smtp_destination_rate_delay = 1s\nmaxproc smtp = 20'}
      value={text}
      onChange={setText}
      onSubmit={() => void onTry(text)}
      submit={
        <button type="submit" className="btn outlined" disabled={busy || text.trim() === ''}>
          Try it
        </button>
      }
    />
  );
}
