import { useMemo } from 'react';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';
import type { SavedRun } from '../../protocol/session-api.ts';
import type { LinkExtras } from '../../scenario/link-extras.ts';
import { packMarks } from '../../scenario/link-marks.ts';
import { encodeLink } from '../../scenario/link.ts';
import { useActions, useSession } from '../../store/hooks.ts';

/** What the link carries beyond the scenario; each can be left out. */
export interface Carry {
  instant: boolean;
  selection: boolean;
  live: boolean;
  bookmarks: boolean;
  marks: boolean;
  note: boolean;
  answer: boolean;
  layout: boolean;
}

type CarryPart = keyof Carry;
const PARTS: readonly CarryPart[] = [
  'instant',
  'selection',
  'live',
  'bookmarks',
  'marks',
  'note',
  'answer',
  'layout',
];
const WHOLE: Carry = {
  instant: true,
  selection: true,
  live: true,
  bookmarks: true,
  marks: true,
  note: true,
  answer: true,
  layout: true,
};

export interface ShareLink {
  hash: string;
  /** Characters that each part costs; 0 = there is nothing of it. */
  cost: Record<CarryPart, number>;
  saved: SavedRun;
}

/** Runs longer than this are not hashed while a popover opens: it would take seconds. */
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

/** Everything that a link could carry now. */
interface Cargo {
  saved: SavedRun;
  entity: string;
  extras: LinkExtras;
  /** Hash of the event log. */
  log: string;
}

async function measure(cargo: Cargo, carry: Carry): Promise<ShareLink> {
  const { saved, entity, extras } = cargo;
  const hash = await encode(cargo, carry);
  const full = (await encode(cargo, WHOLE)).length;
  const there: Carry = {
    instant: saved.cursor.event > 0,
    selection: entity !== '',
    live: changed(saved),
    bookmarks: (extras.bookmarks ?? []).length > 0,
    marks: extras.marks !== undefined && packMarks(extras.marks) !== null,
    note: (extras.note ?? '') !== '',
    answer: (extras.answer ?? '') !== '',
    layout: true,
  };
  const cost = { instant: 0, selection: 0, live: 0, bookmarks: 0, marks: 0, note: 0, answer: 0, layout: 0 };
  for (const part of PARTS) {
    if (!there[part]) continue;
    // oxlint-disable-next-line no-await-in-loop
    cost[part] = Math.max(1, full - (await encode(cargo, { ...WHOLE, [part]: false })).length);
  }
  return { hash, cost, saved };
}

/** A link without what was done live cannot point at an event that only exists because of it: it opens at the start. */
function encode({ saved, entity, extras, log }: Cargo, carry: Carry): Promise<string> {
  const live = carry.live ? saved.live : [];
  const reachable = carry.instant && (carry.live || !changed(saved));
  const cursor = reachable ? saved.cursor : { ...saved.cursor, event: 0, step: 0, at: 0, decision: 0 };
  const branch = carry.live ? saved.branch : 1;
  const { branches, ...run } = saved;
  const tree = carry.live && branches !== undefined ? { branches } : {};
  const carried: LinkExtras = {
    ...(carry.bookmarks && extras.bookmarks !== undefined ? { bookmarks: extras.bookmarks } : {}),
    ...(carry.marks && extras.marks !== undefined ? { marks: extras.marks } : {}),
    ...(carry.note && extras.note !== undefined ? { note: extras.note } : {}),
    ...(carry.answer && reachable && extras.answer !== undefined ? { answer: extras.answer } : {}),
    ...(carry.layout && extras.layout !== undefined ? { layout: extras.layout } : {}),
  };
  return encodeLink({ ...run, live, cursor, branch, ...tree }, carry.selection ? entity : '', {
    extras: carried,
    hash: reachable && saved.cursor.event > 0 ? log : '',
  });
}

/** Whether anything was done live, on this branch or another. */
function changed({ live, branches = [] }: SavedRun): boolean {
  return live.length > 0 || branches.length > 1;
}
