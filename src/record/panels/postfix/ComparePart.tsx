import { useId, useState } from 'react';
import type { EpochMicros } from '../../../protocol/units.ts';
import { formatTimeOfDay } from '../../explain/record-format.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LaneKind, MarkedMessage, Overview } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';
import { Slider } from '../../../ui/Slider.tsx';
import type { Brush } from './axis.ts';
import { Exports } from './Exports.tsx';
import type { usePicked } from './picked.ts';
import { Differ, Rates } from './SelectionFigures.tsx';
import css from './postfix.module.css';
import own from './findings.module.css';

interface ComparePartProps {
  name: InstanceName;
  picked: ReturnType<typeof usePicked>;
  lanes: LaneKind;
  report: LateReport | null;
  overview: Overview | null;
  narrow: boolean;
  heat: boolean;
  marks: readonly MarkedMessage[];
  zone: string;
}

/** Below the chart: compares a selected part with the rest, and saves what is shown. It opens when something is selected. */
export function ComparePart({
  name,
  picked,
  lanes,
  report,
  overview,
  narrow,
  heat,
  marks,
  zone,
}: ComparePartProps) {
  const { classes } = useRecords().state;
  const [open, setOpen] = useState(false);
  const selection = picked.selection(lanes);
  const shown = open || picked.chosen;
  return (
    <details
      className={own.compare}
      open={shown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Compare a part with the rest, and save</summary>
      {shown && (
        <div className="stack gap-12">
          <BrushFields
            from={selection.from}
            to={selection.to}
            low={picked.from}
            high={picked.to}
            zone={zone}
            onChange={picked.setBrush}
          />
          {picked.lane !== '' && lanes !== 'class' && (
            <Rates key={`${lanes} ${picked.lane}`} {...{ name, classes, selection }} />
          )}
          <Differ
            name={name}
            classes={classes}
            selection={selection}
            chosen={picked.chosen}
            filter={picked.filter}
            onFilter={picked.setFilter}
          />
          <Exports
            {...{ report, selection, name, overview, narrow, heat, marks, zone }}
            span={picked.span}
            brush={picked.brush}
          />
        </div>
      )}
    </details>
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
        onChange={(next) => onChange(set(next))}
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
