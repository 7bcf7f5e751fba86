import type { Command, ScriptedCommand } from '../../protocol/commands.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../protocol/units.ts';
import { completeScenario } from '../../scenario/defaults.ts';
import type { GalleryItem } from '../item.ts';

type Words = Pick<GalleryItem, 'id' | 'title' | 'about' | 'differs' | 'opensAt' | 'opensWith'>;

/** Makes a scene from its texts and the members that differ from Postfix's defaults. The script may be in any order. */
export function mailScene(words: Words, scenario: Partial<MailScenario>): GalleryItem<MailScenario> {
  const { title, about } = words;
  const script = (scenario.script ?? []).toSorted((a, b) => a.at - b.at);
  return { ...words, scenario: completeScenario({ title, about, ...scenario, script }) };
}

/** Returns one line of a script; its instant is given in seconds. */
export function at(seconds: Seconds, command: Command): ScriptedCommand {
  return { at: Math.round(seconds * MICROS_PER_SECOND), command };
}

/**
 * Injects a message with the given number of recipients at each destination: `name` on smtp, `transport:name` on another
 * transport.
 */
export function mail(to: Record<string, number>): Command {
  const shares = Object.entries(to).map(([name, count]) => {
    const [transport, destination] = name.split(':');
    return destination === undefined
      ? { destination: name, count }
      : { transport: transport ?? '', destination, count };
  });
  return { kind: 'message.inject', to: shares };
}

/** Repeats a message `count` times, `gap` seconds apart. */
export function stream(
  from: Seconds,
  gap: Seconds,
  count: number,
  to: Record<string, number>,
): ScriptedCommand[] {
  return Array.from({ length: count }, (_, i) => at(from + i * gap, mail(to)));
}
