import { describe, expect, test } from 'vitest';
import { fileToLink } from '../../src/reading/scenario-file.ts';
import { tenTwoTwo } from '../../src/scenes/document-examples.ts';
import { FILE_MOST, openTextFile } from '../../src/panels/kit/read-file.ts';
import { decodeLink } from '../../src/scenario/link.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage } from '../fixtures/session-harness.ts';

describe('a saved run', () => {
  test('opens with all its branches, on the one last shown', async () => {
    const { api } = await openPage(anyEngine, tenTwoTwo.scenario);
    await api.seek({ at: 3_000_000 });
    await api.seek({ at: 1_000_000 });
    await api.command({ kind: 'param.set', name: 'default_delivery_slot_cost', value: 5 });
    const saved = await api.save();
    expect(saved.branches).toHaveLength(2);
    const file = await fileToLink(JSON.stringify(saved));
    if (!file.ok) throw new Error(file.detail);
    const link = await decodeLink(file.hash);
    if (!link.ok) throw new Error(link.detail);
    expect(link.tree).toEqual({ branches: saved.branches, branch: saved.branch });
  });

  test('with damaged branches is refused by the name of the field', async () => {
    const { api } = await openPage(anyEngine, tenTwoTwo.scenario);
    const saved = { ...(await api.save()), branches: [{ parent: 'x' }] };
    const file = await fileToLink(JSON.stringify(saved));
    expect(file).toMatchObject({ ok: false, detail: expect.stringContaining('branches') });
  });
});

describe('a file', () => {
  const read = async (size: number, text: () => Promise<string>): Promise<[string | null, string[]]> => {
    const opened: string[] = [];
    const answer = await openTextFile({ size, text } as Blob, (held) => {
      opened.push(held);
      return Promise.resolve(held === 'good' ? null : 'wrong');
    });
    return [answer, opened];
  };

  test('is returned with its errors', async () => {
    expect(await read(4, () => Promise.resolve('good'))).toEqual([null, ['good']]);
    expect(await read(3, () => Promise.resolve('bad'))).toEqual(['wrong', ['bad']]);
  });

  test('of a gigabyte is refused without being read', async () => {
    let touched = false;
    const answer = await read(1024 ** 3, () => {
      touched = true;
      return Promise.resolve('');
    });
    expect(answer).toEqual(['It holds 1024 MB: at most 32 MB are accepted.', []]);
    expect(touched).toBe(false);
    expect((await read(FILE_MOST, () => Promise.resolve('good')))[0]).toBeNull();
  });

  test('that has disappeared gives an answer, not an exception', async () => {
    expect(await read(4, () => Promise.reject(new DOMException('gone', 'NotFoundError')))).toEqual([
      'The browser could not read it.',
      [],
    ]);
  });
});
