import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { useAnswer } from '../kit/useAnswer.ts';

/** Events of one chart: more than a screen has room for, so that one can look back. */
const EVENTS = 600;

/** What feedback did to a destination so far; null while it is not known, or gave none. */
export function useWindowHistory(transport: string, name: string): FeedbackHistory | null {
  return useAnswer(`feedback ${transport} ${name}`, (actions) =>
    actions.ask('feedback', transport, name, EVENTS),
  );
}
