import { useMemo } from 'react';
import type { SavedRun } from '../../protocol/session-api.ts';
import type { LinkExtras } from '../../scenario/link-extras.ts';
import { packMarks } from '../../scenario/link-marks.ts';
import { encodeLink } from '../../scenario/link.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';

/** Everything that a link could carry now. */
interface Cargo {
  saved: SavedRun;
  /** What the link points at, "" = nothing. */
  entity: string;
  extras: LinkExtras;
  /** Hash of the event log. */
  log: string;
}

/** What a link can carry beyond the scenario, each with a test whether the run has any of it. Readers can leave parts out. */
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

/** A value for each part. */
function each<T>(value: (part: LinkPart) => T): Record<LinkPart, T> {
  const parts = Object.keys(PARTS) as LinkPart[];
  return Object.fromEntries(parts.map((part) => [part, value(part)])) as Record<LinkPart, T>;
}

/** What a link carries until the reader chooses. */
export const CARRIED_FIRST: Carry = each((part) => part !== 'answer' && part !== 'layout');
const WHOLE: Carry = each(() => true);

export interface ShareLink {
  hash: string;
  /** Characters that each part costs; 0 = the run has nothing of it. */
  cost: Record<LinkPart, number>;
  saved: SavedRun;
}

/** Longest run, in events, whose log is hashed: that would take seconds in a longer one. */
const HASHED_MAX = 200_000;

/** The link to the moment shown, and what its parts cost; `entity` = what it points at. Null until it is known. */
export function useLink(carry: Carry, entity: string, extras: LinkExtras): ShareLink | null {
  const actions = useActions();
  const event = useSession((session) => session.cursor.event);
  const branch = useSession((session) => session.branch);
  // Between two events the instant alone changes.
  const at = useSession((session) => (session.playing ? 0 : session.cursor.at));
  // Another object for each moment and each choice.
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

/** A link without live commands cannot point at an event that exists only because of them: it opens at the start. */
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

/** Whether anything was done live, on this branch or another. */
function isChanged({ live, branches = [] }: SavedRun): boolean {
  return live.length > 0 || branches.length > 1;
}
