import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { finish } from '../../src/record/importers/store/finish.ts';
import type { Finding } from '../../src/record/protocol/findings.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import {
  type RealJournal,
  type RealUnit,
  startJournal,
  startUnit,
  whyNoJournal,
} from '../fixtures/real-journal.ts';
import {
  freePort,
  inject,
  type RealPostfix,
  startPostfix,
  startServer,
  whyNoPostfix,
} from '../fixtures/real-postfix.ts';
import { counted, table, until, watch } from './living.ts';
import { expect, test } from './page.ts';

const MAIL = 16;

function journalOf(journal: RealJournal, form: 'json' | 'cat'): string {
  const words = ['journalctl', '--output', form, '--no-pager', 'SYSLOG_FACILITY=2'];
  const [program = '', ...args] = journal.inside(words);
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64_000_000 });
}

async function findingsOf(json: string, settings: readonly string[]): Promise<Finding[]> {
  const result = await readRecord([textSource('journal.json', json)], { zone: 'UTC', now: Date.now() });
  finish(result.builder.members.map(({ instance }) => instance));
  const [member] = result.builder.members;
  if (member === undefined) throw new Error('the journal has no mail');
  const texts = settings.map((path) => ({ name: path, text: readFileSync(path, 'utf8') }));
  const options = { classes: [], from: 0, to: 0, thresholds: { cost: 1 } };
  return reportLate(member, readSettings(texts), { predicates: [], files: [], options, replay: false })
    .findings;
}

const why = whyNoPostfix() || whyNoJournal();
test('a real journal gives Postfix’s counts and a finding on the limit of a server', async ({
  page,
  browserName,
}) => {
  test.skip(why !== '' || browserName !== 'chromium', why || 'one browser is enough');
  const [healthy, crowded] = [await freePort(), await freePort()];
  const journal = await startJournal();
  const servers: Server[] = [];
  let postfix: RealPostfix | null = null;
  let child: ChildProcess | null = null;
  try {
    servers.push(
      await startServer(healthy, { slow: 20 }),
      await startServer(crowded, { slow: 400, most: 2 }),
    );
    postfix = await startPostfix(
      { 'healthy.example': healthy, 'crowded.example': crowded },
      {
        inside: (words) => journal.inside(words),
        settings: { default_destination_concurrency_failed_cohort_limit: '100' },
      },
    );
    const { port, config } = postfix;
    const started = await watch(['--journal'], (words, folder) => journal.inside(words, folder));
    ({ child } = started);
    await page.goto(started.address);
    const send = (to: string): Promise<void> => inject(port, 'sender@home.example', [to]);
    await until('it takes mail', () =>
      send('first@healthy.example').then(
        () => true,
        () => false,
      ),
    );
    // Send concurrently, so that more than two sessions are needed even on a busy machine.
    await Promise.all(Array.from({ length: MAIL }, (_, i) => send(`u${i}@crowded.example`)));
    for (let i = 0; i < MAIL; i++) await send(`u${i}@healthy.example`);
    const sent = 2 * MAIL + 1;
    await until('the page has all lines', async () => {
      const text = (await page.getByText(/^[\d\u202f]+ lines/).textContent()) ?? '';
      return text.includes(`${sent} messages, ${sent} removed`);
    });
    await expect(page.getByText('the journal, mail', { exact: true })).toBeVisible();
    const rows = await table(page);
    expect(Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells.join(' ')]))).toEqual(
      counted(journalOf(journal, 'cat')),
    );
    await expect(page.getByRole('region', { name: 'As it happened' })).toContainText(
      'crowded.example replies 421',
    );
    const findings = await findingsOf(
      journalOf(journal, 'json'),
      ['main.cf', 'master.cf'].map((name) => `${config}/${name}`),
    );
    const refused = findings.find(({ rule }) => rule === 'sessions');
    expect(refused?.subject).toContain('crowded.example');
    expect(refused?.figures['sessions']).toBe(2);
    child.kill('SIGTERM');
    await expect(page.locator('.live-now [data-tone]')).toContainText('ended');
  } finally {
    child?.kill('SIGTERM');
    for (const server of servers) server.close();
    postfix?.stop();
    journal.stop();
  }
});

test('follows one unit of a shared journal, and refuses a unit that logs no mail', async ({
  page,
  browserName,
}) => {
  test.skip(why !== '' || browserName !== 'chromium', why || 'one browser is enough');
  const healthy = await freePort();
  const journal = await startJournal();
  const made = ['postfix@-.service', 'postfix@out.service'].map((name) => startUnit(name));
  const units = made.filter((unit): unit is RealUnit => unit !== null);
  const running: RealPostfix[] = [];
  const children: ChildProcess[] = [];
  let server: Server | null = null;
  try {
    test.skip(units.length < 2, 'no cgroup can be made here');
    server = await startServer(healthy, { slow: 5 });
    for (const [i, unit] of units.entries()) {
      const name = i === 0 ? 'postfix' : 'postfix-out';
      running.push(
        await startPostfix(
          { 'first.example': healthy, 'second.example': healthy },
          { inside: (words) => journal.inside(unit.inside(words)), settings: { syslog_name: name } },
        ),
      );
    }
    const domains = ['first.example', 'second.example'];
    for (const [i, { port }] of running.entries()) {
      const send = (): Promise<void> => inject(port, 'sender@home.example', [`u@${domains[i]}`]);
      await until('it takes mail', () =>
        send().then(
          () => true,
          () => false,
        ),
      );
    }
    await until('the journal has both', () => {
      const text = journalOf(journal, 'cat');
      return domains.every((domain) => text.includes(`@${domain}>, `));
    });
    const inside = (words: readonly string[], folder: string): string[] => journal.inside(words, folder);
    const shown = async (options: readonly string[], wanted: readonly string[]): Promise<void> => {
      const started = await watch(options, inside);
      children.push(started.child);
      await page.goto(started.address);
      await until('the page has its lines', async () => (await table(page)).length === wanted.length);
      expect(new Set((await table(page)).map(([name]) => name))).toEqual(new Set(wanted));
    };
    await shown(['--journal', 'postfix@-.service'], ['first.example']);
    await shown(['--journal', 'postfix@out'], ['second.example']);
    await shown(['--journal'], domains);
    const words = [
      process.execPath,
      'src/cli/tsx.mjs',
      'src/record/cli/watch.ts',
      '--page',
      'dist',
      '--journal',
      'nosuch',
    ];
    const [program = '', ...args] = inside(words, process.cwd());
    const refused = spawnSync(program, args, { encoding: 'utf8' });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('The journal has nothing from the unit nosuch.');
    expect(refused.stderr).toContain(
      "postfix@-.service and postfix@out.service. Use --journal 'postfix@-.service'",
    );
  } finally {
    for (const child of children) child.kill('SIGTERM');
    server?.close();
    for (const postfix of running) postfix.stop();
    for (const unit of units) unit.remove();
    journal.stop();
  }
});
