/**
 * The lines for main.cf and master.cf that limit a lane's deliveries per minute must apply to the lane's mail, whichever
 * setting determines its next hop.
 */
import { expect, test } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { Selection } from '../../src/record/protocol/record-questions.ts';
import { holdRecord } from '../../src/record/worker/record/held.ts';
import { type LaneMail, pacedLines } from '../../src/record/worker/record/paced.ts';
import { recordQuestions } from '../../src/record/worker/record/record-answers.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

const NEXT = '[127.30.0.1]:2525';
const WANTED = {
  byLimit: 3,
  byDelay: { delay: 2, least: 24, most: 30 },
  agents: 100,
  rateDelay: 0,
  eachRecipient: false,
};
const RELAYED: LaneMail = {
  lanes: 'destination',
  transport: 'smtp',
  hops: [{ name: NEXT, domains: ['a.example', 'b.example'] }],
  senders: () => ['first@home.example', 'second@home.example'],
  others: true,
  shared: false,
};
const MASTER = 'smtp unix - - n - - smtp\n';

function lines(
  main: string,
  mail: Partial<LaneMail> = {},
  wanted: Partial<typeof WANTED> = {},
  master = '',
): string {
  const settings = readSettings([
    { name: 'main.cf', text: main },
    { name: 'master.cf', text: MASTER + master },
  ]);
  return pacedLines(settings, { ...RELAYED, ...mail }, { ...WANTED, ...wanted }).lines.join('\n');
}

test('limits smtp itself for a relayhost, as limits on an unused transport do nothing', async () => {
  const main = `relayhost = ${NEXT}\nsmtp_destination_rate_delay = 1s\n`;
  const result = await readAll([packed('pairs/w2-rate1s/maillog.gz'), textSource('main.cf', main)]);
  const ask = recordQuestions(() => holdRecord(result, new Map([[1, main]])));
  const of = { host: 'mail', instance: 'postfix' };
  const [lane] =
    (await ask.overview({ ...of, from: 0, to: 2e15, bins: 20, lanes: 'destination', classes: [] }))?.lanes ??
    [];
  const selection: Selection = {
    from: 0,
    to: 2e15,
    over: 0,
    under: Infinity,
    lane: lane?.name ?? '',
    lanes: 'destination',
    predicate: '',
  };
  const rates = await ask.rates({ ...of, selection, classes: [], wanted: 200 });
  expect(rates).toMatchObject({ others: false, transport: 'smtp' });
  const text = rates?.lines.join('\n') ?? '';
  expect(text).not.toContain('paced');
  // The transport's present delay would make a concurrency limit ineffective, so the lines also remove the delay.
  expect(text).toMatch(
    /smtp_destination_rate_delay = 0s'\npostconf -e 'smtp_destination_concurrency_limit = \d+'/,
  );
  expect(rates?.linesSay).toContain('relayhost');
});

test('a relayhost beside mapped domains gets its transport by default_transport', () => {
  const map = `transport_maps = inline:{c.example=:[c.example]}`;
  const text = lines(`relayhost = ${NEXT}\nsmtp_destination_recipient_limit = 5\n${map}`);
  expect(text).toContain("postconf -e 'default_transport = paced'");
  expect(text).toContain("postconf -e 'paced_destination_recipient_limit = 5'");
  expect(text).toContain(
    '# entries of the transport map without a transport would move too: write c.example smtp:[c.example]',
  );
  expect(lines(`default_transport = smtp:${NEXT}`)).toContain(`'default_transport = paced:${NEXT}'`);
  expect(lines(`relay_transport = relay:${NEXT}`, { transport: 'relay' })).toContain(
    `'relay_transport = paced:${NEXT}'`,
  );
});

test('limits a content filter itself, or renames it where its service has other mail', () => {
  const filter = { transport: 'scan', hops: [{ name: '[127.0.0.1]:10024', domains: ['a.example'] }] };
  const scan = 'scan unix - - n - 4 smtp -o smtp_send_xforward_command=yes\n';
  const inet = `${scan}127.0.0.1:2525 inet n - n - - smtpd -o content_filter=scan:[127.0.0.1]:10024\n`;
  const alone = lines('', { ...filter, others: false }, {}, inet);
  expect(alone).toContain("postconf -e 'scan_destination_concurrency_limit = 3'");
  expect(alone).not.toContain('paced');
  const beside = lines('', filter, {}, inet);
  expect(beside).toContain("postconf -P '127.0.0.1:2525/inet/content_filter=paced:[127.0.0.1]:10024'");
  expect(beside).toContain("postconf -P 'paced/unix/smtp_send_xforward_command=yes'");
  expect(lines('content_filter = scan:[127.0.0.1]:10024', filter, {}, scan)).toContain(
    "postconf -e 'content_filter = paced:[127.0.0.1]:10024'",
  );
});

test('puts domains before existing maps, and selects a class by its senders', () => {
  const main =
    'transport_maps = hash:/etc/postfix/transport\nsender_dependent_default_transport_maps = hash:/etc/postfix/sdt';
  expect(lines(main)).toContain(
    `'transport_maps = inline:{ { a.example = paced:${NEXT} }, { b.example = paced:${NEXT} } }, hash:/etc/postfix/transport'`,
  );
  expect(lines(main, { lanes: 'class', shared: true })).toContain(
    "'sender_dependent_default_transport_maps = inline:{ { first@home.example = paced: }, { second@home.example = paced: } }, hash:/etc/postfix/sdt'",
  );
});

test('a new transport inherits a general delay, which would make its limit 1', () => {
  expect(lines('default_destination_rate_delay = 1s', {}, { rateDelay: 1 })).toMatch(
    /paced_destination_rate_delay = 0s'\npostconf -e 'paced_destination_concurrency_limit = 3'/,
  );
  expect(lines('smtp_destination_rate_delay = 1s', {}, { rateDelay: 1 })).not.toContain('rate_delay = 0s');
});
