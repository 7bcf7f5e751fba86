/** Converts classes of mail for a shared record, so that their predicates select the same messages by their replaced names. */
import type { MailClass } from '../../protocol/classes.ts';
import type { SharedClass, UnsharedClass } from '../../protocol/share.ts';
import type { Predicate, TextField } from '../classes/fields.ts';
import { parsePredicate } from '../classes/parse.ts';
import { hostMatcher, matcher, selectLives } from '../classes/select.ts';
import { idKey, type Part } from './facts.ts';
import type { Renamer } from './names.ts';
import { plainJoin, lowerCase, ofForm, oneOf, type Plain, plain, plainList, slice, word } from './plain.ts';
import { plainReply } from './replies.ts';
import { STATUSES } from '../store/tables.ts';

/** A test may become at most this many replaced names. A class with a longer test is not shared. */
const NAMES_MAX = 120;
/** Words that a class name may keep, because they describe mail and not its owner. */
const NAME_WORDS = plainList`a|about|account|accounts|admin|alert|alerts|all|and|any|api|at|auth|automatic|backup|bad|big|bounce|bounced|bounces|bulk|by|campaign|campaigns|class|client|clients|confirmation|confirmations|cron|customer|customers|daily|deferred|delivered|digest|early|error|errors|everything|external|fast|few|first|for|forms|from|good|group|high|in|inbound|incoming|info|internal|invoice|invoices|large|last|late|list|lists|local|log|logs|long|low|mail|mailing|mails|many|marketing|message|messages|monitoring|monthly|new|news|newsletter|newsletters|no|normal|not|notice|notices|notification|notifications|of|old|one|only|or|order|orders|other|others|otp|out|outbound|outgoing|partner|partners|password|passwords|personal|postmaster|priority|queue|rate|receipt|receipts|recipient|recipients|registration|relay|reminder|reminders|report|reports|reset|resets|rest|retry|scan|sender|senders|sent|server|servers|shop|short|signup|single|slow|small|spam|staff|statement|statements|student|students|support|system|test|tests|the|ticket|tickets|to|token|tokens|transactional|urgent|user|users|verification|web|website|weekly|welcome|with`;
const ANY = /^\*+$/;
const STATUS_WORDS = plainList`sent|deferred|bounced`;

/** Thrown within this file if a test has no short form with replaced names. */
class NoForm extends Error {}

/** A class as shared: name and predicate are harmless text. */
type PlainClass = SharedClass & { name: Plain; predicate: Plain };

/**
 * Converts classes to replaced names, and lists the classes that cannot be shared, each with the reason. Call after all
 * names have their numbers.
 */
export function shareClasses(
  classes: readonly MailClass[],
  parts: readonly Part[],
  renamer: Renamer,
): { classes: PlainClass[]; left: UnsharedClass[] } {
  const shared: PlainClass[] = [];
  const left: UnsharedClass[] = [];
  for (const { name, predicate } of classes) {
    const read = parsePredicate(predicate);
    const form = read.ok && selectsAny(parts, read.value) ? formOf(read.value, parts, renamer) : null;
    if (!read.ok || form === null)
      left.push({ name, because: read.ok && selectsAny(parts, read.value) ? 'no-form' : 'no-message' });
    else shared.push({ name: plainName(name) ?? numbered(shared, classes), predicate: form, own: name });
  }
  return { classes: shared, left };
}

/** Returns the name if it consists of common words about mail and numbers. Null otherwise, because other names may identify the owner. */
function plainName(name: string): Plain | null {
  const pieces = name
    .split(/([ _.-])/)
    .map((piece, i) =>
      i % 2 === 1 ? oneOf([' ', '_', '.', '-'], piece) : (oneOf(NAME_WORDS, piece) ?? ofForm('count', piece)),
    );
  const known = pieces.filter((piece) => piece !== null);
  return known.length === pieces.length ? plainJoin(known, plain``) : null;
}

/** Class names for exported pictures in which names are hidden. */
export function plainClassNames(names: readonly string[]): Plain[] {
  return names.map((name, place) => plainName(name) ?? plain`class ${place + 1}`);
}

function numbered(shared: readonly SharedClass[], classes: readonly MailClass[]): Plain {
  const taken = new Set([...shared, ...classes].map(({ name }) => name));
  let number = shared.length + 1;
  while (taken.has(`class ${number}`)) number++;
  return plain`class ${number}`;
}

const selectsAny = (parts: readonly Part[], predicate: Predicate): boolean =>
  parts.some(({ member, lives }) =>
    selectLives(member.instance, predicate).some((is, life) => is === 1 && lives[life] === 1),
  );

function formOf(predicate: Predicate, parts: readonly Part[], renamer: Renamer): Plain | null {
  try {
    const form = written(predicate, parts, renamer);
    return parsePredicate(form).ok ? form : null;
  } catch (error) {
    if (error instanceof NoForm) return null;
    throw error;
  }
}

function written(predicate: Predicate, parts: readonly Part[], renamer: Renamer): Plain {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return plainJoin(
        predicate.parts.map((part) => bracketed(part.kind, written(part, parts, renamer))),
        plain` ${word(predicate.kind)} `,
      );
    case 'not':
      return plain`not (${written(predicate.part, parts, renamer)})`;
    case 'number':
      return plain`${word(predicate.field)}${word(predicate.operator)}${predicate.value}`;
    case 'text': {
      const { field, not } = predicate;
      const [name, bare] = textForm(predicate, parts, renamer);
      const patterns = bare.map((pattern) => (/[\s()]/.test(pattern) ? plain`"${pattern}"` : pattern));
      const [first] = patterns;
      // Never true, because `tries` is never negative: the test matches nothing in this part.
      if (first === undefined) return not ? plain`tries>=0` : plain`tries<0`;
      if (patterns.length === 1 && name === field)
        return plain`${word(name)}${word(not ? '!=' : '=')}${first}`;
      const any = plainJoin(
        patterns.map((pattern) => plain`${word(name)}=${pattern}`),
        plain` or `,
      );
      return not ? plain`not (${any})` : plain`(${any})`;
    }
    default:
      return predicate satisfies never;
  }
}

const bracketed = (kind: Predicate['kind'], text: Plain): Plain =>
  kind === 'and' || kind === 'or' ? plain`(${text})` : text;

type TextTest = Predicate & { kind: 'text' };

/** A field, and patterns of which one must match. */
function textForm(test: TextTest, parts: readonly Part[], renamer: Renamer): [TextField, Plain[]] {
  const { field, pattern } = test;
  if (ANY.test(pattern)) return [field, [plain`*`]];
  if (field === 'status') return [field, STATUS_WORDS.filter((status) => status === pattern)];
  if (field === 'from' && pattern === '') return [field, [plain`<>`]];
  const patterns = namesForm(test, parts, renamer);
  return patterns === null ? ['id', idsForm(test, parts, renamer)] : [field, patterns];
}

function idsForm(test: TextTest, parts: readonly Part[], renamer: Renamer): Plain[] {
  const ids: Plain[] = [];
  for (const { member, lives: is } of parts) {
    const { tables, pools } = member.instance;
    const selected = selectLives(member.instance, { ...test, not: false });
    for (let life = 1; life < is.length; life++) {
      if (is[life] !== 1 || selected[life] !== 1) continue;
      if (ids.length === NAMES_MAX) throw new NoForm();
      const id = pools.texts.text(tables.lives.id[life] ?? 0);
      ids.push(renamer.names.token('id', idKey(member, life, id)));
    }
  }
  return ids;
}

/** Patterns for the replaced names. Null if the field has no replaced names, or if the patterns would select other values. */
function namesForm({ field, pattern }: TextTest, parts: readonly Part[], renamer: Renamer): Plain[] | null {
  const values = valuesOf(field, parts, renamer);
  if (values === null) return null;
  const fits = field === 'client' || field === 'relay' ? hostMatcher : matcher;
  const is = fits(pattern);
  const chosen = [...values].filter(([value]) => is(value));
  const same = (patterns: readonly string[]): boolean => {
    const tests = patterns.map(fits);
    return [...values].every(([value, other]) => is(value) === tests.some((test) => test(other)));
  };
  const forms =
    field === 'reply'
      ? [keptWords(pattern, [...values.values()])]
      : [
          ...(field === 'from' || field === 'to' ? [addressForm(pattern, values)] : []),
          [...new Set(chosen.map(([, other]) => lowerCase(other)))],
        ];
  const found = forms.find(
    (form) => form.length <= NAMES_MAX && form.every((one) => one !== '') && same(form),
  );
  return found ?? null;
}

/** A pattern like `reset@*` with replaced names for its two parts. Shorter than listing all matching addresses. */
function addressForm(pattern: string, values: ReadonlyMap<string, Plain>): Plain[] {
  const [user = '', domain = '', ...more] = pattern.split('@');
  if (!pattern.includes('@') || more.length > 0) return [];
  const half = (wanted: string, behind: boolean): Plain[] => {
    if (ANY.test(wanted)) return [plain`*`];
    const is = matcher(wanted);
    const part = (text: string): [from: number, to?: number] => {
      const at = text.lastIndexOf('@');
      return behind ? [at + 1] : [0, at];
    };
    const found = [...values].filter(([value]) => value.includes('@') && is(value.slice(...part(value))));
    return [...new Set(found.map(([, other]) => lowerCase(slice(other, ...part(other)))))];
  };
  const domains = half(domain, true);
  return half(user, false).flatMap((name) => domains.map((at) => plain`${name}@${at}`));
}

/** Keeps a pattern of replies if all its words are shared anyway. */
function keptWords(pattern: string, replies: readonly Plain[]): Plain[] {
  const pieces = pattern.split(/([*?])/).map((piece, i) => {
    if (i % 2 === 1 || piece === '') return oneOf(['', '*', '?'], piece);
    const reply = replies.map(lowerCase).find((one) => one.includes(piece));
    const at = reply?.indexOf(piece) ?? 0;
    return reply === undefined ? null : slice(reply, at, at + piece.length);
  });
  const kept = pieces.filter((piece) => piece !== null);
  return kept.length === pieces.length ? [plainJoin(kept, plain``)] : [];
}

/** Values of a field in these parts, each with its value in the shared record. Null if the field is not shared. */
function valuesOf(field: TextField, parts: readonly Part[], renamer: Renamer): Map<string, Plain> | null {
  const values = new Map<string, Plain>();
  for (const { member, lives: is } of parts) {
    const { tables, pools } = member.instance;
    const { lives, attempts } = tables;
    const note = (value: string, other: (value: string) => Plain): void => {
      if (!values.has(value)) values.set(value, other(value));
    };
    const address = (place: number | undefined): void =>
      note(pools.strings.text(place ?? 0), (text) => renamer.address(text));
    if (field === 'from' || field === 'client' || field === 'user')
      for (let life = 1; life < is.length; life++) {
        if (is[life] !== 1) continue;
        if (field === 'from') address(lives.sender[life]);
        else if (lives.origin[life] === 1) {
          const kind = field === 'client' ? 'client' : 'login';
          const place = field === 'client' ? lives.client[life] : lives.user[life];
          note(pools.strings.text(place ?? 0), (text) =>
            kind === 'login' && text === '' ? plain`` : renamer.names.token(kind, text),
          );
        }
      }
    else if (field === 'to' || field === 'relay' || field === 'reply')
      for (let row = 1; row < attempts.length; row++) {
        if (is[attempts.life[row] ?? 0] !== 1) continue;
        if (field === 'to') {
          address(attempts.to[row]);
          address(attempts.origTo[row]);
        } else if (field === 'relay')
          note(pools.strings.text(attempts.relay[row] ?? 0), (text) => renamer.relay(text));
        else {
          const sent = STATUSES[attempts.status[row] ?? 0] === 'sent';
          note(pools.replies.text(attempts.reply[row] ?? 0), (text) => plainReply(text, sent, renamer));
        }
      }
    else return null;
  }
  return values;
}
