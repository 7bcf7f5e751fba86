import { expect, test } from 'vitest';
import { runMoves } from '../../src/cli/run-debug.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';

test('for a step without a decision, command line and page name the same event', async () => {
  const item = galleryItem('fifo');
  if (item === undefined) throw new Error('no such scene');
  const lines: string[] = [];
  const step = { kind: 'step', unit: 'event', direction: 1, times: 1 } as const;
  await runMoves(item.scenario, null, [step], (line) => lines.push(line));
  // The sentence is about the arrival, although the last event of this step assigns the message to a job.
  expect(lines).toEqual([expect.stringMatching(/^0\.\d+ s {2}step 1, .* arrives/)]);
});
