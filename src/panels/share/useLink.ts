import { useMemo } from 'react';
import type { SavedRun } from '../../protocol/session-api.ts';
import type { LinkExtras } from '../../scenario/link-extras.ts';
import { packMarks } from '../../scenario/link-marks.ts';
import { encodeLink } from '../../scenario/link.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';

/** Everything a link can contain now. */
interface Cargo {
  saved: SavedRun;
  /** What the link selects, "" = nothing. */
  entity: string;
  extras: LinkExtras;
  /** Hash of the event log. */
  log: string;
}

/** Optional parts of a link, each with a test whether the run has any of it. */
const PARTS = {
  instant: ({ saved }) => saved.cursor.event > 0,
  selection: ({ entity }) => entity !== '',
  live: ({ saved }) => isChanged(saved),
  bookmarks: ({ extras }) => (extras.bookmarks ?? []).length > 0,
  marks: ({ extras }) => extras.marks !== undefined && packMarks(extras.marks) !== null,
  note: ({ extras }) => (extras.note ?? '') !== '',
  answer: ({ extras }) => (extras.answer ?? '') !== '',
  layout: () => true,
} as const satisfies Record<string, (cargo: Cargo) => boolean>;

export type LinkPart = keyof typeof PARTS;
export type Carry = Record<LinkPart, boolean>;

function each<T>(value: (part: LinkPart) => T): Record<LinkPart, T> {
  const parts = Object.keys(PARTS) as LinkPart[];
  return Object.fromEntries(parts.map((part) => [part, value(part)])) as Record<LinkPart, T>;
}

/** Parts that a link contains until the reader changes the selection. */
export const CARRIED_FIRST: Carry = each((part) => part !== 'answer' && part !== 'layout');
const WHOLE: Carry = each(() => true);

export interface ShareLink {
  hash: string;
  /** Characters added by each part; 0 = the run has none of it. */
  cost: Record<LinkPart, number>;
  saved: SavedRun;
}

/** Longest run, in events, whose log is hashed; longer runs would take seconds. */
const HASHED_MAX = 200_000;

/** Link to the moment shown, with the cost of its parts. `entity`: what it selects. Null until known. */
export function useLink(carry: Carry, entity: string, extras: LinkExtras): ShareLink | null {
  const actions = useActions();
  const event = useSession((session) => session.cursor.event);
  const branch = useSession((session) => session.branch);
  // While paused, the instant also counts: between two events nothing else changes. While playing it is left out.
  const at = useSession((session) => (session.playing ? 0 : session.cursor.at));
  // A new object for each moment and selection, so that each gets a new link.
  const moment = useMemo(
    () => ({ carry, entity, extras, event, branch, at }),
    [carry, entity, extras, event, branch, at],
  );
  const make = async (): Promise<ShareLink> => {
    const saved = await actions.save();
    const log = saved.cursor.event > HASHED_MAX ? '' : await actions.ask('hash');
    return measure({ saved, entity, extras, log }, carry);
  };
  return useQuestion(moment, () => ofThisRun(make()), { keep: true });
}

async function measure(cargo: Cargo, carry: Carry): Promise<ShareLink> {
  const hash = await encode(cargo, carry);
  const full = (await encode(cargo, WHOLE)).length;
  const cost = each(() => 0);
  for (const part of Object.keys(PARTS) as LinkPart[]) {
    if (!PARTS[part](cargo)) continue;
    // oxlint-disable-next-line no-await-in-loop
    cost[part] = Math.max(1, full - (await encode(cargo, { ...WHOLE, [part]: false })).length);
  }
  return { hash, cost, saved: cargo.saved };
}

/**
 * Encodes a link. A link without live commands cannot name an event that exists only because of those commands; then it
 * opens the run at the start.
 */
function encode({ saved, entity, extras, log }: Cargo, carry: Carry): Promise<string> {
  const reachable = carry.instant && (carry.live || !isChanged(saved));
  const cursor = reachable ? saved.cursor : { ...saved.cursor, event: 0, step: 0, at: 0, decision: 0 };
  const { branches, ...run } = saved;
  const changes = carry.live ? { ...(branches !== undefined && { branches }) } : { live: [], branch: 1 };
  const carried: LinkExtras = Object.fromEntries(
    Object.entries(extras).filter(([part]) => carry[part as LinkPart] && (part !== 'answer' || reachable)),
  );
  return encodeLink({ ...run, cursor, ...changes }, carry.selection ? entity : '', {
    extras: carried,
    hash: reachable && saved.cursor.event > 0 ? log : '',
  });
}

/** Whether the run has live changes on any branch. */
function isChanged({ live, branches = [] }: SavedRun): boolean {
  return live.length > 0 || branches.length > 1;
}
