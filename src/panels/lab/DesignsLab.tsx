import { Table } from '../../ui/Table.tsx';
import { useMemo, useState } from 'react';
import {
  compareSentence,
  compareReason,
  retainedSentence,
  stormExplanation,
} from '../../explain/lab-designs.ts';
import type { LabMetric, LabReport } from '../../protocol/lab.ts';
import { useSession } from '../../store/hooks.ts';
import { DESIGN_STOPS } from '../../explain/stops.ts';
import { formatCount, formatSeconds } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useLatest } from '../kit/useLatest.ts';
import { SayText } from '../kit/SayText.tsx';
import { ByHand } from './ByHand.tsx';
import { CostPanel } from './CostPanel.tsx';
import { chartPaths, stormsOf, historyCsv } from './chart-layout.ts';
import { DesignColumn } from './DesignColumn.tsx';
import { RuleInstead } from '../rules/RuleInstead.tsx';
import { LabControls, LabTabs, StopWhen } from './LabControls.tsx';
import { Measures } from './Measures.tsx';
import { Stream, Thresholds } from './Stream.tsx';
import { Node, STATES } from './Structures.tsx';
import css from './lab.module.css';
import explainCss from '../explain/explain.module.css';
import { saveText } from '../kit/files.ts';
import { Termed } from '../kit/Termed.tsx';

const TABS = [
  { tab: 'three', text: 'Three', icon: 'strip' },
  { tab: 'cost', text: 'Cost', icon: 'flask' },
  { tab: 'why', text: 'Why', icon: 'why' },
  { tab: 'add', text: 'Add', icon: 'plus' },
] as const;

type Tab = (typeof TABS)[number]['tab'];

/** Milliseconds between two reports while the run plays. Each report redraws fifteen charts. */
const REPORT_APART_MS = 50;

/** Runs one stream of requests through three designs of Kafka's purgatory, side by side. */
export function DesignsLab({ phone }: { phone: boolean }) {
  const report = useLatest('lab', (actions) => actions.ask('lab'), REPORT_APART_MS);
  const [metric, setMetric] = useState<LabMetric>('heapOps');
  const [tab, setTab] = useState<Tab>('three');
  const shows = (name: Tab): boolean => !phone || tab === name;
  return (
    <>
      {phone && report !== null && <Say report={report} metric={metric} />}
      <main className={css.labPage} id="stage" tabIndex={-1} data-tab={tab}>
        {shows('add') && <ByHandOfThree report={report} />}
        {shows('three') && <Columns report={report} metric={metric} phone={phone} onMetric={setMetric} />}
        {report !== null && (shows('why') || shows('cost')) && (
          <aside className="side" aria-label="Explain">
            {shows('why') && (
              <RuleInstead>
                <DesignsSaid report={report} metric={metric} />
                <DesignsTable report={report} />
              </RuleInstead>
            )}
            {shows('cost') && <CostPanel />}
          </aside>
        )}
      </main>
      {phone && <LabTabs tabs={TABS} chosen={tab} onChoose={setTab} />}
    </>
  );
}

function Say({ report, metric }: { report: LabReport; metric: LabMetric }) {
  const { timeout, keys, keySpace } = report.stream;
  return (
    <aside className="say-area" aria-label="Explain">
      <div className={explainCss.saybar}>
        <SayText>
          <Sentence tokens={compareSentence(metric, report)} size="large" />
        </SayText>
        <small>
          Timeout {timeout} ms, {keys} keys each of {keySpace}
        </small>
      </div>
    </aside>
  );
}

interface ColumnsProps {
  report: LabReport | null;
  metric: LabMetric;
  phone: boolean;
  onMetric: (metric: LabMetric) => void;
}

function Columns({ report, metric, phone, onMetric }: ColumnsProps) {
  const title = useSession((session) => session.scenario?.title ?? '');
  const storms = useMemo(
    () => (report === null ? [] : stormsOf(report.history.at, report.history.series.old.purges)),
    [report],
  );
  const paths = useMemo(() => (report === null ? null : chartPaths(report)), [report]);
  return (
    <div className={css.designs}>
      <h1 className="sr-only">{title}</h1>
      {report !== null &&
        paths !== null &&
        report.designs.map((row) => (
          <DesignColumn
            key={row.design}
            row={row}
            report={report}
            metric={metric}
            storms={storms}
            paths={paths}
            phone={phone}
            onMetric={onMetric}
          />
        ))}
    </div>
  );
}

function ByHandOfThree({ report }: { report: LabReport | null }) {
  return (
    <LabControls>
      {report !== null && <Stream stream={report.stream} />}
      <ByHand designs />
      <Measures>{report !== null && <Thresholds settings={report.settings} />}</Measures>
      <StopWhen stops={DESIGN_STOPS} />
      <Key />
    </LabControls>
  );
}

function Key() {
  return (
    <section className="stack gap-4" aria-labelledby="lab-key-title">
      <h2 id="lab-key-title">Drawn as</h2>
      <ul className="stack gap-4 text-2 sub">
        {(['p', 'r', 'c'] as const).map((state) => (
          <li key={state} className="row">
            <svg className="sign" viewBox="0 0 12 12" aria-hidden="true">
              <Node state={state} x={6} />
            </svg>
            {STATES[state]}
          </li>
        ))}
      </ul>
    </section>
  );
}

const ROWS: readonly [name: string, text: string][] = [
  ['linkOps', 'wheel links'],
  ['cascades', 'cascades'],
  ['heapSteps', 'heap comparisons'],
  ['wastedPops', 'pops for nothing'],
  ['timerVisits', 'heap entries scanned'],
  ['nodesFreed', 'nodes freed by purges'],
  ['deadNodes', 'dead list nodes'],
  ['wakeups', 'reaper wake-ups'],
  ['emptyWakeups', 'wake-ups for nothing'],
];

/** Says how the three designs differ in the chosen counter, why, and whether there is a storm of scans. */
function DesignsSaid({ report, metric }: { report: LabReport; metric: LabMetric }) {
  const storm = stormExplanation(report);
  return (
    <section className={explainCss.sayBlock}>
      <h2>
        Three designs <span className="dim mono">{formatSeconds(report.now)}</span>
      </h2>
      <p className={explainCss.say}>
        <Sentence tokens={compareSentence(metric, report)} size="large" />
      </p>
      <p className="side-note">
        <Sentence
          tokens={metric === 'retainedDone' ? retainedSentence(report) : compareReason(metric, report)}
        />
      </p>
      {storm !== null && (
        <p
          className={storm.storm ? 'field-error text-2' : 'side-note'}
          role={storm.storm ? 'note' : undefined}
        >
          <Sentence tokens={storm.sentence} />
        </p>
      )}
    </section>
  );
}

/** Lists the counters that have no chart, and saves all curves as a file. */
function DesignsTable({ report }: { report: LabReport }) {
  return (
    <>
      <Table
        label="Counters of the three designs"
        columns={[
          {
            name: 'counter',
            head: <span className="sr-only">counter</span>,
            cell: ([, text]) => <Termed of="timers" text={text} />,
          },
          ...report.designs.map(({ design, counters }) => ({
            name: design,
            numeric: true,
            className: 'mono',
            cell: ([name]: (typeof ROWS)[number]) => (
              <span className={counters[name] === 0 ? 'dim' : ''}>{formatCount(counters[name] ?? 0)}</span>
            ),
          })),
        ]}
        rows={ROWS}
        rowKey={([name]) => name}
      />
      <p className="side-note">
        A model of the three designs counts these; they are not measured. The collector of the proposal runs
        on a timer here; a real one runs at any time.{' '}
        <button
          type="button"
          className="link"
          onClick={() => saveText('qmgrscope-timer-designs.csv', historyCsv(report.history), 'text/csv')}
        >
          Save the curves as CSV
        </button>
      </p>
    </>
  );
}
