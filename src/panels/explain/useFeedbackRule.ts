import type { FeedbackRuleName } from '../../protocol/inspect.ts';
import { useMail } from '../../store/of-kind.ts';

/** Which feedback the run has; where there is no mail nothing is fed back, and the answer is that of Postfix. */
export function useFeedbackRule(): FeedbackRuleName {
  return useMail((scenario) => scenario?.feedback ?? 'shipped');
}
