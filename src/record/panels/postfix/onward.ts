import { ASK_WHAT_IF } from '../../../explain/labels.ts';
import type { Finding, FindingRule } from '../../protocol/findings.ts';

interface Onward {
  href: string;
  text: string;
}

export const WHAT_IF: Onward = { href: '#postfix&tab=what-if', text: ASK_WHAT_IF };
const SETTINGS: Onward = { href: '#postfix&tab=settings', text: 'What the settings do' };
/** Links from a finding to another tab, by rule. A rule has no link if no setting would have helped. */
const ONWARD: Partial<Record<FindingRule, Onward>> = {
  'agents-busy': WHAT_IF,
  'one-message': WHAT_IF,
  'window-full': WHAT_IF,
  dead: WHAT_IF,
  sessions: WHAT_IF,
  'provider-rate': WHAT_IF,
  greylisting: WHAT_IF,
  unreachable: WHAT_IF,
  retries: WHAT_IF,
  flush: WHAT_IF,
  'slow-connect': WHAT_IF,
  'slow-server': WHAT_IF,
  incoming: WHAT_IF,
  clog: WHAT_IF,
  'recipient-limit': WHAT_IF,
  'process-limit': SETTINGS,
  'transport-failed': SETTINGS,
  'mail-loop': SETTINGS,
  ipv6: SETTINGS,
  'rate-delay': SETTINGS,
  scan: SETTINGS,
};

export function onwardOf({ rule, figures }: Finding): Onward | undefined {
  // Only a server that accepted nothing was down. Other deferrals depend on the recipient, and no setting changes those.
  return rule === 'put-off' && figures['nothing'] === 1 ? WHAT_IF : ONWARD[rule];
}
