import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../fixtures/command.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const RECORDS = join(ROOT, 'tests', 'fixtures', 'records');
const DEBIAN = join(ROOT, 'tests', 'fixtures', 'postfix-debian');

async function run(...args: string[]) {
  const { code: status, out: stdout, err: stderr } = await command('lint-postfix', ...args);
  const findings = args.includes('--json')
    ? stdout
        .split('\n')
        .filter((row) => row !== '')
        .map((row) => JSON.parse(row))
    : [];
  return { status, stdout, stderr, findings };
}

describe('npm run lint-postfix', () => {
  it('reports nothing above a hint on a clean Debian, and exits with 0', async () => {
    const { status, findings } = await run(DEBIAN, '--json');
    expect(status).toBe(0);
    expect(findings.every((f) => f.kind === 'lint' && f.severity === 'hint')).toBe(true);
  });

  it('uses a log as evidence: a rate delay that is too slow for what arrives', async () => {
    const settings = join(ROOT, 'tests', 'fixtures', 'lint', 'rate1s');
    const { status, findings } = await run(
      settings,
      join(RECORDS, 'pairs', 'w2-rate1s', 'maillog.gz'),
      '--json',
    );
    expect(status).toBe(1);
    const found = findings.find((f) => f.rule === 4);
    expect(found).toMatchObject({
      severity: 'risky',
      transport: 'smtp',
      setting: 'smtp_destination_rate_delay',
      value: '1s',
    });
    expect(found.evidence).toMatch(/41 deliveries were made/);
    // This range must equal that of the relay host's lane in the overview.
    expect(findings.find((f) => f.rule === 11).evidence).toContain(
      'so 40 to 60 deliveries a minute are possible',
    );
    expect(findings.find((f) => f.rule === 2).repair).toBe(
      "postconf -e 'smtp_destination_concurrency_failed_cohort_limit = 10'",
    );
  });

  it('writes a report for people, with the line of the file', async () => {
    const { stdout } = await run(join(RECORDS, 'logs', 'f1-afternoon'));
    expect(stdout).toMatch(/Postfix 3\.7\.11/);
    expect(stdout).toMatch(/reload/);
  });

  it('refuses unusable input by name', async () => {
    expect((await run()).stderr).toMatch(/PATH/);
    expect(await run('--what', DEBIAN)).toMatchObject({ status: 2, stderr: expect.stringMatching(/option/) });
    expect(await run(join(ROOT, 'LICENSE'))).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/contains no Postfix settings/),
    });
    expect(await run('/not/there')).toMatchObject({ status: 3, stderr: expect.stringMatching(/not\/there/) });
  });
});
