import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { formatSeconds, formatFine, formatMillis } from '../../explain/format.ts';
import type { StepUnit } from '../../protocol/session-api.ts';
import type { Micros } from '../../protocol/units.ts';
import type { ViewState } from '../../store/view.ts';

/** The main panel; undefined = the stage. */
type MainPanelKind = NonNullable<ViewState['mainPanel']>['kind'] | undefined;

export interface UnitChoice {
  value: StepUnit;
  text: string;
  title?: string;
}

/** How a kind of run appears in shared panels. Missing members do not apply to a kind. */
interface KindView {
  /** Step units, which depend on the main panel. */
  units: (mainPanel: MainPanelKind) => readonly UnitChoice[];
  /** Text of the clock beside Play, and of an instant in a sentence. */
  clock: (at: Micros) => string;
  instant: (at: Micros) => string;
  /** What the counter beside the clock counts. */
  counts: 'decision' | 'event';
  /** True if the marks above the track are wake-ups of a timing wheel. */
  wakes?: (mainPanel: MainPanelKind) => boolean;
  /** Shows buttons for the previous and next preemption or cascade. Their keys work in every kind of run. */
  leaps?: true;
  /** Legend of the marks above the track, where they are too few to filter. */
  legend?: readonly string[];
  /** Present if the run may last less than a second; then the track starts with a shorter span. */
  short?: true;
  /** Present if branches can be compared, because the run has delivery slots. */
  comparable?: true;
  /** Present if the middle is the stage with the Explain panel, which keeps the answer of a "why" question. */
  explains?: true;
  /** Present if the number on a chip is the number of a message. */
  messages?: true;
  /** Initial speed, if not the default. */
  speed?: number;
  /** End of the precomputed part of the run; later events are drawn pale. */
  foreseen?: (scenario: Scenario) => Micros;
  /** Present if a link can contain the next job, as the answer of an exercise. */
  nextTurn?: true;
  /** True for a replay: no link can hold the record, so the address names it. */
  onRecord?: (scenario: Scenario) => boolean;
  /** Additional parts of a link, such as " 3 changed parameters,". */
  settings?: (scenario: Scenario) => string;
}

const VIEWS: ByKind<KindView> = {
  mail: () => MAIL_VIEW,
  'timer-lab': ({ lab }) => (lab.kind === 'wheel' ? WHEEL_VIEW : DESIGNS_VIEW),
  'threads-alone': ({ cmgroup }) => (cmgroup.kind === 'story' ? STORY_VIEW : STREAM_VIEW),
};

/** Display of a run in shared panels. Without a run, the display of mail. */
export function viewOf(scenario: Scenario | null): KindView {
  return scenario === null ? MAIL_VIEW : ofKind(VIEWS, scenario);
}

/** True for a replay, which no link can hold. */
export function isOnRecord(scenario: Scenario | null): boolean {
  return scenario !== null && viewOf(scenario).onRecord?.(scenario) === true;
}

/** `viewOf` of the run that is open. */
export function useKind(): KindView {
  return useSession(({ scenario }) => viewOf(scenario));
}

/** Units used by more than one kind. */
const WAKEUP: UnitChoice = {
  value: 'wakeup',
  text: 'wake-up',
  title: 'to the next bucket that comes due',
};

const CAUSE: UnitChoice = {
  value: 'cause',
  text: 'cause',
  title: 'to the next change of the count or the next check of a rule',
};

const THREADS: readonly UnitChoice[] = [
  CAUSE,
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];

const AGENTS: readonly UnitChoice[] = [
  CAUSE,
  { value: 'decision', text: 'decision' },
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];

const STAGE: readonly UnitChoice[] = [
  { value: 'decision', text: 'decision' },
  { value: 'delivery', text: 'delivery' },
  { value: 'event', text: 'event' },
  { value: 'message', text: 'message', title: 'to the next message that is done' },
  { value: 'second', text: 'second' },
];

const WHEEL: readonly UnitChoice[] = [
  WAKEUP,
  { value: 'decision', text: 'decision' },
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];

const MAIL_VIEW: KindView = {
  units: (mainPanel) => (mainPanel === 'threads' ? AGENTS : mainPanel === 'wheel' ? WHEEL : STAGE),
  wakes: (mainPanel) => mainPanel === 'wheel',
  leaps: true,
  clock: formatSeconds,
  instant: formatSeconds,
  counts: 'decision',
  comparable: true,
  explains: true,
  messages: true,
  onRecord: (scenario) => mailRun(scenario)?.recorded !== undefined,
  nextTurn: true,
  settings: (scenario) => ` ${Object.keys(mailRun(scenario)?.params ?? {}).length} changed parameters,`,
};

const STREAM_VIEW: KindView = {
  units: () => THREADS,
  legend: ['▲ over the limit', '■ by hand'],
  clock: formatFine,
  instant: formatFine,
  counts: 'event',
  short: true,
  // One second of playing shows a millisecond: the run lasts only a few, and would otherwise end immediately.
  speed: 0.001,
};

/** A thread story, in which only its script acts. */
const STORY_VIEW: KindView = {
  ...STREAM_VIEW,
  foreseen: ({ script }) => script.at(-1)?.at ?? 0,
};

const ONE_WHEEL: readonly UnitChoice[] = [WAKEUP, { value: 'event', text: 'step' }];

const THREE_DESIGNS: readonly UnitChoice[] = [
  { value: 'purge', text: 'purge', title: 'to the next purge or garbage collection' },
  { value: 'event', text: '10 ms' },
  { value: 'second', text: 'second' },
];

const LABORATORY = {
  counts: 'event',
  instant: formatFine,
  short: true,
} as const;

const WHEEL_VIEW: KindView = {
  ...LABORATORY,
  units: () => ONE_WHEEL,
  wakes: () => true,
  leaps: true,
  clock: formatMillis,
};

const DESIGNS_VIEW: KindView = {
  ...LABORATORY,
  units: () => THREE_DESIGNS,
  legend: ['○ purge, old', '◆ purge, today', '■ by hand'],
  clock: formatSeconds,
};
