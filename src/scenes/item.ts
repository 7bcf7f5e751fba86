import type { Scenario } from '../protocol/scenario.ts';
import type { Micros } from '../protocol/units.ts';

/** A scenario with what to look for in it. All text is plain. */
export interface GalleryItem<OfKind extends Scenario = Scenario> {
  /** Stable: it stands in `gallery:ID` on the command line. */
  id: string;
  title: string;
  /** One paragraph: what to watch. The same as the scenario's own. */
  about: string;
  /** Where the real software differs from the document here (qmgr/README.md §23); "" when it does not. */
  differs: string;
  scenario: OfKind;
  /** Where the page opens it: simulated time in microseconds; 0 = at the start. */
  opensAt: Micros;
  /** What has the place of the stage there, as a link names it (`store/entity.ts`); absent = the stage itself. */
  opensWith?: string;
}
