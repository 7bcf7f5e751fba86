import { expect, test } from 'vitest';
import type { Command } from '../../src/protocol/commands.ts';
import type { LogFilter } from '../../src/protocol/debug.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage } from '../fixtures/session-harness.ts';

const ALL: LogFilter = { kinds: [], message: 0, destination: '', words: [] };
const SECOND = 1_000_000;

function inject(number: number | undefined, destination: string): Command {
  const to = [{ transport: 'smtp', destination, count: 1 }];
  return { kind: 'message.inject', to, ...(number === undefined ? {} : { number }) };
}

test('messages created after the fork use the names of their branch', async () => {
  const page = await openPage(
    coreEngine,
    completeScenario({
      script: [
        { at: 0, command: inject(1, 'first.example') },
        { at: 5 * SECOND, command: inject(100, 'late.example') },
      ],
    }),
  );
  await page.api.seek({ at: 60 * SECOND });
  await page.api.seek({ at: 3 * SECOND });
  await page.api.command(inject(undefined, 'other.example'));
  await page.api.seek({ at: 60 * SECOND });
  expect(page.state.session.branch).toBe(2);

  const count = async (filter: Partial<LogFilter>) =>
    (await page.api.ask('log', { ...ALL, ...filter }, 0, 500)).total;
  expect(await count({ destination: 'other.example' })).toBeGreaterThan(2);
  expect(await count({ destination: 'other.example' })).toBe(await count({ destination: 'late.example' }));
  expect(await count({ message: 2 })).toBe(await count({ message: 100 }));

  // Names are also known for messages that are gone at the end, and for messages that arrived after the start.
  const { names } = await page.api.ask('log', ALL, 0, 500);
  expect(names.transports).toEqual([[1, 'smtp']]);
  expect(names.queues.map(([, name]) => name)).toEqual(['first.example', 'other.example', 'late.example']);
  expect(names.messages.map(([, number]) => number)).toEqual([1, 2, 100]);
  const story = await page.api.ask('messageEvents', 2, 100);
  expect(story.names.queues).toEqual(names.queues.slice(1, 2));
  await page.api.seek({ step: 0 });
  expect((await page.api.ask('log', ALL, 0, 500)).names).toEqual(names);
});
