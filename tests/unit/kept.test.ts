import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** A storage shared by two tabs. A tab learns of the other tab's changes when `deliver` is called. */
function createTabs() {
  const rows = new Map<string, string>();
  const listeners: ((event: { key: string | null }) => void)[] = [];
  let full = false;
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('window', {
    addEventListener: (_: 'storage', listener: (typeof listeners)[number]) => listeners.push(listener),
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      rows.set(key, text);
    },
    removeItem: (key: string) => void rows.delete(key),
  });
  return {
    rows,
    deliver: (key: string) => listeners.forEach((listener) => listener({ key })),
    fill: () => (full = true),
  };
}

async function tab<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  return load();
}

describe('storage in the browser', () => {
  let tabs: ReturnType<typeof createTabs>;
  beforeEach(() => {
    tabs = createTabs();
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('keeps the lesson progress of two tabs', async () => {
    const one = await tab(() => import('../../src/learn/panels/lesson/progress.ts'));
    const other = await tab(() => import('../../src/learn/panels/lesson/progress.ts'));
    const at = (stop: number) => ({ stop, stops: 6, right: -1, questions: 3 });
    other.noteProgress('windows', at(1));
    one.noteProgress('blockers', at(2));
    other.noteProgress('wheel', at(3));
    one.noteProgress('wheel', at(2));
    expect(JSON.parse(tabs.rows.get('qmgrscope.lessons') ?? '')).toEqual({
      windows: [1, 6, -1, 3],
      blockers: [2, 6, -1, 3],
      wheel: [3, 6, -1, 3],
    });
  });

  test('keeps the homework results that two tabs edit', async () => {
    const one = await tab(() => import('../../src/learn/panels/classroom/pasted-results.ts'));
    const other = await tab(() => import('../../src/learn/panels/classroom/pasted-results.ts'));
    one.editPasted('', 'Ann');
    // The second tab edits before it learns of the first tab's change.
    other.editPasted('', 'Bob');
    other.editPasted('Bob', 'Bob\nCem');
    one.editPasted('Ann', 'Ann\nDana');
    expect(tabs.rows.get('qmgrscope.results')?.split('\n').toSorted()).toEqual(['Ann', 'Bob', 'Cem', 'Dana']);
    one.editPasted(tabs.rows.get('qmgrscope.results') ?? '', '');
    expect(tabs.rows.has('qmgrscope.results')).toBe(false);
  });

  test('notifies the other tab', async () => {
    const { createKept } = await import('../../src/store/kept.ts');
    const make = () =>
      createKept(
        'test',
        (text) => text ?? '',
        (text) => text,
      );
    const [one, other] = [make(), make()];
    expect(other.read()).toBe('');
    one.set('written');
    tabs.deliver('test');
    expect(other.read()).toBe('written');
  });

  test('writes again when another tab writes at the same time', async () => {
    const { createKept } = await import('../../src/store/kept.ts');
    let granted = (): void => undefined;
    vi.stubGlobal('navigator', {
      locks: {
        request: (_: string, work: () => void) => {
          granted = work;
          return Promise.resolve();
        },
      },
    });
    const kept = createKept(
      'test',
      (text) => new Set((text ?? '').split(' ').filter((word) => word !== '')),
      (words) => [...words].join(' '),
    );
    const { changeUnderLock } = await import('../../src/learn/store/kept-lock.ts');
    changeUnderLock('test', kept, (now) => new Set([...now, 'mine']));
    // The other tab had read the value before this tab changed it.
    tabs.rows.set('test', 'theirs');
    granted();
    expect(tabs.rows.get('test')).toBe('theirs mine');
  });

  test('keeps data on the page when the storage is full', async () => {
    const { createKept } = await import('../../src/store/kept.ts');
    const kept = createKept(
      'test',
      (text) => text ?? '',
      (text) => text,
    );
    tabs.fill();
    kept.set('written');
    tabs.deliver('test');
    expect([kept.read(), tabs.rows.size]).toEqual(['written', 0]);
  });

  test('names a tab where the page came by plain http', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { tabName } = await tab(() => import('../../src/store/unshared.ts'));
    const { newRun } = await import('../../src/store/library.ts');
    expect(tabName()).toMatch(/^[0-9a-f]{32}$/);
    expect(newRun('Run', '#s=AAAA', []).id).toMatch(/^[0-9a-f]{32}$/);
  });
});

test('makes a worker only of a file of this site', async () => {
  let rule = (_url: string): string => '';
  vi.stubGlobal('location', new URL('https://page.example/folder/'));
  vi.stubGlobal('origin', 'https://page.example');
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_: string, rules: { createScriptURL: typeof rule }) => (rule = rules.createScriptURL),
  });
  const { trustOwnScripts } = await tab(() => import('../../src/client/trusted.ts'));
  trustOwnScripts();
  expect(rule('./assets/session.js')).toBe('./assets/session.js');
  for (const url of [
    'blob:https://page.example/1234',
    'https://other.example/x.js',
    'data:text/javascript,1',
  ])
    expect(() => rule(url)).toThrow('Refused to load a script from another site');
  vi.unstubAllGlobals();
});
