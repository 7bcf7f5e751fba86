import type { Scenario } from '../../protocol/scenario.ts';
import type { StepUnit } from '../../protocol/session-api.ts';
import type { Micros } from '../../protocol/units.ts';
import type { ViewState } from '../../store/view.ts';

/** What has the place of the stage; undefined = the stage itself. */
type HeroKind = NonNullable<ViewState['hero']>['kind'] | undefined;

export interface UnitChoice {
  value: StepUnit;
  text: string;
  title?: string;
}

/** How a kind of run looks in the panels that all of them share. */
export interface KindView {
  /** What a step can be: other panels and other kinds have other events worth a stop. */
  units: (hero: HeroKind) => readonly UnitChoice[];
  /** Whether the marks above the track are the wake-ups of a timing wheel. */
  wakes: (hero: HeroKind) => boolean;
  /** Whether there are buttons to the next event that the picture in the middle is about; keys always do it. */
  leaps: (hero: HeroKind) => boolean;
  /** What the marks above the track are, where they are too few to choose from; null = they can be chosen. */
  legend: readonly string[] | null;
  /** The clock beside Play, and an instant in a sentence. */
  clock: (at: Micros) => string;
  instant: (at: Micros) => string;
  /** What is counted beside the clock. */
  counts: 'decision' | 'event';
  /** The run may be over within a second: the track begins with less. */
  short: boolean;
  /** Two branches can be laid side by side: there are delivery slots to compare. */
  comparable: boolean;
  /** A stage stands in the middle with the Explain panel beside it, which keeps an answer that was asked for at a mark. */
  explains: boolean;
  /** The number of a chip is that of a message. */
  messages: boolean;
  /** The speed it is played at from the beginning; null = the usual one. */
  speed: number | null;
  /** Up to where the run is known before it is played: what comes later is shown, pale. 0 = nothing is. */
  foreseen: (scenario: Scenario) => Micros;
  /** A link can carry who gets the next delivery slot. */
  nextSlot: boolean;
  /** What happens comes from a record, which no link can hold: the address names the record. */
  onRecord: (scenario: Scenario) => boolean;
  /** Parts of a link beside script and seed, such as " 3 changed parameters,". */
  settings: (scenario: Scenario) => string;
}
