import { formatTimeOfDay } from '../../explain/record-format.ts';
import { useRef, useState, type FormEvent, useId } from 'react';
import type { EpochMicros } from '../../../protocol/units.ts';
import type { Finding } from '../../protocol/findings.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LaneKind, OverviewLane, Selection } from '../../protocol/record-questions.ts';
import type { RecordInstance, RecordView } from '../../protocol/record.ts';
import { nameOfInstance, useRecords } from '../../store/record.ts';
import { useSize } from '../../../charts/useSize.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Differ, Rates } from './SelectionFigures.tsx';
import { Exports } from './Exports.tsx';
import { Findings, useLate } from './Findings.tsx';
import { FindInPicture, useFound } from './FindInPicture.tsx';
import { NoMessages, NoRecord } from './NoRecord.tsx';
import { RecordPicture } from './RecordPicture.tsx';
import type { Brush } from './axis.ts';
import type { TabProps } from './tab-props.ts';
import { useAsked } from './useAsked.ts';
import { Fault } from '../kit/parts.tsx';
import kit from '../kit/kit.module.css';
import css from './postfix.module.css';
import { describeError } from '../../../scenario/schema-errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Slider.tsx';

/** A bin is about this many pixels wide; the next constant is the maximum number of bins. */
const BIN = 6;
const BINS_MAX = 240;

/** Findings and a picture of the record. A selection in the picture is compared with the rest. */
export default function OverviewTab({ view, instance, hash }: TabProps) {
  if (view === null || instance === null)
    return <NoRecord>Give a maillog first. Everything here is counted from it.</NoRecord>;
  if (instance.messages === 0) return <NoMessages instance={instance} />;
  const name = nameOfInstance(instance);
  const key = `${name.host} ${name.instance} ${instance.from} ${instance.lines}`;
  return <Happened key={key} {...{ view, instance, name, hash }} />;
}

interface HappenedProps {
  view: RecordView;
  instance: RecordInstance;
  name: InstanceName;
  hash: string;
}

/** Holds the drawn time range, and the selection: time, range of waiting, lane and filter. */
function usePicked(instance: RecordInstance) {
  const [range, setRange] = useState<{ from: EpochMicros; to: EpochMicros } | null>(null);
  const [brush, setBrush] = useState<Brush | null>(null);
  const [lanes, setLanes] = useState<LaneKind>('destination');
  const [lane, setLane] = useState('');
  const [filter, setFilter] = useState('');
  const from = range?.from ?? instance.from;
  const to = range?.to ?? instance.to + 1;
  const selection: Selection = {
    from: brush?.from ?? from,
    to: brush?.to ?? to,
    over: brush?.over ?? 0,
    under: brush?.under ?? Infinity,
    lane,
    lanes,
    predicate: filter,
  };
  const chosen = brush !== null || lane !== '' || filter !== '';
  return {
    from,
    to,
    brush,
    setBrush,
    lanes,
    lane,
    setLane,
    filter,
    setFilter,
    selection,
    chosen,
    ranged: range !== null,
    zoomed: range !== null || chosen,
    pickLanes(kind: LaneKind) {
      setLanes(kind);
      setLane('');
    },
    zoom() {
      if (brush !== null) setRange({ from: brush.from, to: brush.to });
      setBrush(null);
    },
    all() {
      setRange(null);
      setBrush(null);
      setLane('');
      setFilter('');
    },
  };
}

/** Returns the findings of the whole record or of a selected time. */
function useFindings(
  name: InstanceName,
  classes: readonly MailClass[],
  picked: ReturnType<typeof usePicked>,
) {
  const [told, setTold] = useState<Told>('whole');
  const { brush, ranged, selection } = picked;
  const timed = brush !== null || ranged;
  const span = timed && told === 'selected' ? timeOf(selection) : null;
  const late = useLate(name, classes, span);
  return {
    ...late,
    span,
    told,
    setTold,
    timed,
    /** Selects a time and shows its findings. */
    brushed(next: Brush | null): void {
      picked.setBrush(next);
      setTold(next === null && !ranged ? 'whole' : 'selected');
    },
    /** Selects the time and the lane of a finding. The list of findings stays. */
    show(finding: Finding, lanes: readonly OverviewLane[]): void {
      if (!ranged) setTold('whole');
      const margin = Math.max(1e6, (finding.to - finding.from) * 0.02);
      picked.setBrush({ from: finding.from - margin, to: finding.to + margin, over: 0, under: Infinity });
      const { subject, words } = finding;
      // The subject may be `domain (nexthop)`, and the lane may have either name.
      const [, domain = subject, nexthop = subject] = /^(\S+) \((\S+)\)$/.exec(subject) ?? [];
      const names = [subject, nexthop, domain, words.relay];
      const lane = lanes.find(({ name: own }) => names.some((one) => own === one || own.endsWith(`:${one}`)));
      picked.setLane(lane?.name ?? '');
    },
  };
}

/** Bins and layout of the picture for a width in pixels. */
const fitting = (width: number): { narrow: boolean; bins: number } => ({
  narrow: width < 640,
  bins: Math.max(20, Math.min(BINS_MAX, Math.floor((width - 190) / BIN))),
});

function Happened({ view, instance, name, hash }: HappenedProps) {
  const { classes } = useRecords().state;
  const picked = usePicked(instance);
  const { from, to, brush, lanes, lane, selection, chosen, filter } = picked;
  const { marks, ...find } = useFound(name, hash, { lanes, classes });
  const { report, replaying, span, told, setTold, timed, brushed, show } = useFindings(name, classes, picked);
  const box = useRef<HTMLElement>(null);
  const size = useSize(box);
  const { narrow, bins } = fitting(size?.width ?? 900);
  const overview = useAsked(JSON.stringify([name, from, to, bins, lanes, classes]), (questions) =>
    questions.overview({ ...name, from, to, bins, lanes, classes }),
  );
  return (
    <div className={kit.columns}>
      <section className={`stack gap-12 ${kit.side}`} aria-label="Findings">
        {timed && <WhatTime told={told} onChange={setTold} />}
        <Findings
          report={report}
          replaying={replaying}
          zone={view.zone}
          onShow={(finding) => show(finding, overview?.lanes ?? [])}
        />
        <Classes />
        <Exports {...{ report, span, selection, name, overview, narrow, brush, marks }} zone={view.zone} />
      </section>
      <section className={`stack gap-12 ${kit.main}`} aria-label="The record over time">
        <Tools
          picked={picked}
          withClasses={classes.length > 0}
          span={`${formatTimeOfDay(from, view.zone, true)} to ${formatTimeOfDay(to, view.zone)}`}
        />
        <FindInPicture {...find} />
        <section ref={box} id="postfix-picture" aria-label="Chart of the record">
          {overview !== null && size !== null && (
            <RecordPicture
              overview={overview}
              narrow={narrow}
              zone={view.zone}
              brush={brush}
              lane={lane}
              marks={marks}
              onBrush={brushed}
              onLane={picked.setLane}
            />
          )}
        </section>
        <BrushFields
          from={selection.from}
          to={selection.to}
          low={from}
          high={to}
          zone={view.zone}
          onChange={brushed}
        />
        {lane !== '' && lanes !== 'class' && (
          <Rates key={`${lanes} ${lane}`} {...{ name, classes, selection }} />
        )}
        <Differ
          name={name}
          classes={classes}
          selection={selection}
          chosen={chosen}
          filter={filter}
          onFilter={picked.setFilter}
        />
      </section>
    </div>
  );
}

type Told = 'whole' | 'selected';

/** Rounds the ends of a selected time to whole microseconds, the unit of the record. */
const timeOf = ({ from, to }: Selection): { from: EpochMicros; to: EpochMicros } => ({
  from: Math.round(from),
  to: Math.round(to),
});

function WhatTime({ told, onChange }: { told: Told; onChange: (told: Told) => void }) {
  return (
    <Segmented
      label="Findings of"
      value={told}
      options={[
        { value: 'selected' as const, text: 'Selected time' },
        { value: 'whole' as const, text: 'Whole record' },
      ]}
      onChange={onChange}
    />
  );
}

interface ToolsProps {
  picked: ReturnType<typeof usePicked>;
  withClasses: boolean;
  span: string;
}

function Tools({ picked, withClasses, span }: ToolsProps) {
  return (
    <div className="row wrap">
      <Segmented
        label="Lanes"
        value={picked.lanes}
        options={[
          { value: 'destination' as const, text: 'Destination' },
          { value: 'transport' as const, text: 'Transport' },
          { value: 'relay' as const, text: 'Relay host' },
          ...(withClasses ? [{ value: 'class' as const, text: 'Class' }] : []),
        ]}
        onChange={picked.pickLanes}
      />
      <Button look="outlined" disabled={picked.brush === null} onClick={picked.zoom}>
        Zoom to selection
      </Button>
      <Button look="outlined" disabled={!picked.zoomed} onClick={picked.all}>
        Show all
      </Button>
      <span className="grow" />
      <span className="dim">{span}</span>
    </div>
  );
}

interface BrushFieldsProps {
  from: EpochMicros;
  to: EpochMicros;
  low: number;
  high: number;
  zone: string;
  onChange: (brush: Brush) => void;
}

/** Sets the selected time with keys and on touch screens. */
function BrushFields({ from, to, low, high, zone, onChange }: BrushFieldsProps) {
  const id = useId();
  const step = Math.max(1000, (high - low) / 400);
  const edge = (label: string, value: number, set: (value: number) => Brush) => (
    <div className="stack gap-2 text-1">
      <label htmlFor={`${id}${label}`}>
        {label} <b className="mono">{formatTimeOfDay(value, zone)}</b>
      </label>
      <Slider
        id={`${id}${label}`}
        min={low}
        max={high}
        step={step}
        value={value}
        text={formatTimeOfDay(value, zone)}
        onChange={(to) => onChange(set(to))}
      />
    </div>
  );
  return (
    <div className={`row wrap gap-12 ${css.postfixEdges}`}>
      {edge('Selected from', from, (value) => ({
        from: Math.min(value, to - step),
        to,
        over: 0,
        under: Infinity,
      }))}
      {edge('to', to, (value) => ({ from, to: Math.max(value, from + step), over: 0, under: Infinity }))}
    </div>
  );
}

/** Classes of mail that the reader names. Each has its own verdict and lane. They are kept with the record. */
function Classes() {
  const { records, state } = useRecords();
  const { classes } = state;
  const [name, setName] = useState('');
  const [predicate, setPredicate] = useState('');
  const [error, setError] = useState('');
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u.test(wanted))
      return setError('Name: use letters, digits, blanks, dots, _ and -, such as resets.');
    if (classes.some((one) => one.name === wanted)) return setError(`Name: ${wanted} exists already.`);
    const read = await records.ask((questions) => questions.checkClass(predicate));
    if (read === null) return undefined;
    if (!read.ok) {
      const [one] = read.errors;
      return setError(one === undefined ? '' : describeError(one));
    }
    records.setClasses([...classes, { name: wanted, predicate: predicate.trim() }]);
    setName('');
    setPredicate('');
    return setError('');
  };
  return (
    <section className="stack text-2" aria-label="Classes of mail">
      <h2>Classes of mail</h2>
      <ul>
        {classes.map((one) => (
          <li key={one.name} className="row">
            <b>{one.name}</b>
            <code className="breaks grow">{one.predicate}</code>
            <button
              type="button"
              className="link"
              aria-label={`Remove class ${one.name}`}
              onClick={() => records.setClasses(classes.filter((other) => other !== one))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <form className="stack" onSubmit={(event) => void add(event)}>
        <Field text="Name" line="field-stack" value={name} placeholder="resets" onChange={setName} />
        <Field
          text="Which mail"
          line="field-stack"
          kind="code"
          value={predicate}
          placeholder="from=reset@*"
          onChange={setPredicate}
        />
        <p>
          <button type="submit" className="btn outlined">
            Add class
          </button>
        </p>
      </form>
      <Fault text={error} />
      <p className="dim">
        Tests: from= to= client= user= relay= reply= status= size&gt; recipients&gt; tries&gt; b&gt;. Join
        them with and, or, not. On the command line: npm run late -- PATH --class resets=from=reset@*
      </p>
    </section>
  );
}
