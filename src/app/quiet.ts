import { isOnRecord, viewOf } from '../panels/kinds/views.ts';
import { useSession, useView } from '../store/hooks.ts';
import { showsDetail } from '../store/view.ts';

/** True while the page shows the quiet cockpit, in which fewer things are on the page than with More detail. */
export function useQuiet(): boolean {
  const detail = useView(showsDetail);
  return useCanBeQuiet() && !detail;
}

/** Mail runs have a quiet cockpit. A replay always shows everything, because its reader compares it with a log. */
export function useCanBeQuiet(): boolean {
  return useSession(({ scenario }) => viewOf(scenario).explains === true && !isOnRecord(scenario));
}
