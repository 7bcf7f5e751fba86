import { type Column, Table } from '../../../ui/Table.tsx';
import { formatInstant, formatMany, formatTimeRange } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { NotUnderstood, RecordInstance, RecordView } from '../../protocol/record.ts';
import { instanceKey } from '../../store/record.ts';
import css from './postfix.module.css';
import { MICROS_PER_DAY, MICROS_PER_SECOND, type EpochMicros } from '../../../protocol/units.ts';

interface InstancesProps {
  view: RecordView;
  chosen: RecordInstance | null;
  onChoose: (instance: string) => void;
}

/** What is in the record: a paragraph for each machine and instance, and the time that it covers. */
export function Instances({ view, chosen, onChoose }: InstancesProps) {
  const { instances, zone, junk, files } = view;
  if (instances.length === 0) {
    const settings = files.some(({ kind }) => kind === 'postconf' || kind === 'master');
    const logs = files.some(({ kind }) => kind === 'log' || kind === 'unknown' || kind === 'refused');
    if (settings && !logs)
      return (
        <p className={css.postfixNote} role="status">
          Settings, and no log yet. <a href="#postfix&tab=configuration">Check the configuration</a>, or add a
          mail log to use the other tabs.
        </p>
      );
    return (
      <p className={css.postfixNote} role="status">
        No line of a Postfix was found. Accepted: logs of syslog, journalctl (short, json, export) and
        containers.
      </p>
    );
  }
  const from = Math.min(...instances.map((instance) => instance.from));
  const to = Math.max(...instances.map((instance) => instance.to));
  return (
    <div className={css.postfixMembers}>
      <h2>What is in them</h2>
      {instances.length > 1 && <p className="sub">Kept apart: figures and pictures are of the chosen one.</p>}
      {instances.map((instance) => (
        <InstanceArticle
          key={instanceKey(instance)}
          instance={instance}
          zone={zone}
          choice={instances.length === 1 ? null : () => onChoose(instanceKey(instance))}
          chosen={instance === chosen}
        />
      ))}
      <TimeCovered instances={instances} from={from} to={to} zone={zone} />
      <Shapes title="Lines that are no lines of a log" rows={junk} />
    </div>
  );
}

interface InstanceArticleProps {
  instance: RecordInstance;
  zone: string;
  chosen: boolean;
  /** Chooses it; null when there is no other. */
  choice: (() => void) | null;
}

/** One machine and instance; whole when it is the chosen one. */
function InstanceArticle({ instance, zone, chosen, choice }: InstanceArticleProps) {
  return (
    <article className={css.postfixMember} data-chosen={chosen}>
      <div className="row">
        <h3>
          <span className="mono">{instance.host}</span> {instance.instance}
          {instance.version !== '' && <span className="dim"> Postfix {instance.version}</span>}
        </h3>
        <span className="grow" />
        {choice !== null && (
          <button
            type="button"
            className="btn outlined"
            aria-pressed={chosen}
            aria-label={`Choose ${instance.host} ${instance.instance}`}
            onClick={choice}
          >
            {chosen ? 'Chosen' : 'Choose'}
          </button>
        )}
      </div>
      <p className="sub">
        {formatTimeRange(instance.from, instance.to, zone)}
        {instance.wholeSeconds && ', stamps in whole seconds'}
      </p>
      <p>{sentence(instance)}</p>
      {chosen && (
        <>
          <Understood instance={instance} />
          <Notes instance={instance} zone={zone} />
        </>
      )}
    </article>
  );
}

function sentence(instance: RecordInstance): string {
  const { messages, mails, sent, deferred, bounced, expired, deliveries, activations } = instance;
  const chains = mails < messages ? `, ${formatWhole(mails)} different mails` : '';
  const returned = expired > 0 ? `, ${formatMany(expired, 'message')} returned for age` : '';
  return `${formatMany(messages, 'message')}${chains}, active ${formatMany(activations, 'time')}; ${formatMany(deliveries, 'delivery', 'deliveries')}: ${formatWhole(sent)} recipients sent, ${formatWhole(deferred)} deferred, ${formatWhole(bounced)} bounced${returned}.`;
}

/** Lines by what became of them, as a bar and in words. */
function Understood({ instance }: { instance: RecordInstance }) {
  const { used, notNeeded, notUnderstood } = instance;
  const unknown = notUnderstood.reduce((sum, shape) => sum + shape.count, 0);
  const all = Math.max(1, used + notNeeded + unknown);
  return (
    <>
      <svg className={css.postfixBar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.used} width={(used / all) * 100} height={1} />
        <rect className={css.notNeeded} x={(used / all) * 100} width={(notNeeded / all) * 100} height={1} />
        <rect
          className={css.unknown}
          x={((used + notNeeded) / all) * 100}
          width={(unknown / all) * 100}
          height={1}
        />
      </svg>
      <p className="sub">
        {formatWhole(used)} lines used, {formatWhole(notNeeded)} not needed (connections, statistics,
        warnings), <b>{formatWhole(unknown)} not understood</b>
      </p>
      <Shapes title="Lines that were not understood" rows={notUnderstood} />
    </>
  );
}

const MAX_LINE_FORMS = 50;

const SHAPE_COLUMNS: readonly Column<NotUnderstood>[] = [
  { name: 'Lines', className: 'mono', numeric: true, cell: ({ count }) => formatWhole(count) },
  { name: 'Program', className: 'mono', cell: ({ program }) => program },
  { name: 'Sample', className: `mono ${css.postfixSample}`, cell: ({ sample }) => sample },
  { name: 'Where', cell: ({ file, line }) => `${file}, line ${formatWhole(line)}` },
];

function Shapes({ title, rows }: { title: string; rows: readonly NotUnderstood[] }) {
  if (rows.length === 0) return null;
  return (
    <details className={css.postfixShapes}>
      <summary>{title}, with a sample of each form</summary>
      <Table
        label={title}
        columns={SHAPE_COLUMNS}
        rows={rows.slice(0, MAX_LINE_FORMS)}
        rowKey={({ program, shape }) => `${program} ${shape}`}
      />
      {rows.length > MAX_LINE_FORMS && (
        <p className="sub">and {formatMany(rows.length - MAX_LINE_FORMS, 'further form')}</p>
      )}
    </details>
  );
}

/** What changes how the rest is to be read. */
function Notes({ instance, zone }: { instance: RecordInstance; zone: string }) {
  const { restarts, gaps, clockSteps } = instance;
  const [gap] = gaps;
  const [step] = clockSteps;
  return (
    <>
      {restarts > 0 && (
        <p className="sub">
          {formatMany(restarts, 'restart or reload', 'restarts and reloads')}: windows start again there.
        </p>
      )}
      {gap !== undefined && (
        <p className="sub">
          <span className={css.postfixFlag}>! gap</span> no line from {formatInstant(gap.from, zone).clock} to{' '}
          {formatInstant(gap.to, zone).clock}
          {gaps.length > 1 && ` and ${formatMany(gaps.length - 1, 'further gap')}`}: waiting times across it
          are left out.
        </p>
      )}
      {step !== undefined && (
        <p className="sub">
          <span className={css.postfixFlag}>! clock</span> stamps go back by{' '}
          {Math.round((step.from - step.to) / MICROS_PER_SECOND)} s at {formatInstant(step.from, zone).clock}:
          lines keep the order of the file.
        </p>
      )}
    </>
  );
}

interface TimeCoveredProps {
  instances: readonly RecordInstance[];
  from: EpochMicros;
  to: EpochMicros;
  zone: string;
}

/** Which times the record has lines of; gaps are blank. */
function TimeCovered({ instances, from, to, zone }: TimeCoveredProps) {
  const place = (at: EpochMicros): number => ((at - from) / Math.max(1, to - from)) * 100;
  // Clocks say nothing on an axis of days.
  const part = to - from > 2 * MICROS_PER_DAY ? 'day' : 'clock';
  return (
    <figure className={css.postfixCovered}>
      <figcaption>
        Time covered <span className="dim">{formatTimeRange(from, to, zone)}</span>
      </figcaption>
      {instances.map((instance) => (
        <div key={`${instance.host} ${instance.instance}`} className={css.postfixLane}>
          <span className="mono">{instance.host || instance.instance}</span>
          <svg
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${instance.host}: ${formatTimeRange(instance.from, instance.to, zone)}, ${formatMany(instance.gaps.length, 'gap')}`}
          >
            <rect
              className={css.covered}
              x={place(instance.from)}
              width={Math.max(0.3, place(instance.to) - place(instance.from))}
              height={1}
            />
            {instance.gaps.map((gap) => (
              <rect
                key={gap.from}
                className={css.gap}
                x={place(gap.from)}
                width={Math.max(0.3, place(gap.to) - place(gap.from))}
                height={1}
              />
            ))}
          </svg>
        </div>
      ))}
      <div className={`${css.postfixLane} mono dim`} aria-hidden="true">
        <span />
        <span className={css.postfixTicks}>
          <span>{formatInstant(from, zone)[part]}</span>
          <span>{formatInstant((from + to) / 2, zone)[part]}</span>
          <span>{formatInstant(to, zone)[part]}</span>
        </span>
      </div>
    </figure>
  );
}
