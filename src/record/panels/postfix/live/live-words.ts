import { formatMany, formatLasting } from '../../../explain/record-format.ts';
import { formatWhole, formatBytes } from '../../../../explain/figures.ts';
import type { LiveMoment, LiveState, LiveView } from '../../../protocol/live.ts';
import { MICROS_PER_MINUTE } from '../../../../protocol/units.ts';

/** The answer, with its figures: what happens to a message that comes in now. */
export function forecast(view: LiveView | null, state: LiveState | null): string {
  if (state?.link === 'refused') return 'Nothing is followed any more.';
  if (view === null) return 'Connecting …';
  if (view.last === 0) return 'No line of a log has come yet.';
  if (view.postfix === 0) return 'No line of a Postfix has come yet.';
  const { wait, untried, deferred } = view.now;
  // Of a log that is not followed any more nothing can be foretold.
  if (state?.link === 'ended')
    return `At the end ${formatMany(untried, 'recipient')} waited for a first try, and ${formatMany(deferred, 'message was', 'messages were')} deferred.`;
  const put = deferred === 0 ? '' : ` ${formatMany(deferred, 'message is', 'messages are')} deferred.`;
  if (wait === null)
    return `${formatMany(untried, 'recipient waits', 'recipients wait')}, and nothing goes out.${put}`;
  if (wait < 10) return `A message that comes in now has its first try at once.${put}`;
  return `A message that comes in now waits about ${formatLasting(wait)} for its first try.${put}`;
}

const LINKS: Readonly<Record<LiveState['link'], string>> = {
  opening: 'connecting',
  following: 'following',
  broken: 'connection lost',
  ended: 'ended',
  gone: 'file is gone',
  refused: 'ended',
};

/** How the lines come in: a word, whether it is good, and a sentence where something is to be said. */
export function linkWords(
  state: LiveState,
  view: LiveView | null,
  paused: boolean,
): { word: string; mark: 'good' | 'warn' | 'bad'; more: string } {
  const quiet = view !== null && view.last !== 0 && state.at * 1000 - view.last > MICROS_PER_MINUTE;
  const still = state.link === 'following' && quiet;
  const word = paused ? 'paused' : still ? 'no line for 60 s' : LINKS[state.link];
  const mark =
    state.link !== 'following' && state.link !== 'opening' ? 'bad' : paused || still ? 'warn' : 'good';
  const more = [
    ...(paused ? ['The picture stands still; lines are kept.'] : []),
    ...(state.link === 'broken' ? ['It is tried again every second; what is missed then comes after.'] : []),
    ...(state.link === 'gone' ? ['It is looked for ten times a second.'] : []),
    ...(state.reason === '' ? [] : [state.reason.endsWith('.') ? state.reason : `${state.reason}.`]),
    ...(state.behind > 1_000_000 ? [`Behind by ${formatBytes(state.behind)}.`] : []),
    ...(state.lost > 0
      ? [`${formatBytes(state.lost)} came while the page was away, and are not kept any more.`]
      : []),
    ...(state.rotations > 0
      ? [
          `The file was rotated ${state.rotations === 1 ? 'once' : `${formatWhole(state.rotations)} times`}${state.link === 'following' ? '; the new one is followed' : ''}.`,
        ]
      : []),
  ].join(' ');
  return { word, mark, more };
}

/** A moment as a sentence. */
export function momentWords({ what, subject, n, m }: LiveMoment): string {
  switch (what) {
    case 'start':
      return `Postfix began: ${subject.replace(/^daemon started -- /, '')}.`;
    case 'reload':
      return 'Postfix was reloaded: windows begin at their initial value again.';
    case 'stop':
      return 'Postfix was stopped.';
    case 'clog':
    case 'warning':
    case 'lost-lines':
      return subject;
    case 'dead':
      return `${subject} is dead: its mail is deferred without a try.`;
    case 'alive':
      return `${subject} answers again after ${formatLasting(n)}; ${formatMany(m, 'recipient was', 'recipients were')} deferred without a try.`;
    case 'busy-refused':
      return `${subject} answers 421, with about ${formatMany(n, 'delivery', 'deliveries')} at once.`;
    case 'refused':
      return `${subject} takes no connection.`;
    case 'later':
      return `${subject} puts mail off in the session (4xx).`;
    case 'burst':
      return `${subject || 'The null sender'} began: ${formatWhole(n)} messages in ten seconds.`;
    case 'burst-over':
      return `${subject || 'The null sender'} has stopped.`;
    case 'slow':
      return `Mail waits over 1 min for its first try (median of the last minute: ${formatLasting(n)}).`;
    case 'slow-over':
      return `Mail has its first try after ${formatLasting(n)} again.`;
    case 'all-busy':
      return `All ${formatWhole(n)} ${subject} processes are busy.`;
  }
}
