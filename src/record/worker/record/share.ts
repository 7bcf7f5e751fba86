import { parsePredicate } from '../../importers/classes/parse.ts';
import type { Renamer } from '../../importers/share/names.ts';
import { recordRenamer, shareRecord } from '../../importers/share/share.ts';
import { listingIn } from '../../importers/snapshots/postqueue.ts';
import type { Result } from '../../../protocol/result.ts';
import { SHARE_LINK_MAX, type SharedRecord, type ShareQuestion } from '../../protocol/share.ts';
import { joinBundle, recordLink } from '../../../scenario/record/bundle.ts';
import type { HeldRecord } from './held.ts';

/** Records with more lines get no link, because it would be a hundred times too long. */
const LINK_LINES = 20_000;

const queuesOf = ({ texts }: HeldRecord): string[] =>
  [...texts.values()].filter((text) => listingIn(text) !== null);

export function renamerOf(held: HeldRecord): Renamer {
  return recordRenamer(held.result.builder.members, held.settings, queuesOf(held));
}

/** Replaces the names of a record. Returns the result as one text, and as a link if the text is short. */
export async function shareOf(
  held: HeldRecord,
  { from, to, only, classes }: ShareQuestion,
): Promise<Result<SharedRecord>> {
  const predicates = only.map((text) => parsePredicate(text, 'only'));
  const errors = predicates.flatMap((read) => (read.ok ? [] : read.errors));
  if (errors.length > 0) return { ok: false, errors };
  const shared = shareRecord(held.result.builder.members, held.settings, queuesOf(held), {
    from,
    to,
    only: predicates.flatMap((read) => (read.ok ? [read.value] : [])),
    classes,
  });
  const { texts, key, members, shift, counts, samples, classes: named, classesLeft } = shared;
  const link = counts.lines > LINK_LINES ? '' : await recordLink(texts);
  return {
    ok: true,
    value: {
      bundle: joinBundle(texts),
      link: link.length > SHARE_LINK_MAX ? '' : link,
      linkLength: link.length,
      key,
      instances: members,
      shift,
      counts,
      samples,
      classes: named,
      classesLeft,
    },
  };
}
