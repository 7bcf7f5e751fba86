import { describe, expect, it } from 'vitest';
import { failures, folderOf, publicNames, runsOf, withFolder } from '../fixtures/records/public-checks.ts';

describe('questions that were asked in public', () => {
  it.each(publicNames())('%s is answered', async (name) => {
    await withFolder(async (into) => {
      expect(await failures(runsOf(name), folderOf(name, into))).toEqual([]);
    });
  });
});
