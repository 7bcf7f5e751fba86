import { request } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { startRecordServer } from '../../src/record/cli/opening/server.ts';
import { sourcesOf } from '../../src/record/cli/records/files.ts';

const LOG = join(import.meta.dirname, '../fixtures/records/verbose/w1b/maillog.gz');
const folder = mkdtempSync(join(tmpdir(), 'served-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Requests a path with any headers; `fetch` would not let a test name another host. */
function ask(
  port: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the server of late --open', () => {
  let close = (): void => {};
  let port = '';
  let token = '';
  beforeEach(async () => {
    writeFileSync(join(folder, 'index.html'), 'the page');
    const started = await startRecordServer(folder, {
      sources: [...sourcesOf([LOG]), textSource('postconf -n', 'a = b\n', 5)],
      classes: [{ name: 'resets', predicate: 'from=reset@*' }],
      options: { zone: 'Europe/Vienna', year: 2025 },
    });
    const address = new URL(started.address);
    ({ close } = started);
    ({ port } = address);
    token = /&served=([\w-]+)$/.exec(address.hash)?.[1] ?? '';
  });
  afterEach(() => close());

  test('serves the page, and the record to who knows the token', async () => {
    expect((await ask(port, '/')).bytes.toString()).toBe('the page');
    const { bytes } = await ask(port, `/record/${token}`);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      zone: 'Europe/Vienna',
      year: 2025,
      classes: [{ name: 'resets', predicate: 'from=reset@*' }],
      files: [{ name: LOG }, { name: 'postconf -n', modified: 5 }],
    });
    const log = await ask(port, `/record/${token}/0`);
    expect(log.bytes.equals(readFileSync(LOG))).toBe(true);
    expect((await ask(port, `/record/${token}/1`)).bytes.toString()).toBe('a = b\n');
    expect((await ask(port, `/record/${token}/2`)).status).toBe(404);
  });

  test('refuses a wrong token, another host name and another site', async () => {
    expect(token.length).toBeGreaterThanOrEqual(24);
    expect((await ask(port, `/record/${'a'.repeat(token.length)}`)).status).toBe(404);
    expect((await ask(port, `/record/${token}`, { host: 'evil.example' })).status).toBe(403);
    expect((await ask(port, '/', { host: 'evil.example' })).status).toBe(403);
    expect((await ask(port, `/record/${token}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask(port, `/record/${token}/0`, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
