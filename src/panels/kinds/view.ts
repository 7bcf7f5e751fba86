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

/** How a kind of run looks in the panels that all of them share. What not every kind has is absent from those without it. */
export interface KindView {
  /** What a step can be: other panels and other kinds have other events worth a stop. */
  units: (hero: HeroKind) => readonly UnitChoice[];
  /** The clock beside Play, and an instant in a sentence. */
  clock: (at: Micros) => string;
  instant: (at: Micros) => string;
  /** What is counted beside the clock. */
  counts: 'decision' | 'event';
  /** Whether the marks above the track are the wake-ups of a timing wheel. */
  wakes?: (hero: HeroKind) => boolean;
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
