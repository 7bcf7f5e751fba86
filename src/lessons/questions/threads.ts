/** Questions about concurrency groups: who is woken, and what the count of a group becomes. */
import { threadSentence } from '../../explain/threads.ts';
import { figure, say, type Token } from '../../explain/tokens.ts';
import type { ThreadEvent } from '../../protocol/events.ts';
import type { Draw } from './draw.ts';
import { goOn, type Probe, stepBehind } from './probe.ts';
import { type Choice, CHOICES_MAX, type Question } from './question.ts';

type Threaded<K extends ThreadEvent['kind']> = Extract<ThreadEvent, { kind: K }>;

/** Changes of a count looked at for one that is worth a question. */
const LOOKS = 40;

/** "Who wakes?": the thread that is released next. `about` = a rule, such as `W2`. */
export async function askWhoWakes(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
  for (let i = 0; i < LOOKS; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if (!(await goOn(probe, { kinds: ['thread.released'], message: 0, destination: '' }))) return null;
    const released = eventsOf(probe, 'thread.released').find(({ cause }) => about === '' || cause === about);
    if (released === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const places = await stepBehind(probe);
    // oxlint-disable-next-line no-await-in-loop
    const waiting = (await waitersOf(probe, released.source)).filter((name) => name !== released.name);
    if (waiting.length === 0) continue;
    return wakeQuestion(draw, released, waiting, places);
  }
  return null;
}
