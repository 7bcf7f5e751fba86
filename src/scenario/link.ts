/**
 * Links: `#s=<base64url(deflate-raw(compact JSON))>&e=<event>&b=<branch>&sel=<entity>&p=1&h=<log hash>&c=<checksum>`.
 *
 * A link contains no state. It names a position in a replay: the scenario, the live commands, and an event number. The
 * checksum comes last and covers everything before it, so a link that lost its end differs from an altered one.
 */
import type { RunTree } from '../protocol/branches.ts';
import type { LiveCommand } from '../protocol/commands.ts';
import type { BranchId, EventNumber } from '../protocol/ids.ts';
import type { Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type { SavedRun } from '../protocol/session-api.ts';
import type { Micros } from '../protocol/units.ts';
import {
  checksum,
  deflate,
  fromBase64Url,
  type Inflated,
  INFLATED_MAX,
  inflate,
  toBase64Url,
  CHANGED,
  CUT_OFF,
  tooLarge,
} from './bytes.ts';
import { compact, expand } from './compact.ts';
import { readJson } from './json.ts';
import { LIMITS } from './limits.ts';
import { type LinkExtras, packExtras, readExtras } from './link-extras.ts';
import { describeError } from './schema-errors.ts';
import { checkLive, checkTree, parseScenario } from './schema.ts';
import { ENGINE_VERSION, upgrade } from './versions.ts';

/** Maximum characters of a link; longer links are rejected unread. */
const LINK_MAX = 4_000_000;
const READABLE_MAX = 4000;

export type LinkFault =
  | 'damaged'
  | 'truncated'
  | 'foreign'
  | 'newer'
  | 'invalid'
  | 'too-large'
  | 'too-slow'
  | 'unread';

/** The content of a link, or why it cannot be opened. */
export type DecodedLink =
  | {
      ok: true;
      scenario: Scenario;
      /** Live commands. If the link has several branches, these are the commands of the first branch. */
      live: LiveCommand[];
      event: EventNumber;
      /** Instant shown, if it lies between `event` and the next event. */
      at?: Micros;
      branch: BranchId;
      /** All branches, when the link has more than one. */
      tree?: RunTree;
      /** Selected entity, such as `m3`; "" = none. */
      selection: string;
      /** False when an older engine made the link: event numbers may differ here. */
      exact: boolean;
      /** Start of the hash of the event log up to `event` when the link was made; "" = not in the link. */
      hash: string;
      /** True when the run starts playing as soon as it opens. */
      play: boolean;
      extras: LinkExtras;
    }
  | {
      ok: false;
      reason: LinkFault;
      /** One sentence for the reader. */
      detail: string;
      /** The part of the scenario that can still be read, as text, and the title if it is in that part. */
      readable?: { title: string; text: string };
    };

type Fault = Extract<DecodedLink, { ok: false }>;

const FOREIGN = 'This address contains no qmgrscope run.';
const HASH = /^[0-9a-f]{6,16}$/;
/** Hex digits of the hash in a link: one in sixteen million different runs is not noticed. */
const HASH_SHOWN = 6;
const SELECTION = /^[A-Za-z0-9:._-]{0,80}$/;

export interface LinkOptions {
  extras?: LinkExtras;
  /** Hash of the event log up to the cursor. A reader who opens the link is warned when the run differs. */
  hash?: string;
  play?: boolean;
}

/** Encodes a run as the hash part of an address, with `#`. `selection` is an entity such as `m3` or `q12`, or "". */
export async function encodeLink(
  saved: SavedRun,
  selection = '',
  { extras = {}, hash = '', play = false }: LinkOptions = {},
): Promise<string> {
  const { scenario, branches = [] } = saved;
  const live = branches[0]?.live ?? saved.live;
  const run = compact(scenario, live, ENGINE_VERSION, branches);
  const json = JSON.stringify({ ...run, ...packExtras(extras) });
  let body = `s=${toBase64Url(await deflate(json))}&e=${saved.cursor.event}`;
  if (saved.between === true && saved.cursor.at > 0 && saved.cursor.at <= LIMITS.count)
    body += `&t=${saved.cursor.at}`;
  if (saved.branch > 1) body += `&b=${saved.branch}`;
  if (SELECTION.test(selection) && selection !== '') body += `&sel=${selection}`;
  if (play) body += '&p=1';
  if (HASH.test(hash)) body += `&h=${hash.slice(0, HASH_SHOWN)}`;
  return `#${body}&c=${checksum(body)}`;
}

/** Reads the hash part of an address. Never throws. */
export async function decodeLink(hash: string): Promise<DecodedLink> {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (!text.startsWith('s=')) return fault('foreign', FOREIGN);
  if (text.length > LINK_MAX)
    return fault('too-large', `The link has ${text.length} characters; the limit is ${LINK_MAX}.`);

  const { body, fields, sum } = split(text);
  const payload = fields.get('s') ?? '';
  const bytes = fromBase64Url(payload);
  const packed = bytes === null ? BROKEN : await inflate(bytes);
  if (packed.state === 'too-large') return fault('too-large', tooLarge(INFLATED_MAX));
  if (sum === checksum(body) && packed.state === 'whole') return read(packed.text, fields);
  const rest = packed.state === 'whole' ? packed.text : await salvage(payload);
  if (sum === '' && !isOurs(rest, payload)) return fault('foreign', FOREIGN);
  return altered(sum, rest);
}

const BROKEN: Inflated = { text: '', state: 'broken' };

/** Separates the checksum, which covers all text before it, from the fields. */
function split(text: string): { body: string; fields: Map<string, string>; sum: string } {
  const cut = text.lastIndexOf('&c=');
  const body = cut < 0 ? text : text.slice(0, cut);
  const fields = new Map<string, string>();
  for (const part of body.split('&')) {
    const eq = part.indexOf('=');
    if (eq > 0) fields.set(part.slice(0, eq), part.slice(eq + 1));
  }
  return { body, fields, sum: cut < 0 ? '' : text.slice(cut + 3) };
}

/** Inflates the part of a damaged payload before its first fault. */
async function salvage(payload: string): Promise<string> {
  const good = /^[A-Za-z0-9_-]*/.exec(payload)?.[0] ?? '';
  const bytes = fromBase64Url(good.length % 4 === 1 ? good.slice(0, -1) : good);
  if (bytes === null) return '';
  const { text } = await inflate(bytes, READABLE_MAX, 16);
  return text;
}

/** True when this is a link of ours that was cut off, and not another program's `#s=`. Only the start of the text can tell. */
function isOurs(text: string, payload: string): boolean {
  return text === '' ? /^[A-Za-z0-9_-]+$/.test(payload) : text.startsWith('{"t":'.slice(0, text.length));
}

function altered(sum: string, text: string): Fault {
  // A checksum of full length means that the end arrived, so something before it was changed.
  const short = sum.length < 7;
  const detail = short ? CUT_OFF : CHANGED;
  return { ...fault(short ? 'truncated' : 'damaged', detail), ...readable(text) };
}

function read(text: string, fields: Map<string, string>): DecodedLink {
  const parsed = readJson(text, 'The run in this link');
  if (!parsed.ok) {
    return parsed.reason === 'not-json'
      ? { ...fault('damaged', 'The run in this link cannot be read.'), ...readable(text) }
      : { ...fault('too-large', parsed.detail), ...readable(text) };
  }
  const json = parsed.value;
  const { scenario, live, engine, branches } = expand(json);
  const version = upgrade(scenario);
  const newerEngine = typeof engine === 'number' && engine > ENGINE_VERSION;
  if (newerEngine || (!version.ok && version.newer)) {
    return { ...fault('newer', 'The link was made by a newer version of qmgrscope.'), ...readable(text) };
  }
  const checked = parseScenario(scenario);
  if (!checked.ok) return invalid(checked.errors, text);
  const commands = checkLive(live);
  if (!commands.ok) return invalid(commands.errors, text);
  const extras = readExtras(json);
  if (!extras.ok) return invalid(extras.errors, text);
  const event = count(fields.get('e'));
  const at = count(fields.get('t') ?? '0');
  const branch = count(fields.get('b') ?? '1');
  const tree = branches === undefined ? null : readTree(branches, commands.value, branch ?? 1);
  if (tree?.ok === false) return invalid(tree.errors, text);
  const selection = fields.get('sel') ?? '';
  const hash = fields.get('h') ?? '';
  if (
    event === null ||
    at === null ||
    branch === null ||
    !SELECTION.test(selection) ||
    !/^[0-9a-f]{0,16}$/.test(hash)
  ) {
    return { ...fault('invalid', 'The link does not say which moment to show.'), ...readable(text) };
  }
  return {
    ok: true,
    scenario: checked.value,
    live: commands.value,
    event,
    ...(at === 0 ? {} : { at }),
    branch,
    ...(tree === null ? {} : { tree: tree.value }),
    selection,
    exact: engine === ENGINE_VERSION,
    hash,
    play: fields.get('p') === '1',
    extras: extras.value,
  };
}

/** The branches of a link. The commands of the first branch are in the member that runs without branches use. */
function readTree(branches: unknown, live: LiveCommand[], branch: number): Result<RunTree> {
  const [name, ...others] = Array.isArray(branches) ? (branches as unknown[]) : [undefined, branches];
  const first = { parent: 0, step: 0, name, live, timed: [] };
  return checkTree({ branches: [first, ...others], branch });
}

function invalid(errors: Parameters<typeof describeError>[0][], text: string): Fault {
  const first = errors[0];
  const detail = first === undefined ? 'The scenario is not valid.' : describeError(first);
  return { ...fault('invalid', detail), ...readable(text) };
}

function count(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,12}$/.test(text)) return null;
  const n = Number(text);
  return n <= LIMITS.count ? n : null;
}

function fault(reason: LinkFault, detail: string): Fault {
  return { ok: false, reason, detail };
}

/** Returns the start of the unpacked text, and the title in it. The title is the first member, so it survives damage. */
function readable(text: string): { readable?: { title: string; text: string } } {
  if (text === '') return {};
  const match = /^\{"t":"((?:[^"\\]|\\.)*)/.exec(text.slice(0, READABLE_MAX));
  const title = (match?.[1] ?? '').replaceAll(/\\(.)/g, '$1').slice(0, LIMITS.title);
  return { readable: { title, text: text.slice(0, READABLE_MAX) } };
}
