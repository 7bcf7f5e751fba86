import type { Scenario } from '../protocol/scenario.ts';
import type { Micros } from '../protocol/units.ts';

/** A scenario with a description of what to watch. All text is plain. */
export interface GalleryItem<OfKind extends Scenario = Scenario> {
  /** Never change an id: the command line uses it as `gallery:ID`. */
  id: string;
  title: string;
  /** One paragraph on what to watch. Also the scenario's own `about`. */
  about: string;
  /** Where the real program differs from the document here (qmgr/README.md §23); "" when it does not. */
  differs: string;
  scenario: OfKind;
  /** Instant at which the page opens the run, in microseconds. */
  opensAt: Micros;
  /** Panel shown on the stage, as named in a link (`store/entity.ts`); absent = the stage itself. */
  opensWith?: string;
}
