import { formatMany, formatLasting } from '../../../explain/record-format.ts';
import { formatWhole, formatBytes } from '../../../../explain/figures.ts';
import type { LiveMoment, LiveState, LiveView } from '../../../protocol/live.ts';
import { MICROS_PER_MINUTE } from '../../../../protocol/units.ts';

/** Says how long a new message waits, or why that is unknown. */
export function forecast(view: LiveView | null, state: LiveState | null): string {
  if (state?.link === 'refused') return 'Following has ended.';
  if (view === null) return 'Connecting …';
  if (view.last === 0) return 'No line of the log yet.';
  if (view.postfix === 0) return 'No Postfix log line yet.';
  const { wait, untried, deferred } = view.now;
  // When following has ended, no new lines arrive from which a forecast could be made.
  if (state?.link === 'ended')
    return `At the end ${formatMany(untried, 'recipient')} waited for a first attempt, and ${formatMany(deferred, 'message was', 'messages were')} deferred.`;
  const put = deferred === 0 ? '' : ` ${formatMany(deferred, 'message is', 'messages are')} deferred.`;
  if (wait === null)
    return `${formatMany(untried, 'recipient waits', 'recipients wait')}, and nothing is delivered.${put}`;
  if (wait < 10) return `A new message is attempted immediately.${put}`;
  return `A new message waits about ${formatLasting(wait)} for its first attempt.${put}`;
}

const LINKS: Readonly<Record<LiveState['link'], string>> = {
  opening: 'connecting',
  following: 'following',
  broken: 'connection lost',
  ended: 'ended',
  gone: 'file missing',
  refused: 'ended',
};

/** Describes the connection: a word for its state, the tone of that word, and a sentence where needed. */
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
    ...(paused ? ['The picture is paused. New lines are kept.'] : []),
    ...(state.link === 'broken' ? ['Retrying every second; missed lines follow later.'] : []),
    ...(state.link === 'gone' ? ['The page looks for it ten times a second.'] : []),
    ...(state.reason === '' ? [] : [state.reason.endsWith('.') ? state.reason : `${state.reason}.`]),
    ...(state.behind > 1_000_000 ? [`Behind by ${formatBytes(state.behind)}.`] : []),
    ...(state.lost > 0 ? [`${formatBytes(state.lost)} came while the page was away and are lost.`] : []),
    ...(state.rotations > 0
      ? [
          `The file was rotated ${state.rotations === 1 ? 'once' : `${formatWhole(state.rotations)} times`}${state.link === 'following' ? '. The new file is followed' : ''}.`,
        ]
      : []),
  ].join(' ');
  return { word, mark, more };
}

export function momentWords({ what, subject, n, m }: LiveMoment): string {
  switch (what) {
    case 'start':
      return `Postfix started (${subject.replace(/^daemon started -- /, '')}).`;
    case 'reload':
      return 'Postfix was reloaded. Windows start again at their initial value.';
    case 'stop':
      return 'Postfix was stopped.';
    case 'clog':
    case 'warning':
    case 'lost-lines':
      return subject;
    case 'dead':
      return `${subject} is dead. Its mail is deferred without an attempt.`;
    case 'alive':
      return `${subject} answers again after ${formatLasting(n)}. During the outage ${formatMany(m, 'recipient was', 'recipients were')} deferred without an attempt.`;
    case 'busy-refused':
      return `${subject} replies 421 at about ${formatMany(n, 'concurrent delivery', 'concurrent deliveries')}.`;
    case 'refused':
      return `${subject} refuses connections.`;
    case 'later':
      return `${subject} defers mail in the session (4xx).`;
    case 'burst':
      return `${subject || 'The null sender'} sent ${formatWhole(n)} messages in ten seconds.`;
    case 'burst-over':
      return `The burst of ${subject || 'the null sender'} is over.`;
    case 'slow':
      return `Mail waits over 1 min for its first attempt (median of the last minute ${formatLasting(n)}).`;
    case 'slow-over':
      return `Mail waits only ${formatLasting(n)} again.`;
    case 'all-busy':
      return `All ${formatWhole(n)} ${subject} processes are busy.`;
  }
}
