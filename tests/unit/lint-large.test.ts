import { expect, test } from 'vitest';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { itemsLookedAt } from '../fixtures/counted-lists.ts';

const range = (count: number, make: (i: number) => string): string =>
  `${Array.from({ length: count }, (_, i) => make(i)).join('\n')}\n`;

/** Configurations with `count` similar lines, by the kind of line. */
const KINDS: Readonly<Record<string, (count: number) => [main: string, master: string]>> = {
  services: (count) => ['', range(count, (i) => `t${i} unix - - n - 3 smtp`)],
  'limits of transports': (count) => [
    range(count, (i) => `t${i}_destination_concurrency_limit = 50\nt${i}_destination_rate_delay = 1s`),
    range(count, (i) => `t${i} unix - - n - 3 smtp`),
  ],
  'limits of transports that are not there': (count) => [
    range(count, (i) => `gone${i}_destination_concurrency_limit = 50`),
    range(count, (i) => `t${i} unix - - n - 3 smtp`),
  ],
  'filters and options': (count) => [
    'content_filter = t0:[127.0.0.1]:10025\n',
    range(
      count,
      (i) =>
        `t${i} unix - - n - 3 smtp -o content_filter=t${i}:[127.0.0.1]:1 -o smtp_destination_recipient_limit=1`,
    ),
  ],
  'lines of postconf -P': (count) => [
    '',
    range(count, (i) => `t${i} unix - - n - 3 smtp`) + range(count, (i) => `t${i}/unix/soft_bounce = yes`),
  ],
  'queue managers': (count) => ['', range(count, (i) => `q${i} unix n - n 300 1 qmgr`)],
  'services of one name': (count) => ['', range(count, (i) => `smtp unix - - n - ${i} smtp`)],
  'settings of one name': (count) => [range(count, (i) => `relayhost = [host${i}]`), ''],
  'names that nothing reads': (count) => [
    range(count, (i) => `x${i}_time_limit = 5`),
    range(count, (i) => `t${i} unix - - n - 3 smtp -o transport_maps=ldap:t${i}`),
  ],
  'routes to nowhere': (count) => [
    `transport_maps = inline:{${Array.from({ length: count }, (_, i) => `d${i}.example=gone:`).join(',')}}\n`,
    range(count, (i) => `t${i} unix - - n - 3 smtp`),
  ],
};

test.each(Object.keys(KINDS))('%s are checked in linear time', (kind) => {
  const cost = (count: number): number => {
    const [main, master] = KINDS[kind]!(count);
    const texts = [
      { name: 'postconf.txt', text: `config_directory = /etc/postfix-out\n${main}` },
      { name: 'master.txt', text: master },
    ];
    return itemsLookedAt(() => void lint(readSettings(texts)));
  };
  const [once, twice] = [cost(150), cost(300)];
  expect(twice / once).toBeLessThan(2.1);
});
