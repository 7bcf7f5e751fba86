import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { useAnswer } from '../kit/useAnswer.ts';

/** Events loaded for a chart: more than fit on a screen, so that readers can look back. */
const EVENTS = 600;

/** Feedback history of a destination; null while unknown or empty. */
export function useWindowHistory(transport: string, name: string): FeedbackHistory | null {
  return useAnswer(`feedback ${transport} ${name}`, (actions) =>
    actions.ask('feedback', transport, name, EVENTS),
  );
}
