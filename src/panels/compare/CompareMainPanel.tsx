import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { Chip } from '../../charts/Chip.tsx';
import type { BranchId } from '../../protocol/ids.ts';
import type { CompareReport } from '../../protocol/studies.ts';
import { explainCompare, explainLargest } from '../../explain/compare.ts';
import { RuntimeProvider, useActions, useApp, useRuntime, useSession, useView } from '../../store/hooks.ts';
import { selectJobsInOrder, selectTransport } from '../../store/selectors.ts';
import { useBranchRuntime } from '../../store/branch-runtime.ts';
import { type Asking, ofThisRun, useQuestion } from '../kit/useQuestion.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FieldError } from '../../ui/FieldError.tsx';
import type { BranchRow } from '../../protocol/branches.ts';
import { BackToStage } from '../main-panel/BackToStage.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import type { Runtime } from '../../store/runtime.ts';
import type { StageInput } from '../stage/input.ts';
import { StagePanel } from '../stage/StagePanel.tsx';
import css from './compare.module.css';
import '../../ui/menu.css';
import { DifferenceTable } from './DifferenceTable.tsx';
import { MessageRows } from './MessageRows.tsx';
import { PairStrips, SideBadge } from './PairStrips.tsx';
import { type Side, type Twins, twinsOf } from './twins.ts';
import { type Presets, usePresets } from './usePresets.ts';
import heroCss from '../main-panel/hero.module.css';
import { Button } from '../../ui/Button.tsx';

interface CompareMainPanelProps {
  /** Branch ids. If they are equal, or one of them is 0, the second branch is not chosen yet. */
  a: number;
  b: number;
  phone: boolean;
}

/** Compares two branches: when each message is done, the first difference and its cause, both stages on one clock. */
export default function CompareMainPanel({ a, b, phone }: CompareMainPanelProps) {
  const report = useCompare(a, b);
  const presets = usePresets();
  const shown = useSession((session) => (session.branch === b ? 'b' : 'a'));
  const twins = useMemo(() => twinsOf(report, shown), [report, shown]);
  const chosen = a !== b && a !== 0 && b !== 0;
  return (
    <main className={`${heroCss.heroPage} ${css.compare}`} id="stage" tabIndex={-1}>
      <h1 className="sr-only">Compare two branches</h1>
      <CompareHead a={a} b={b} presets={presets} report={chosen ? report : null} />
      {!chosen && <Offer presets={presets} />}
      {chosen && report === null && <EmptyState size="panel">Simulating both branches …</EmptyState>}
      {chosen && report !== null && (
        <>
          <section className={css.compareAnswer} aria-label="The difference">
            <h2>
              <Sentence tokens={explainLargest(report)} size="large" />
            </h2>
            <Cause report={report} />
            <PairStrips report={report} twins={twins} />
          </section>
          <MessageRows report={report} twins={twins} />
          {!phone && <SideStages a={a} b={b} report={report} twins={twins} />}
        </>
      )}
    </main>
  );
}

const PRESETS = 'Same mail, one thing different';

interface CompareHeadProps {
  a: number;
  b: number;
  presets: Presets;
  report: CompareReport | null;
}

function CompareHead({ a, b, presets, report }: CompareHeadProps) {
  const actions = useActions();
  const [figures, setFigures] = useState(false);
  const id = useId();
  return (
    <header className={`row wrap ${css.compareHead}`}>
      <SidePick
        side="a"
        value={a}
        onChange={(id) => actions.look({ mainPanel: { kind: 'compare', a: id, b } })}
      />
      <SidePick
        side="b"
        value={b}
        onChange={(id) => actions.look({ mainPanel: { kind: 'compare', a, b: id } })}
      />
      <Button popoverTarget={id}>Compare with …</Button>
      <Popover id={id} label={PRESETS} className={css.comparePresets}>
        {(close) => <PresetList presets={presets} onDone={close} />}
      </Popover>
      <span className="grow" />
      {report !== null && <Button onClick={() => setFigures(true)}>All figures</Button>}
      <BackToStage />
      {figures && report !== null && (
        <Sheet title="All figures" className={css.differences} onClose={() => setFigures(false)}>
          {() => <DifferenceTable report={report} />}
        </Sheet>
      )}
    </header>
  );
}

interface SidePickProps {
  side: 'a' | 'b';
  value: number;
  onChange: (id: number) => void;
}

function SidePick({ side, value, onChange }: SidePickProps) {
  const branches = useBranches();
  const actions = useActions();
  const current = useSession((session) => session.branch);
  const known = branches.some((branch) => branch.id === value);
  return (
    <span className="row gap-6 text-1">
      <SideBadge side={side} />
      <Select
        className="mono"
        label={`Branch on side ${side.toUpperCase()}`}
        value={known ? value : 0}
        options={[
          ...(known ? [] : [{ value: 0, text: 'choose a branch' }]),
          ...branches.map((branch) => ({ value: branch.id, text: branch.name })),
        ]}
        onChange={onChange}
      />
      {known && value !== current && (
        <button
          type="button"
          className="link not-phone"
          data-tip="changes act on it, and the timeline shows it"
          data-tip-at="below"
          onClick={() => void actions.switchBranch(value)}
        >
          lead
        </button>
      )}
      {known && value === current && <span className="dim not-phone">leads</span>}
    </span>
  );
}

/** Preset comparisons, shown before two branches are chosen. */
function Offer({ presets }: { presets: Presets }) {
  return (
    <div className={`stack gap-24 ${css.compareOffer}`}>
      <p className="sub">
        Compare two branches of a run side by side: what they share, where they differ, and why. Changing the
        past creates a branch. Or pick one below.
      </p>
      <PresetList presets={presets} onDone={() => {}} />
    </div>
  );
}

const FROM = [
  { value: 'start', text: 'from the start' },
  { value: 'cursor', text: 'from here' },
] as const;

function PresetList({ presets, onDone }: { presets: Presets; onDone: () => void }) {
  const all = [...presets.presets, ...presets.defaults];
  return (
    <div className="stack">
      <div className="row">
        <h2>{PRESETS}</h2>
        <span className="grow" />
        <Segmented label="Different" value={presets.from} options={FROM} onChange={presets.setFrom} />
      </div>
      <ul className="menu gap-2">
        {all.map((preset) => (
          <li key={preset.id}>
            <button
              type="button"
              className={`stack gap-2 ${css.preset}`}
              onClick={() => {
                void presets.choose(preset).then(onDone);
              }}
            >
              <span>{preset.text}</span>
              <span className="dim text-1">{preset.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <FieldError id="preset-error" error={presets.refusal} />
    </div>
  );
}

function Cause({ report }: { report: CompareReport }) {
  const names = useNames();
  const actions = useActions();
  const { cause } = report;
  if (report.read < 1)
    return (
      <p className={`sub ${css.compareCause}`} role="status">
        Reading what both branches have done so far: {Math.floor(report.read * 100)} %.
      </p>
    );
  const instants = cause === null ? [] : [cause.a?.at, cause.b?.at].filter((at) => at !== undefined);
  return (
    <p className={`sub ${css.compareCause}`}>
      <span role="status">
        <Sentence tokens={explainCompare(report, names)} size="small" />
      </span>{' '}
      {instants.length > 0 && (
        <button
          type="button"
          className="link"
          onClick={() => void actions.seek({ at: Math.min(...instants) })}
        >
          Go there
        </button>
      )}
      {report.running && (
        <span className="dim">
          {' '}
          Still simulating, {report.tried} of {report.total} messages tried.
        </span>
      )}
    </p>
  );
}

interface SideStagesProps {
  a: BranchId;
  b: BranchId;
  report: CompareReport;
  twins: Twins;
}

/** Both stages at the same instant. The branch that the page shows needs no second run. */
function SideStages({ a, b, report, twins }: SideStagesProps) {
  const ofA = useSideRuntime('a', a, twins);
  const ofB = useSideRuntime('b', b, twins);
  return (
    <div className={css.compareStages}>
      <SideStage side="a" name={report.a.name} runtime={ofA} other={ofB} />
      <SideStage side="b" name={report.b.name} runtime={ofB} other={ofA} />
    </div>
  );
}

function useSideRuntime(side: Side, branch: BranchId, twins: Twins): Runtime {
  const main = useRuntime();
  const leads = useSession((session) => session.branch === branch);
  const numbers = useMemo(
    () => ({
      toPage: (number: number) => twins.toPage(side, number),
      toBranch: (number: number) => twins.toSide(side, number),
      isAlone: (number: number) => twins.isAlone(number),
    }),
    [side, twins],
  );
  const own = useBranchRuntime(leads ? null : branch, numbers);
  return leads ? main : own;
}

interface SideStageProps {
  side: Side;
  name: string;
  runtime: Runtime;
  other: Runtime;
}

/** The stage of one side, drawn at the same size as the other side. */
function SideStage({ side, name, runtime, other }: SideStageProps) {
  const jobs = useStore(other.store, selectJobsInOrder);
  const transport = useStore(other.store, selectTransport);
  const withOther = useCallback(
    (input: StageInput): StageInput => ({
      ...input,
      beside: { ...input, jobs, list: null, current: transport?.current ?? 0, candidate: 0 },
    }),
    [jobs, transport],
  );
  const letter = side.toUpperCase();
  return (
    <RuntimeProvider runtime={runtime}>
      <section className={css.compareSide} aria-label={`Side ${letter}, ${name}`}>
        <p className={`row gap-6 text-2 sub ${css.compareSideHead}`}>
          <SideBadge side={side} /> <StageWords />
        </p>
        <div className="stage-holder">
          <StagePanel id={`stage-forest-${side}`} of={`, side ${letter}`} withMore={withOther} />
        </div>
      </section>
    </RuntimeProvider>
  );
}

/** Largest number of jobs that are named above a stage. */
const LISTED = 8;

/** Text above a stage: its turn, and the first jobs of its list. */
function StageWords() {
  const turn = useSession((session) => session.cursor.decision);
  const jobs = useApp(selectJobsInOrder);
  const count = useApp((state) => selectTransport(state)?.jobCount ?? 0);
  const transport = useView((view) => view.transport);
  if (count === 0)
    return (
      <span>
        turn {turn}, no jobs on {transport}
      </span>
    );
  return (
    <>
      <span>turn {turn}, list</span>
      {jobs.slice(0, LISTED).map(({ number }) => (
        <Chip key={number} number={number} size="small" />
      ))}
      {count > LISTED && <span>and {count - LISTED} more</span>}
    </>
  );
}

const NONE: readonly BranchRow[] = [];

/** All branches of the run that are not deleted; updated when a branch is created, renamed or deleted. */
function useBranches(): readonly BranchRow[] {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const branch = useSession((session) => session.branch);
  const edits = useView((view) => view.branchEdits);
  const ask = async () => (await ofThisRun(actions.ask('timeline', 0, 1, 1)))?.branches;
  return useQuestion(run, ask, { again: `${branch} ${edits}` }) ?? NONE;
}

/**
 * The comparison of two branches. While the session simulates them, the hook asks again until the panel closes. Null
 * before the first answer, and when a branch was deleted.
 */
function useCompare(a: number, b: number): CompareReport | null {
  const actions = useActions();
  const transport = useView((view) => view.transport);
  const edits = useView((view) => view.branchEdits);
  // A command at the head of a branch changes its future, so ask again.
  const place = useSession((session) => `${session.branch} ${session.head.event}`);
  const run = useSession((session) => session.run);
  const before = useRef<Promise<void>>(Promise.resolve());
  const ask = ({ wanted, say }: Asking<CompareReport | null>): Promise<undefined> => {
    const turn = async (): Promise<void> => {
      let running = true;
      while (wanted() && running) {
        // oxlint-disable-next-line no-await-in-loop
        const report = await ofThisRun(actions.ask('compare', { a, b, transport }));
        running = report?.running ?? false;
        // Show the answer even if the head of the run has moved since, as it always has while the run plays.
        if (report !== undefined) say(report);
      }
      if (wanted()) actions.branchGrew();
    };
    // One question at a time: the head moves with every frame while playing, and an answer takes long.
    before.current = before.current.then(turn);
    return before.current.then(() => undefined);
  };
  return useQuestion(`${run} ${a} ${b} ${transport}`, ask, { again: `${place} ${edits}` });
}
