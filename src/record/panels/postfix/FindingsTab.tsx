import { useRef, useState } from 'react';
import { formatBytes } from '../../../explain/figures.ts';
import { formatLasting, formatMany, formatTimeOfDay, formatTimeRange } from '../../explain/record-format.ts';
import { answerOf } from '../../explain/findings/answer.ts';
import type { Finding } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LaneKind } from '../../protocol/record-questions.ts';
import type { RecordInstance, RecordView } from '../../protocol/record.ts';
import { nameOfInstance, useRecords } from '../../store/record.ts';
import { useSize } from '../../../charts/useSize.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { AnswerColumn } from './AnswerColumn.tsx';
import { ClassChips } from './ClassChips.tsx';
import { ComparePart } from './ComparePart.tsx';
import { firstsOf, usePicked } from './picked.ts';
import { MessageSheet } from './MessageSheet.tsx';
import { NoMessages, NoRecord } from './NoRecord.tsx';
import { RecordPicture } from './RecordPicture.tsx';
import css from './findings.module.css';
import { hasMail, inHash, type Search, type TabProps } from './tab-props.ts';
import { useAsked } from './useAsked.ts';
import { useFound } from './useFound.ts';
import { useLate } from './useLate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';

/** A bin is about this many pixels wide; the next constant is the maximum number of bins. */
const BIN = 6;
const BINS_MAX = 240;
/** The heat map is drawn only where a recipient waited longer than this in the queue manager, in seconds as they are printed. */
const HEAT_S = 1;
const HALF_A_TENTH_S = 0.05;

/** Why mail was late: the answer with its findings, and a chart of the record beside it. */
export default function FindingsTab({ view, instance, hash, search }: TabProps) {
  const { progress } = useRecords().state;
  if (progress !== null || view === null) return <Reading />;
  if (instance === null)
    return <NoRecord>Give a maillog first. Everything here is counted from it.</NoRecord>;
  if (!hasMail(instance)) return <NoMessages view={view} instance={instance} />;
  const name = nameOfInstance(instance);
  const key = `${name.host} ${name.instance} ${instance.from} ${instance.lines}`;
  return <Answered key={key} {...{ view, instance, name, hash, search }} />;
}

/** Shown in place of the answer while files are read. */
function Reading() {
  const { records, state } = useRecords();
  const { progress, cancelling } = state;
  if (progress === null) return null;
  const share = Math.min(1, progress.bytes / Math.max(1, progress.total));
  return (
    <div className={css.findings}>
      <section className={css.answer} aria-label="Findings">
        <h1>Reading, {Math.floor(share * 100)} %</h1>
        <Progress
          name="Bytes read"
          value={share}
          text={
            <>
              {formatBytes(progress.bytes)} of {formatBytes(progress.total)},{' '}
              {formatMany(progress.lines, 'line')}
              {progress.secondsLeft !== null && `, ${Math.ceil(progress.secondsLeft)} s left`}
            </>
          }
          ownLine
          onCancel={records.cancel}
          cancelling={cancelling}
        />
      </section>
      <section className={css.chart} aria-label="The record over time" />
    </div>
  );
}

interface AnsweredProps {
  view: RecordView;
  instance: RecordInstance;
  name: InstanceName;
  hash: string;
  search: Search;
}

/** Bins and layout of the picture for a width in pixels. */
const fitting = (width: number): { narrow: boolean; bins: number } => ({
  narrow: width < 640,
  bins: Math.max(20, Math.min(BINS_MAX, Math.floor((width - 230) / BIN))),
});

/** Rules about the processes of a transport. Where only these made mail late, transports are drawn instead of destinations. */
const OF_TRANSPORTS = new Set(['agents-busy', 'one-message']);

function lanesFor(things: readonly Finding[]): LaneKind {
  return things.length > 0 && things.every(({ rule }) => OF_TRANSPORTS.has(rule))
    ? 'transport'
    : 'destination';
}

function Answered({ view, instance, name, hash, search }: AnsweredProps) {
  const { classes } = useRecords().state;
  const [only, setOnly] = useState('');
  /** Index of the card that the reader opened; −1 = none; null = not chosen yet. */
  const [chosen, setOpen] = useState<number | null>(null);
  const picked = usePicked(instance);
  const late = useLate(name, classes, { span: picked.span, only });
  const { report } = late;
  const answer = report === null ? null : answerOf(report);
  const things = answer?.things ?? [];
  // An excerpt has a single card, which says what its lines mean. It opens without a click.
  const open = chosen ?? (things.length === 1 && things[0]?.rule === 'excerpt' ? 0 : -1);
  const lanes = picked.lanes ?? lanesFor(things);
  const { from, to } = picked;
  const box = useRef<HTMLElement>(null);
  const size = useSize(box);
  const { narrow, bins } = fitting(size?.width ?? 900);
  const first = firstsOf(things);
  const found = useFound(name, search.text, { lanes, classes });
  const overview = useAsked(
    report === null ? '' : JSON.stringify([name, from, to, bins, lanes, classes, only, first]),
    (questions) => questions.overview({ ...name, from, to, bins, lanes, classes, only, first }),
  );
  const heat = (report?.verdicts[0]?.bMax ?? 0) >= HEAT_S + HALF_A_TENTH_S;
  const framed = overview?.lanes.find(({ subject }) => open >= 0 && subject === open + 1)?.name ?? '';
  const id = inHash(hash, 'id');
  return (
    <div className={css.findings}>
      <AnswerColumn
        {...{ view, instance, name, answer, open, late, found, search }}
        onOpen={setOpen}
        onSelect={(finding) => picked.show(finding, overview?.lanes ?? [], lanes)}
      />
      <section className={css.chart} aria-label="The record over time">
        <ClassChips
          name={name}
          only={only}
          total={late.whole?.recipients ?? 0}
          verdicts={late.classes}
          onOnly={setOnly}
        />
        <ChartHead {...{ picked, lanes, instance }} zone={view.zone} withClasses={classes.length > 0} />
        {report !== null && !heat && <NoWait untried={report.verdicts[0]?.untried.messages ?? 0} />}
        <section ref={box} id="postfix-picture" aria-label="Chart of the record" className={css.chartBox}>
          {overview !== null && size !== null && (
            <RecordPicture
              overview={overview}
              kind={lanes}
              heat={heat}
              narrow={narrow}
              zone={view.zone}
              brush={picked.brush}
              lane={picked.lane}
              framed={framed}
              marks={found.marks}
              onBrush={picked.setBrush}
              onLane={picked.setLane}
            />
          )}
        </section>
        <ComparePart
          {...{ name, picked, lanes, report, overview, narrow, heat }}
          marks={found.marks}
          zone={view.zone}
        />
      </section>
      {id !== '' && <MessageSheet key={id} {...{ id, name, view }} ids={neighbours(found, things[open])} />}
    </div>
  );
}

/** Ids that the message sheet steps through: those found by the search, otherwise those of the open card. */
function neighbours(found: ReturnType<typeof useFound>, finding: Finding | undefined): readonly string[] {
  return found.marks.length > 0 ? found.marks.map(({ id }) => id) : (finding?.rests.ids ?? []);
}

/** Shown instead of the heat map: says that no mail waited long, or how many messages had no attempt. */
function NoWait({ untried }: { untried: number }) {
  return untried > 0 ? (
    <p className={css.noWait}>
      <span aria-hidden="true">!</span> {formatMany(untried, 'message was', 'messages were')} active without
      an attempt
    </p>
  ) : (
    <p className={css.noWait}>
      <Icon name="check" /> No mail waited over {formatLasting(HEAT_S)} in the queue manager
    </p>
  );
}

interface ChartHeadProps {
  picked: ReturnType<typeof usePicked>;
  lanes: LaneKind;
  withClasses: boolean;
  instance: RecordInstance;
  zone: string;
}

/** The time that is drawn or selected, and what the lanes stand for. */
function ChartHead({ picked, lanes, withClasses, instance, zone }: ChartHeadProps) {
  const { brush } = picked;
  return (
    <div className={`row wrap ${css.chartHead}`}>
      {brush === null ? (
        <span className="sub">
          <b>{instance.host}</b> {formatTimeRange(picked.from, picked.to, zone)}
        </span>
      ) : (
        <span className="row">
          <b className="mono">
            {formatTimeOfDay(brush.from, zone)} to {formatTimeOfDay(brush.to, zone)}
          </b>
          <Button aria-pressed={picked.told === 'selected'} onClick={picked.tellSelected}>
            {picked.told === 'selected' ? 'Whole record' : 'Findings of this time'}
          </Button>
          <Button onClick={picked.zoom}>Zoom</Button>
        </span>
      )}
      {picked.zoomed && <Button onClick={picked.all}>Show all</Button>}
      <span className="grow" />
      <Select
        text="By"
        line="row sub"
        value={lanes}
        options={[
          { value: 'destination' as const, text: 'destination' },
          { value: 'transport' as const, text: 'transport' },
          { value: 'relay' as const, text: 'relay host' },
          ...(withClasses ? [{ value: 'class' as const, text: 'class' }] : []),
        ]}
        onChange={picked.pickLanes}
      />
    </div>
  );
}
