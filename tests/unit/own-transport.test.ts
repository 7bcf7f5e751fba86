/**
 * The lines that give some mail a separate transport must keep the mail's next hop and the reader's settings, in Postfix and
 * in the model.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { toApply } from '../../src/record/importers/model/apply.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { Change } from '../../src/record/protocol/predict.ts';
import type { Settings } from '../../src/record/protocol/settings.ts';
import { changed, mailOf, type Subject, subjectOf } from '../../src/record/worker/model/study.ts';
import { packed, readAll } from '../fixtures/records/read.ts';
import { ALL } from '../fixtures/all.ts';

const HERE = new URL('../fixtures/records/verbose/w1b/', import.meta.url).pathname;
const text = (name: string): string => readFileSync(`${HERE}${name}.txt`, 'utf8');
type Instance = Parameters<typeof subjectOf>[0];

const instances = new Map<string, Instance>();
beforeAll(async () => {
  for (const name of ['w1b-base', 'w2-base']) {
    // oxlint-disable-next-line no-await-in-loop
    const { builder } = await readAll([packed(`pairs/${name}/maillog.gz`)]);
    const instance = builder.members[0]?.instance;
    if (instance !== undefined) instances.set(name, instance);
  }
});

function settingsWith(main: string, map = text('transport'), master = text('master')): Settings {
  return readSettings([
    { name: 'postconf.txt', text: `${text('postconf')}\n${main}\n` },
    { name: 'master.txt', text: master },
    { name: 'transport.txt', text: map },
  ]);
}

function subject(record: string, settings: Settings | null): Subject {
  const instance = instances.get(record);
  const pattern = 'reset@home.example';
  const predicate = { kind: 'text', field: 'from', not: false, pattern } as const;
  const named = record === 'w1b-base' ? [{ name: 'reset', predicate }] : [];
  const made = instance === undefined ? null : subjectOf(instance, settings, named, 'test');
  if (made === null) throw new Error('nothing became active');
  return made;
}

const own = (mailClass: string): Change => ({ kind: 'own', mailClass, service: 'fragile', maxproc: 2 });

function of(record: string, settings: Settings | null, mailClass: string) {
  const whole = subject(record, settings);
  const { lines, needs } = toApply([own(mailClass)], settings, mailOf(whole));
  const { modelled, params } = changed(whole, [own(mailClass)]);
  const { messages, texts } = modelled;
  const named = (i: number | undefined): string => texts[i ?? 0] ?? '';
  const moved = messages.transport.flatMap((transport, r) => (named(transport) === 'fragile' ? [r] : []));
  return {
    lines: lines.join('\n'),
    needs,
    params,
    moved: moved.length,
    nexthops: [...new Set(moved.map((r) => named(messages.nexthop[r])))],
  };
}

describe('a domain', () => {
  const relayed = 'relayhost = [127.30.0.1]:2525';

  it('keeps going to relayhost, which a transport without a next hop would bypass', () => {
    const { lines, nexthops, moved } = of(
      'w2-base',
      readSettings([{ name: 'main.cf', text: relayed }]),
      '@gamma.example',
    );
    expect(moved).toBeGreaterThan(0);
    expect(lines).toContain('{ gamma.example = fragile:[127.30.0.1]:2525 }');
    expect(nexthops).toEqual(['[127.30.0.1]:2525']);
  });

  it.each([
    ['default_transport = smtp:[127.30.0.1]:2525\nrelayhost = [other.example]', '[127.30.0.1]:2525'],
    [
      `${relayed}\nrelay_domains = gamma.example\nrelay_transport = relay:[inside.example]`,
      '[inside.example]',
    ],
    [`${relayed}\ntransport_maps = inline:{gamma.example=:}`, '[127.30.0.1]:2525'],
    [`${relayed}\ntransport_maps = inline:{gamma.example=smtp:}`, ''],
    [`${relayed}\ntransport_maps = inline:{.example=smtp:[all.example]}`, '[all.example]'],
  ])('goes to the configured next hop: $0', (main, nexthop) => {
    const settings = readSettings([{ name: 'main.cf', text: main }]);
    const { lines } = of('w2-base', settings, '@gamma.example');
    const known = /transport_maps = (.*)/.exec(main)?.[1];
    expect(lines).toContain(
      `'transport_maps = inline:{ { gamma.example = fragile:${nexthop} } }${known === undefined ? '' : `, ${known}`}'`,
    );
  });

  it('goes where the record sent it when the maps are missing', () => {
    expect(of('w1b-base', null, '@slow.example').lines).toMatch(
      /\{ slow\.example = fragile:\[127\.30\.0\.\d+\]:2525 \}/,
    );
  });
});

describe('a class by its senders', () => {
  const plain = text('transport');
  const explicit = plain.replaceAll(/^(\S+\s+):/gm, '$1smtp:');
  const other = plain.replaceAll(/^(\S+\s+):/gm, '$1slow:');

  it('precedes the existing map', () => {
    const settings = settingsWith('sender_dependent_default_transport_maps = hash:/etc/postfix/sdt, $more');
    expect(of('w1b-base', settings, 'reset').lines).toContain(
      "'sender_dependent_default_transport_maps = inline:{ { reset@home.example = fragile: } }, hash:/etc/postfix/sdt, $more'",
    );
  });

  it('is told to remove the transport from entries that name it, and only from those', () => {
    const free = of('w1b-base', settingsWith(''), 'reset');
    expect(free.needs).toContain('name no transport (:[…]), so they do not override the sender map');
    const named = of('w1b-base', settingsWith('', explicit), 'reset');
    expect(named.needs).toMatch(
      /First change the transport map: \d+ entries in it name the transport \(\S+ smtp:\[127/,
    );
    expect(named.moved).toBe(free.moved);
    expect(free.moved).toBeGreaterThan(0);
  });

  it('moves nothing in the model where another transport is named, and says so', () => {
    const { moved, needs } = of('w1b-base', settingsWith('', other), 'reset');
    expect(moved).toBe(0);
    expect(needs).toContain('does not move, because the transport map names another transport');
  });

  it('keeps the next hop of default_transport, and that of the sender’s own entry', () => {
    const next = of('w1b-base', settingsWith('default_transport = smtp:[gate.example]'), 'reset');
    expect(next.lines).toContain('{ reset@home.example = fragile:[gate.example] }');
    const entry = 'sender_dependent_default_transport_maps = inline:{reset@home.example=smtp:[own.example]}';
    expect(of('w1b-base', settingsWith(entry), 'reset').lines).toContain(
      '= fragile:[own.example] } }, inline:{reset',
    );
  });
});

describe('what a new transport does not inherit', () => {
  const main = 'smtp_destination_recipient_limit = 1\nsmtp_destination_rate_delay = 2s';

  it('is set for it, in the lines and in the model', () => {
    const { lines, params, needs } = of('w1b-base', settingsWith(main), 'reset');
    expect(lines).toContain("postconf -e 'fragile_destination_recipient_limit = 1'");
    expect(lines).toContain("postconf -e 'fragile_destination_rate_delay = 2s'");
    expect(params).toMatchObject({
      fragile_destination_recipient_limit: 1,
      fragile_destination_rate_delay: '2s',
    });
    expect(needs).toContain('smtp_destination_recipient_limit');
  });

  it('includes the options of the service, and an existing service stays unchanged', () => {
    const smtp = /^smtp +unix .*$/m;
    const bound = text('master').replace(smtp, '$& -v -o smtp_bind_address=127.0.0.9');
    expect(of('w1b-base', settingsWith('', undefined, bound), 'reset').lines).toMatch(
      /'fragile\/unix=fragile unix \S+ \S+ \S+ - 2 smtp -v'\npostconf -P 'fragile\/unix\/smtp_bind_address=127\.0\.0\.9'/,
    );
    const there = `${text('master')}\nfragile unix - - n - 9 smtp\n`;
    const { lines, params } = of('w1b-base', settingsWith(main, undefined, there), 'reset');
    expect(lines).toContain("postconf -F 'fragile/unix/process_limit = 2'");
    expect(lines).not.toMatch(/postconf -M|fragile_destination/);
    expect(params).not.toHaveProperty('fragile_destination_recipient_limit');
  });

  it('is given to a second instance too, with routing and limits', () => {
    const settings = settingsWith(`${main}\nrelayhost = [gate.example]`);
    const change: Change = { kind: 'instance', mailClass: 'reset', service: 'two', maxproc: 4 };
    const whole = subject('w1b-base', settings);
    const { lines } = toApply([change], settings, mailOf(whole));
    expect(lines.join('\n')).toContain("'smtp_destination_recipient_limit = 1'");
    expect(lines.join('\n')).toContain("'relayhost = [gate.example]'");
    expect(changed(whole, [change]).params).toMatchObject({ two_destination_recipient_limit: 1 });
  });
});

const missing = !ALL || spawnSync('postconf', ['-h', '-d', 'mail_version']).status !== 0;

describe.skipIf(missing)('the real postconf', () => {
  it('accepts the lines, and keeps the tables that existed', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'qmgrscope-own-'));
    const main =
      'smtp_destination_recipient_limit = 1\nsender_dependent_default_transport_maps = hash:/etc/postfix/sdt\ntransport_maps = texthash:/etc/postfix/transport';
    const settings = settingsWith(main);
    const shell = (name: string, lines: readonly string[]): string => {
      const path = join(folder, name);
      mkdirSync(path);
      writeFileSync(join(path, 'main.cf'), `compatibility_level = 3.6\n${main}\n`);
      writeFileSync(join(path, 'master.cf'), text('master'));
      const { status, stdout, stderr } = spawnSync('sh', ['-e'], {
        input: [
          ...lines.filter((line) => line.startsWith('postconf')),
          'postconf -n',
          'postconf -M',
          'postconf -P',
        ].join('\n'),
        env: { ...process.env, MAIL_CONFIG: path },
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return stdout;
    };
    const whole = subject('w1b-base', settings);
    for (const [name, mailClass] of [
      ['domain', '@slow.example'],
      ['class', 'reset'],
    ] as const) {
      const said = shell(name, toApply([own(mailClass)], settings, mailOf(whole)).lines);
      expect(said).toMatch(/^fragile +unix .* 2 +smtp/m);
      expect(said).toContain('fragile_destination_recipient_limit = 1');
      expect(said).toMatch(/^sender_dependent_default_transport_maps = .*hash:\/etc\/postfix\/sdt$/m);
      expect(said).toMatch(/^transport_maps = .*texthash:\/etc\/postfix\/transport$/m);
    }
    rmSync(folder, { recursive: true, force: true });
  });
});

it('two new transports share the line of their map, which holds only one value', () => {
  const settings = settingsWith('');
  const whole = subject('w1b-base', settings);
  const slow: Change = { kind: 'own', mailClass: '@b.example', service: 'slow', maxproc: 1 };
  const { lines } = toApply([own('@a.example'), slow], settings, mailOf(whole));
  const maps = lines.filter((line) => line.includes('transport_maps'));
  expect(maps).toHaveLength(1);
  expect(maps[0]).toMatch(/\{ a\.example = fragile:[^}]*\}, \{ b\.example = slow:[^}]*\}/);
});
