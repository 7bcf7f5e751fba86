import { expect, test } from 'vitest';
import { inHash, tabOf } from '../../src/record/panels/postfix/tab-props.ts';

test('an unreadable address of #postfix names no message and no search', () => {
  expect(inHash('#postfix&tab=message&id=4A%2FB&q=b%3E60s', 'id')).toBe('4A/B');
  expect(inHash('#postfix&tab=message&id=4A%2FB&q=b%3E60s', 'q')).toBe('b>60s');
  expect(inHash('#postfix&tab=message', 'id')).toBe('');
  for (const broken of ['%', '%E0%A4', '%zz'])
    for (const name of ['id', 'q'] as const)
      expect(inHash(`#postfix&tab=message&${name}=${broken}`, name)).toBe('');
});

/** Makes a view with only the fields that determine which tab opens. */
const viewWith = (part: { lines?: number; kinds?: string[]; hasQueue?: boolean; hasMain?: boolean }) => ({
  progress: null,
  view: {
    instances: part.lines === undefined ? [] : [{ lines: part.lines }],
    files: (part.kinds ?? []).map((kind) => ({ kind })),
    hasQueue: part.hasQueue ?? false,
    hasMain: part.hasMain ?? false,
    hasMaster: false,
  },
});
type State = Parameters<typeof tabOf>[1];

test('addresses of earlier tabs lead to the matching place', () => {
  const state = viewWith({ lines: 9, kinds: ['log'] }) as unknown as State;
  for (const tab of ['overview', 'message', 'replay', 'findings'])
    expect(tabOf(`#postfix&tab=${tab}&id=4AB`, state)).toBe('findings');
  expect(tabOf('#postfix&tab=configuration', state)).toBe('settings');
  for (const tab of ['queue', 'what-if', 'live', 'files', 'incidents'])
    expect(tabOf(`#postfix&tab=${tab}`, state)).toBe(tab);
});

test('without a tab in the address, files open on what they can answer', () => {
  const tabFor = (part: Parameters<typeof viewWith>[0]) =>
    tabOf('#postfix', viewWith(part) as unknown as State);
  expect(tabFor({ lines: 9, kinds: ['log', 'postqueue'], hasQueue: true })).toBe('findings');
  expect(tabFor({ kinds: ['postqueue'], hasQueue: true })).toBe('queue');
  expect(tabFor({ kinds: ['postconf'], hasMain: true })).toBe('settings');
  expect(tabFor({ kinds: ['unknown'] })).toBe('files');
  // Without files, the page opens the tab for adding files. While it reads a file, it opens the tab of the findings.
  expect(tabOf('#postfix', { view: null, progress: null })).toBe('files');
  expect(tabOf('#postfix', { view: null, progress: {} } as State)).toBe('findings');
});
