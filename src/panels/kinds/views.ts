import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import { useSession } from '../../store/hooks.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';
import { formatClock, formatSeconds, formatFine, formatMillis } from '../../explain/format.ts';
import type { StepUnit } from '../../protocol/session-api.ts';
import type { Micros } from '../../protocol/units.ts';
import type { ViewState } from '../../store/view.ts';

/** What has the place of the stage; undefined = the stage itself. */
type MainPanelKind = NonNullable<ViewState['mainPanel']>['kind'] | undefined;

export interface UnitChoice {
  value: StepUnit;
  text: string;
  title?: string;
}

/** How a kind of run looks in the panels that all of them share. What not every kind has is absent from those without it. */
interface KindView {
  /** What a step can be: other panels and other kinds have other events worth a stop. */
  units: (mainPanel: MainPanelKind) => readonly UnitChoice[];
  /** The clock beside Play, and an instant in a sentence. */
  clock: (at: Micros) => string;
  instant: (at: Micros) => string;
  /** What is counted beside the clock. */
  counts: 'decision' | 'event';
  /** Whether the marks above the track are the wake-ups of a timing wheel. */
  wakes?: (mainPanel: MainPanelKind) => boolean;
  /** There are buttons to the next event that the picture in the middle is about; keys always do it. */
  leaps?: true;
  /** What the marks above the track are, where they are too few to choose from. */
  legend?: readonly string[];
  /** The run may be over within a second: the track begins with less. */
  short?: true;
  /** Two branches can be laid side by side: there are delivery slots to compare. */
  comparable?: true;
  /** A stage stands in the middle with the Explain panel beside it, which keeps an answer that was asked for at a mark. */
  explains?: true;
  /** The number of a chip is that of a message. */
  messages?: true;
  /** The speed it is played at from the beginning, where that is not the usual one. */
  speed?: number;
  /** Up to where the run is known before it is played: what comes later is shown, pale. */
  foreseen?: (scenario: Scenario) => Micros;
  /** A link can carry who gets the next turn. */
  nextTurn?: true;
  /** What happens comes from a record, which no link can hold: the address names the record. */
  onRecord?: (scenario: Scenario) => boolean;
  /** Parts of a link beside script and seed, such as " 3 changed parameters,". */
  settings?: (scenario: Scenario) => string;
}

const VIEWS: ByKind<KindView> = {
  mail: () => MAIL_VIEW,
  'timer-lab': ({ lab }) => (lab.kind === 'wheel' ? WHEEL_VIEW : DESIGNS_VIEW),
  'threads-alone': ({ cmgroup }) => (cmgroup.kind === 'story' ? STORY_VIEW : STREAM_VIEW),
};

/** How a run looks in the panels that all kinds share; before there is one, as mail, with which the page begins. */
export function viewOf(scenario: Scenario | null): KindView {
  return scenario === null ? MAIL_VIEW : ofKind(VIEWS, scenario);
}

/** Whether a run follows a record, which no link can hold. */
export function isOnRecord(scenario: Scenario | null): boolean {
  return scenario !== null && viewOf(scenario).onRecord?.(scenario) === true;
}

/** `viewOf` of the run that is open. */
export function useKind(): KindView {
  return useSession(({ scenario }) => viewOf(scenario));
}

/** Units that more than one kind of run has. */
const WAKEUP: UnitChoice = {
  value: 'wakeup',
  text: 'wake-up',
  title: 'to the next bucket that comes due',
};

const CAUSE: UnitChoice = {
  value: 'cause',
  text: 'cause',
  title: 'to the next change of the count, or a rule asked',
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
  clock: formatClock,
  instant: formatSeconds,
  counts: 'decision',
  comparable: true,
  explains: true,
  messages: true,
  onRecord: (scenario) => mailRun(scenario)?.recorded !== undefined,
  nextTurn: true,
  settings: (scenario) => ` ${Object.keys(mailRun(scenario)?.params ?? {}).length} changed parameters,`,
};

/** A stream of requests. */
const STREAM_VIEW: KindView = {
  units: () => THREADS,
  legend: ['▲ over the limit', '■ by hand'],
  clock: formatFine,
  instant: formatFine,
  counts: 'event',
  short: true,
  // A millisecond takes a second: some of them are all there is, and at the speed of mail they would be over at once.
  speed: 0.001,
};

/** A story: its script is all that happens. */
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

/** One raw wheel. */
const WHEEL_VIEW: KindView = {
  ...LABORATORY,
  units: () => ONE_WHEEL,
  wakes: () => true,
  leaps: true,
  clock: formatMillis,
};

/** Three designs on one stream. */
const DESIGNS_VIEW: KindView = {
  ...LABORATORY,
  units: () => THREE_DESIGNS,
  legend: ['○ purge, old', '◆ purge, today', '■ by hand'],
  clock: formatClock,
};
