import { OUTCOMES } from '../store/tables.ts';

/** Patterns of replies. The first match decides. */
const RULES: readonly [pattern: Pick<RegExp, 'test'>, outcome: (typeof OUTCOMES)[number]][] = [
  [/^delivery temporarily suspended:/, 'suspended'],
  // The queue manager could not hand the mail to a delivery program, so nothing was tried (qmgr_deliver.c, qmgr_transport.c).
  [/^(mail transport unavailable|unknown mail transport error)$/, 'suspended'],
  [/ refused to talk to me: /, 'handshake'],
  [/^connect to .*: |^connect to \S+: /, 'connection'],
  // A temporary DNS failure gives no address and thus no connection. Postfix counts it as a site failure (smtp_sess_fail, smtp_connect.c).
  [/^(Host or domain name not found|unable to look up host).*(try again|emporary)/, 'connection'],
  [
    /^(lost connection with|conversation with) .* (while|timed out while) (receiving the initial server greeting|performing the (EHLO|HELO|LHLO) handshake|performing the initial protocol handshake|sending (EHLO|HELO|LHLO))/,
    'handshake',
  ],
  [
    /^(Cannot start TLS|TLS is required|Server certificate not (trusted|verified)|SASL authentication failed)/,
    'handshake',
  ],
  [/^(lost connection with|conversation with) /, 'lost'],
  [/^(network|Host or domain name not found|unable to look up host|Name service error)/, 'local'],
  [{ test: refusedForNow }, 'refused-later'],
  [/ said: 5\d\d[- ]/, 'refused'],
];

/** Two expressions instead of one, so that a text with many replies is scanned only once. */
function refusedForNow(text: string): boolean {
  const answer = / (?:said|refused to talk): /.exec(text);
  return answer !== null && /\b4\d\d[- ]/.test(text.slice(answer.index + answer[0].length));
}

/**
 * The meaning of an unsuccessful reply for the scheduler, as an index into OUTCOMES. A failed connection or
 * handshake, or a session that breaks off or times out, is negative feedback. A refusal inside a session, temporary
 * or permanent, is positive feedback. A failure on the local machine is neither.
 */
export function outcomeOfReply(text: string): number {
  const found = RULES.find(([pattern]) => pattern.test(text));
  return OUTCOMES.indexOf(found?.[1] ?? 'local');
}
