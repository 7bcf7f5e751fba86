import { expect, test } from 'vitest';
import { parseRoute } from '../../src/app/routes.ts';
import { openRoute } from '../../src/app/open-route.ts';
import { firstLetter } from '../../src/scenes/first-letter.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import type { Runtime } from '../../src/store/runtime.ts';
import { sameThreadReader } from '../fixtures/reader.ts';

/** Opens an address on a page whose session refuses every run. Returns what happened, in order. */
async function opening(hash: string): Promise<string[]> {
  const said: string[] = [];
  const actions = {
    openScenario() {
      said.push('run asked for');
      return Promise.resolve({ ok: false, errors: [] });
    },
  };
  const store = { getState: () => ({ session: { run: 0 } }) };
  const runtime = { actions, store, reader: sameThreadReader() } as unknown as Runtime;
  const page = await openRoute(parseRoute(hash), runtime, {
    wanted: () => true,
    onReadable: () => said.push('readable'),
  });
  return [...said, page?.kind ?? ''];
}

test('calls a link readable before its run is requested, and a damaged one never', async () => {
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  const link = await encodeLink({ scenario: firstLetter.scenario, live: [], cursor, branch: 1 });
  expect(await opening(link.slice(link.indexOf('#')))).toEqual(['readable', 'run asked for', 'bad-link']);
  expect(await opening('#s=AAAA')).toEqual(['bad-link']);
  expect(await opening('#nonsense')).toEqual(['bad-link']);
});
