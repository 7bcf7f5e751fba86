import { type Bytes, indexOfText, lit, startsWith } from '../bytes/scan.ts';
import type { Role } from './programs.ts';

/*
 * Postfix's own warnings about itself: a program that dies, a service that is missing, a limit that is reached. Most
 * warnings of a public server are about its clients (names that do not resolve, passwords that are guessed). They delay
 * no mail, so this file drops them by the beginning of the line, without creating a string. `findings/troubles.ts`
 * reads the remaining warnings.
 */

const WARNING = lit('warning: ');
const ERRORS = ['fatal: ', 'panic: ', 'error: '].map(lit);

/** Beginnings of warnings about Postfix itself, after `warning: `. */
const BEGINNINGS = [
  'mail for ',
  'service ',
  'process ',
  '/',
  'transport ',
  'connect to ',
  'connect #',
  'premature end-of-input on ',
  'timeout on ',
  'private/',
  'public/',
  'problem talking to ',
  'saving corrupt file ',
  'open active ',
  'open deferred ',
  'open incoming ',
  'qmgr_active_corrupt',
  'corrupted queue file',
  'not enough free space ',
].map(lit);

/** Texts that mark a warning as being about Postfix itself, anywhere in the line. */
const WITHIN = ['No space left on device', 'Disk quota exceeded', 'watchdog'].map(lit);

/** Commands of an operator or a user. An error ends only the command itself, so it is not a failure of Postfix. */
const COMMANDS =
  /(^|\/)(sendmail|postdrop|postqueue|postsuper|postmap|postalias|postconf|postfix-script|postlog|postmulti|postfix)$/;

/** True if a line without a queue id reports a failure of this Postfix. `tag` returns the line's tag. */
export function isOwnTrouble(role: Role, tag: () => string, buf: Bytes, from: number, to: number): boolean {
  if (startsWith(buf, from, to, WARNING)) {
    const at = from + WARNING.length;
    for (const text of BEGINNINGS) if (startsWith(buf, at, to, text)) return true;
    for (const text of WITHIN) if (indexOfText(buf, at, to, text) >= 0) return true;
    return false;
  }
  const first = buf[from];
  if (first !== 102 && first !== 112 && first !== 101) return false;
  // An error of smtpd or postscreen ends the service of one client. Only `fatal` and `panic` end the program.
  const errors = role === 'smtpd' ? ERRORS.slice(0, 2) : ERRORS;
  return errors.some((text) => startsWith(buf, from, to, text)) && !COMMANDS.test(tag());
}
