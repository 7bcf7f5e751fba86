import type { MailScenario } from '../../../protocol/scenario.ts';
import { useMail } from '../../../store/of-kind.ts';

/** Parameters of the run as its scenario writes them; null = no run of mail. */
export function useMailParams(): MailScenario['params'] | null {
  return useMail((scenario) => scenario?.params ?? null);
}
