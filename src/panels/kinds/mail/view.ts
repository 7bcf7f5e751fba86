import { mailRun } from '../../../scenario/kinds/narrow.ts';
import { formatClock, formatSeconds } from '../../../explain/format.ts';
import type { KindView, UnitChoice } from '../view.ts';
import { AGENTS, WAKEUP } from '../units.ts';

const STAGE: readonly UnitChoice[] = [
  { value: 'decision', text: 'decision' },
  { value: 'delivery', text: 'delivery' },
  { value: 'event', text: 'event' },
  { value: 'message', text: 'message', title: 'to the next message that is done' },
  { value: 'second', text: 'second' },
];
const WHEEL: readonly UnitChoice[] = [
  WAKEUP,
  { value: 'decision', text: 'decision' },
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];

export const MAIL_VIEW: KindView = {
  units: (hero) => (hero === 'threads' ? AGENTS : hero === 'wheel' ? WHEEL : STAGE),
  wakes: (hero) => hero === 'wheel',
  leaps: true,
  clock: formatClock,
  instant: formatSeconds,
  counts: 'decision',
  comparable: true,
  explains: true,
  messages: true,
  onRecord: (scenario) => mailRun(scenario)?.recorded !== undefined,
  nextTurn: true,
  settings: (scenario) => ` ${Object.keys(mailRun(scenario)?.params ?? {}).length} changed parameters,`,
};
