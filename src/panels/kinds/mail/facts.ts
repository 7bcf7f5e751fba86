import type { MailScenario } from '../../../protocol/scenario.ts';
import { formatCount } from '../../../explain/format.ts';
import { cpuText } from '../threads/facts.ts';

/** How much there is of a scene of mail, in one line. */
export function mailFacts({ script, agents: limits, threads, view }: MailScenario): string {
  const limit = limits[view.transport] ?? 100;
  if (threads !== undefined)
    return `mail, ${limit} agents, CV ${threads.limit ?? 0}, ${cpuText(threads.cpus)}`;
  const messages = script.filter(({ command }) => command.kind === 'message.inject').length;
  const agents = limit === 1 ? '1 agent' : `${limit} agents`;
  return `${formatCount(messages)} ${messages === 1 ? 'message' : 'messages'}, ${agents}`;
}
