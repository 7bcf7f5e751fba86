import type { ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Page } from '@playwright/test';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { replayEvidenceOf } from '../../src/record/importers/replay/evidence.ts';
import { replayOf } from '../../src/record/importers/replay/setup.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { finish } from '../../src/record/importers/store/finish.ts';
import { followRecord } from '../../src/record/worker/replay/follow.ts';
import {
  freePort,
  inject,
  type RealPostfix,
  startPostfix,
  startServer,
  whyNoPostfix,
} from '../fixtures/real-postfix.ts';
import { counted, pause, table, until, watch } from './living.ts';
import { expect, test } from './page.ts';

const DOMAINS = ['healthy.example', 'slow.example', 'crowded.example', 'away.example'] as const;

/**
 * Sends mail for some seconds: small messages, a large one, mail to a server that is down, and mail to a server with few
 * sessions.
 */
async function send(port: number): Promise<void> {
  const to = (domain: string, n: number): string[] => Array.from({ length: n }, (_, i) => `u${i}@${domain}`);
  const [healthy, slow, crowded, away] = DOMAINS;
  await until('it takes mail', () =>
    inject(port, 'first@home.example', to(healthy, 1)).then(
      () => true,
      () => false,
    ),
  );
  await inject(port, 'news@home.example', [...to(slow, 8), ...to(healthy, 30)]);
  for (let i = 0; i < 8; i++) {
    await inject(port, `small${i}@home.example`, to(crowded, 1));
    if (i < 4) await inject(port, `away${i}@home.example`, to(away, 2));
    await inject(port, `small${i}@home.example`, to(i % 2 === 0 ? healthy : slow, 1));
  }
}

/** Returns the milliseconds from the writing of a reload line until the page lists `times` reloads. */
async function delay(page: Page, postfix: RealPostfix, times: number): Promise<number> {
  const seen = page
    .locator('.live-moments li')
    .filter({ hasText: 'was reloaded' })
    .nth(times - 1)
    .waitFor();
  const written = Date.now();
  const line = 'mail postfix/master[1]: reload -- version 3.7.11, configuration /etc/postfix';
  appendFileSync(postfix.log, `${new Date().toISOString()} ${line}\n`);
  await seen;
  return Date.now() - written;
}

async function replayed(texts: readonly string[], settings: readonly { name: string; text: string }[]) {
  const result = await readRecord(
    texts.map((text, i) => textSource(`mail.log.${i}`, text)),
    { zone: 'UTC', now: Date.now() },
  );
  finish(result.builder.members.map(({ instance }) => instance));
  const member = result.builder.members.toSorted((a, b) => b.instance.lines - a.instance.lines)[0];
  const replay = member && replayOf(member.instance, readSettings([...settings]), 'live');
  if (!replay) throw new Error('nothing to replay');
  const following = followRecord(replay, replayEvidenceOf(member.instance, replay));
  while (!following.run(10_000));
  return following.result().score;
}

const why = whyNoPostfix();
test('a live Postfix gives counts and lanes within a second, across a rotation', async ({
  page,
  browserName,
}) => {
  test.skip(why !== '' || browserName !== 'chromium', why || 'one browser is enough');
  const ports = await Promise.all(DOMAINS.map(() => freePort()));
  const hops = Object.fromEntries(DOMAINS.map((domain, i) => [domain, ports[i] ?? 0]));
  const postfix = await startPostfix(hops);
  const servers: Server[] = [];
  let child: ChildProcess | null = null;
  try {
    const serve = async (domain: string, manner: Parameters<typeof startServer>[1]): Promise<void> =>
      void servers.push(await startServer(hops[domain] ?? 0, manner));
    await serve('healthy.example', { slow: 20 });
    await serve('slow.example', { slow: 700 });
    await serve('crowded.example', { slow: 400, most: 2 });
    const started = await watch([postfix.log, '--config', postfix.config, '--postqueue', '1']);
    ({ child } = started);
    await page.goto(started.address);
    const sending = send(postfix.port);
    // Send mail until one message is deferred without an attempt, because the destination is dead.
    let sent = 22;
    const put = /@away\.example>.* \(delivery temporarily suspended/;
    await until('the server that is away is dead', async () => {
      if (put.test(readFileSync(postfix.log, 'latin1'))) return true;
      const late = inject(postfix.port, 'late@home.example', ['late1@away.example', 'late2@away.example']);
      // Postfix may not accept mail yet, so count only accepted messages.
      sent += await late.then(
        () => 1,
        () => 0,
      );
      await pause(200);
      return false;
    });
    await sending;
    // Rotate the log as logrotate does: rename the file and create a new one.
    const old = `${postfix.log}.1`;
    renameSync(postfix.log, old);
    writeFileSync(postfix.log, '');
    await serve('away.example', {});
    const all = (): string => readFileSync(old, 'latin1') + readFileSync(postfix.log, 'latin1');
    const times = (pattern: RegExp): number => all().match(pattern)?.length ?? 0;
    await until(
      'the queue is empty',
      () => times(/\(queue active\)$/gm) > 0 && times(/: removed$/gm) === sent,
    );
    await until('the page has all lines', async () => {
      const text = (await page.getByText(/^[\d\u202f]+ lines/).textContent()) ?? '';
      return text.includes(`${sent} messages, ${sent} removed`);
    });
    const rows = await table(page);
    expect(Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells.join(' ')]))).toEqual(
      counted(all()),
    );
    for (const domain of DOMAINS)
      await expect(page.locator('.live-name').getByText(domain, { exact: true })).toBeVisible();
    const moments = page.getByRole('region', { name: 'As it happened' });
    await expect(moments).toContainText('away.example is dead');
    await expect(moments).toContainText('away.example answers again');
    await expect(moments).toContainText('crowded.example replies 421');
    await expect(page.locator('.live-now')).toContainText('The file was rotated once');
    await expect(page.getByRole('region', { name: 'The last minutes' })).toContainText('the queue is empty');
    const texts = [old, postfix.log].map((path) => readFileSync(path, 'latin1'));
    const delays = [await delay(page, postfix, 1), await delay(page, postfix, 2)];
    expect(Math.min(...delays)).toBeLessThan(1000);
    const settings = ['main.cf', 'master.cf'].map((name) => ({
      name,
      text: readFileSync(`${postfix.config}/${name}`, 'utf8'),
    }));
    const { selections } = await replayed(texts, settings);
    expect(selections.recorded).toBe(texts.join('').match(/qmgr_peer_select: /g)?.length);
    expect(selections).toMatchObject({ compared: selections.recorded, equal: selections.recorded });
    // The held instant opens as a record, with the settings that were sent to the page.
    await page.getByRole('button', { name: 'Open as a record' }).click();
    await page.goto('#postfix&tab=files');
    const recognized = page.getByRole('region', { name: 'Recognized' });
    await expect(recognized).toContainText('postconf');
    await expect(recognized).toContainText(/held at/);
    await page.goBack();
    child.kill('SIGTERM');
    await expect(page.locator('.live-now [data-tone]')).toContainText('ended');
  } finally {
    child?.kill('SIGTERM');
    for (const server of servers) server.close();
    postfix.stop();
  }
});
