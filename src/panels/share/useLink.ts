import { useEffect, useState } from 'react';
import type { SavedRun } from '../../protocol/session-api.ts';
import { encodeLink } from '../../scenario/link.ts';
import { useActions, useSession } from '../../store/hooks.ts';

/** What the link carries beyond the scenario; each can be left out. */
export interface Carry {
  instant: boolean;
  selection: boolean;
  live: boolean;
}

export interface ShareLink {
  hash: string;
  /** Characters that each part costs; 0 = there is nothing of it. */
  cost: { instant: number; selection: number; live: number };
  saved: SavedRun;
}

/** The link to the moment shown, and what its parts cost; `entity` = what it points at. Null until it is known. */
export function useLink(carry: Carry, entity: string): ShareLink | null {
  const actions = useActions();
  const event = useSession((session) => session.cursor.event);
  const [link, setLink] = useState<ShareLink | null>(null);
  useEffect(() => {
    let wanted = true;
    const make = async (): Promise<void> => {
      const saved = await actions.save();
      const next = await measure(saved, carry, entity);
      if (wanted) setLink(next);
    };
    make().catch(() => {
      // The run was replaced while its link was made; the next render asks again.
    });
    return () => {
      wanted = false;
    };
  }, [actions, carry, entity, event]);
  return link;
}

async function measure(saved: SavedRun, carry: Carry, entity: string): Promise<ShareLink> {
  const hash = await encode(saved, carry, entity);
  const whole = { instant: true, selection: true, live: true };
  const full = await encode(saved, whole, entity);
  const without = async (part: keyof Carry): Promise<number> =>
    full.length - (await encode(saved, { ...whole, [part]: false }, entity)).length;
  const cost = {
    instant: saved.cursor.event > 0 ? Math.max(1, await without('instant')) : 0,
    selection: entity !== '' ? await without('selection') : 0,
    live: changed(saved) ? await without('live') : 0,
  };
  return { hash, cost, saved };
}

/** A link without what was done live cannot point at an event that only exists because of it: it opens at the start. */
function encode(saved: SavedRun, carry: Carry, entity: string): Promise<string> {
  const live = carry.live ? saved.live : [];
  const reachable = carry.instant && (carry.live || !changed(saved));
  const cursor = reachable ? saved.cursor : { ...saved.cursor, event: 0, step: 0, at: 0, decision: 0 };
  const branch = carry.live ? saved.branch : 1;
  const { branches, ...run } = saved;
  const tree = carry.live && branches !== undefined ? { branches } : {};
  return encodeLink({ ...run, live, cursor, branch, ...tree }, carry.selection ? entity : '');
}

/** Whether anything was done live, on this branch or another. */
function changed({ live, branches = [] }: SavedRun): boolean {
  return live.length > 0 || branches.length > 1;
}
