import { type Column, Table } from '../../../ui/Table.tsx';
import { formatInstant, formatMany, formatTimeRange } from '../../explain/record-format.ts';
import { formatWhole } from '../../../explain/figures.ts';
import type { NotUnderstood, RecordInstance, RecordView } from '../../protocol/record.ts';
import { instanceKey } from '../../store/record.ts';
import { Frame } from '../../../plot/Frame.tsx';
import { timeScale } from '../../../plot/scales.ts';
import { TimeAxis } from '../../../plot/TimeAxis.tsx';
import kit from '../kit/kit.module.css';
import { clockLabel, clockWindow, nameRoom } from './axis.ts';
import css from './postfix.module.css';
import { MICROS_PER_SECOND, type EpochMicros } from '../../../protocol/units.ts';

interface InstancesProps {
  view: RecordView;
  chosen: RecordInstance | null;
}

/** Lists the machines and instances in the record, and the time that each covers. */
export function Instances({ view, chosen }: InstancesProps) {
  const { instances, zone, junk, files } = view;
  if (instances.length === 0) {
    const settings = files.some(({ kind }) => kind === 'postconf' || kind === 'master');
    const logs = files.some(({ kind }) => kind === 'log' || kind === 'unknown' || kind === 'refused');
    if (settings && !logs)
      return (
        <p role="status">
          Settings, and no log yet. <a href="#postfix&tab=settings">Check the settings</a>, or add a mail log
          to use the other tabs.
        </p>
      );
    return (
      <p role="status">
        No Postfix log lines were found. This page reads logs of syslog, journalctl (short, json, export) and
        containers.
      </p>
    );
  }
  const from = Math.min(...instances.map((instance) => instance.from));
  const to = Math.max(...instances.map((instance) => instance.to));
  return (
    <div className="stack gap-16">
      <h2>Contents</h2>
      {instances.length > 1 && <p className="sub">Figures are for the instance that is chosen in the bar.</p>}
      {instances.map((instance) => (
        <InstanceArticle
          key={instanceKey(instance)}
          instance={instance}
          zone={zone}
          chosen={instance === chosen}
        />
      ))}
      <TimeCovered instances={instances} from={from} to={to} zone={zone} />
      <Shapes title="Lines that are not log lines" rows={junk} />
    </div>
  );
}

interface InstanceArticleProps {
  instance: RecordInstance;
  zone: string;
  chosen: boolean;
}

/** Shows one machine and instance, with details of the chosen one. */
function InstanceArticle({ instance, zone, chosen }: InstanceArticleProps) {
  return (
    <article className="stack gap-6" data-chosen={chosen}>
      <h3>
        <span className="mono">{instance.host}</span> {instance.instance}
        {instance.version !== '' && <span className="dim"> Postfix {instance.version}</span>}
      </h3>
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

/** Shows how many lines were used, not needed and not understood, as a bar and in words. */
function Understood({ instance }: { instance: RecordInstance }) {
  const { used, notNeeded, notUnderstood } = instance;
  const unknown = notUnderstood.reduce((sum, shape) => sum + shape.count, 0);
  return (
    <>
      <div className={css.postfixStack} style={{ height: '0.4375rem' }} aria-hidden="true">
        <span data-part="b" style={{ flexGrow: used }} />
        <span style={{ flexGrow: notNeeded }} />
        <span data-part="unknown" style={{ flexGrow: unknown }} />
      </div>
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
    <details className="text-2">
      <summary>{title}, with a sample of each form</summary>
      <Table
        label={title}
        scrolls
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

/** Lists restarts, gaps and clock steps in the log, because they affect the figures. */
function Notes({ instance, zone }: { instance: RecordInstance; zone: string }) {
  const { restarts, gaps, clockSteps } = instance;
  const [gap] = gaps;
  const [step] = clockSteps;
  return (
    <>
      {restarts > 0 && (
        <p className="sub">
          {formatMany(restarts, 'restart or reload', 'restarts and reloads')}. Windows restart at their
          initial value.
        </p>
      )}
      {gap !== undefined && (
        <p className="sub">
          <span className={kit.flag} data-tone="warn">
            ! gap
          </span>{' '}
          no line from {formatInstant(gap.from, zone).clock} to {formatInstant(gap.to, zone).clock}
          {gaps.length > 1 && ` and ${formatMany(gaps.length - 1, 'further gap')}`}. Waiting times across gaps
          are left out.
        </p>
      )}
      {step !== undefined && (
        <p className="sub">
          <span className={kit.flag} data-tone="warn">
            ! clock
          </span>{' '}
          stamps go back by {Math.round((step.from - step.to) / MICROS_PER_SECOND)} s at{' '}
          {formatInstant(step.from, zone).clock}. Lines keep the order of the file.
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

const ROW = 18;

/** Draws a bar of the times from which the log has lines. Gaps are blank. */
function TimeCovered({ instances, from, to, zone }: TimeCoveredProps) {
  const names = nameRoom(instances.map(nameOf), 4, 16);
  const window = clockWindow({ from, to });
  const said = instances.map(
    (instance) =>
      `${nameOf(instance)}: ${formatTimeRange(instance.from, instance.to, zone)}, ${formatMany(instance.gaps.length, 'gap')}`,
  );
  return (
    <figure>
      <figcaption>
        Time covered <span className="dim">{formatTimeRange(from, to, zone)}</span>
      </figcaption>
      <Frame
        label={said.join('; ')}
        height={instances.length * ROW + 24}
        margins={{ left: names.left, top: 4 }}
      >
        {(plot) => {
          const x = timeScale(plot, window);
          const box = (part: { from: EpochMicros; to: EpochMicros }, row: number) => ({
            x: x(Number(part.from)),
            width: Math.max(1, x(Number(part.to)) - x(Number(part.from))),
            y: plot.top + row * ROW + 2,
            height: 10,
          });
          return (
            <>
              <TimeAxis
                plot={plot}
                window={window}
                label={clockLabel(zone)}
                finest={MICROS_PER_SECOND}
                room={96}
              />
              {instances.map((instance, i) => (
                <g key={instanceKey(instance)}>
                  <text className="plot-label" x={plot.left - 8} y={plot.top + i * ROW + 11} textAnchor="end">
                    {nameOf(instance).slice(0, names.letters)}
                  </text>
                  <rect className={css.covered} {...box(instance, i)} />
                  {instance.gaps.map((gap) => (
                    <rect key={gap.from} className={css.gap} {...box(gap, i)} />
                  ))}
                </g>
              ))}
            </>
          );
        }}
      </Frame>
    </figure>
  );
}

const nameOf = ({ host, instance }: RecordInstance): string => host || instance;
