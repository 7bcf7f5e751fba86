import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agrees } from '../../src/scenario/link-hash.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { ENGINE_VERSION, upgrade } from '../../src/scenario/versions.ts';
import { createProbe } from '../fixtures/probe.ts';

/** A link written by an earlier version, and the run that the earlier version showed. Add entries; never change one. */
interface StoredLink {
  scenario: number;
  engine: number;
  title: string;
  event: number;
  log: string;
  hash: string;
}

const stored = JSON.parse(
  readFileSync(new URL('../fixtures/stored-links.json', import.meta.url), 'utf8'),
) as StoredLink[];

/** Hash of the log that a link gives on this engine. */
async function logOf(hash: string): Promise<string> {
  const link = await decodeLink(hash);
  if (!link.ok) throw new Error(link.detail);
  const probe = await createProbe();
  await probe.api.open(link.scenario, link.live, { event: link.event });
  return probe.api.ask('hash');
}

describe.each(stored)('the stored link $title of engine $engine', ({ title, event, log, hash, engine }) => {
  test('opens despite later upgrades', async () => {
    const link = await decodeLink(hash);
    expect(link).toMatchObject({ ok: true, event, hash: log.slice(0, 6), scenario: { title } });
  });

  test('agrees with this engine only if this engine made it', async () => {
    // If a link of the present engine version gives another log than the stored one, the engine now decides differently
    // in an unchanged scenario. Then raise ENGINE_VERSION in scenario/versions.ts, so that readers who open older links
    // are warned, and add links of the new engine.
    const now = await logOf(hash);
    expect({ now, agrees: agrees(log.slice(0, 6), now) }).toEqual(
      engine === ENGINE_VERSION ? { now: log, agrees: true } : { now, agrees: now === log },
    );
  });
});

test('links of every version of scenario and engine exist', () => {
  const engines = new Set(stored.map(({ engine }) => engine));
  const forms = new Set(stored.map(({ scenario }) => scenario));
  for (let version = 1; version <= ENGINE_VERSION; version += 1) expect(engines).toContain(version);
  for (let version = 1; version <= Math.max(...forms); version += 1) expect(forms).toContain(version);
});

test('a link with another log does not agree', async () => {
  const [first] = stored;
  const link = await decodeLink(first?.hash ?? '');
  if (!link.ok) throw new Error(link.detail);
  const cursor = { at: 0, step: 0, event: link.event, decision: 0 };
  const other = await encodeLink({ scenario: link.scenario, live: [], cursor, branch: 1 }, '', {
    hash: 'a'.repeat(16),
  });
  const decoded = await decodeLink(other);
  expect(decoded.ok && agrees(decoded.hash, await logOf(other))).toBe(false);
});

test('upgraders run one after the other, from the version of the file to this one', () => {
  const seen: number[] = [];
  const chain = [1, 2, 3].map((from) => (scenario: Record<string, unknown>) => {
    seen.push(from);
    expect(scenario['version']).toBe(from);
    return { ...scenario, [`from${from}`]: true };
  });
  const upgraded = upgrade({ version: 2, title: 'old' }, chain, 4);
  expect(upgraded).toEqual({ ok: true, value: { version: 4, title: 'old', from2: true, from3: true } });
  expect(seen).toEqual([2, 3]);
  expect(upgrade({ version: 5 }, chain, 4)).toMatchObject({ ok: false, newer: true });
});
