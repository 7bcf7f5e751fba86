/** A repair must change the transport that its finding is about, and no other transport. */
import { expect, it } from 'vitest';
import { lint } from '../../src/record/importers/lint/lint.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import type { LintEvidence } from '../../src/record/protocol/lint.ts';
import { type Config, configTexts } from '../fixtures/lint/config.ts';

function found(rule: number, config: Config) {
  const { main, master } = configTexts(config);
  const evidence: LintEvidence | null =
    config.evidence === undefined ? null : { record: 'the log of the test', ...config.evidence };
  const settings = readSettings(
    [
      { name: 'main.cf', text: main },
      { name: 'master.cf', text: master },
    ],
    { version: '3.7.11' },
  );
  return lint(settings, evidence).findings.filter((f) => f.rule === rule);
}

it('repairs an initial concurrency that only smtp cannot use for smtp alone', () => {
  const [finding, ...more] = found(8, {
    main: 'smtp_destination_rate_delay = 12s\nsmtp_destination_concurrency_limit = 20\ninitial_destination_concurrency = 20',
  });
  expect(more).toEqual([]);
  expect(finding?.repair).toEqual(["postconf -e 'smtp_initial_destination_concurrency = 1'"]);
  expect(finding?.title).toBe('Destinations of smtp start with 1, not with 20.');
});

it('repairs in place one that no transport can use', () => {
  const [finding] = found(8, {
    main: 'default_destination_concurrency_limit = 3\ninitial_destination_concurrency = 20',
  });
  expect(finding?.repair).toEqual(["postconf -e 'initial_destination_concurrency = 3'"]);
});

it('keeps a limit for transports with enough processes when smtp has too few', () => {
  const main = 'default_destination_concurrency_limit = 50';
  const [few] = found(10, { main, master: 'smtp unix - - n - 10 smtp' });
  expect(few?.repair).toEqual(["postconf -e 'smtp_destination_concurrency_limit = 5'"]);
  expect(few?.repairNote).toContain("postconf -F 'smtp/unix/process_limit=50'");
});

it('gives more processes to the full service only, not to smtpd and all others', () => {
  const [finding] = found(40, { main: 'default_process_limit = 20', evidence: { peakBusy: { smtp: 20 } } });
  expect(finding?.repair).toEqual(["postconf -F 'smtp/unix/process_limit=40'"]);
});

it('a pipe keeps its single recipient although a general line goes', () => {
  const [finding] = found(6, {
    main: 'default_destination_recipient_limit = 1',
    master: 'maildrop unix - n n - - pipe flags=DRXhu user=vmail argv=/usr/bin/maildrop -d ${recipient}',
  });
  expect(finding?.repair).toContain("postconf -e 'maildrop_destination_recipient_limit = 1'");
  expect(finding?.repair.at(-1)).toBe("postconf -X 'default_destination_recipient_limit'");
});

it.each([
  [
    5,
    'relay_transport_rate_delay = 2s\ndefault_transport_rate_delay = 1s',
    'relay_transport_rate_delay = 0s',
  ],
  [
    6,
    'smtp_destination_recipient_limit = 1\ndefault_destination_recipient_limit = 1',
    'smtp_destination_recipient_limit = 50',
  ],
  [
    9,
    'smtp_destination_concurrency_limit = 0\ndefault_destination_concurrency_limit = 0',
    'smtp_destination_concurrency_limit = 20',
  ],
  [
    17,
    'lmtp_destination_recipient_limit = 1\ndefault_destination_recipient_limit = 1',
    'lmtp_destination_recipient_limit = 50',
  ],
  [
    18,
    'smtp_destination_concurrency_negative_feedback = 7x\ndefault_destination_concurrency_negative_feedback = x',
    'smtp_destination_concurrency_negative_feedback = 1',
  ],
  [
    21,
    'smtp_destination_concurrency_failed_cohort_limit = 0\ndefault_destination_concurrency_failed_cohort_limit = 0',
    'smtp_destination_concurrency_failed_cohort_limit = 1',
  ],
  [22, 'smtp_delivery_slot_cost = 0\ndefault_delivery_slot_cost = 1', 'smtp_delivery_slot_cost = 5'],
  [
    24,
    'smtp_extra_recipient_limit = 20\ndefault_extra_recipient_limit = 100',
    'smtp_extra_recipient_limit = 1000',
  ],
  [25, 'smtp_recipient_limit = 20\ndefault_recipient_limit = 100', 'smtp_recipient_limit = 20000'],
])('rule %i: corrects a transport’s line when removing it would keep the fault', (rule, main, repair) => {
  const own = main.slice(0, main.indexOf(' '));
  const of = (text: string) => found(rule, { main: text }).find(({ setting }) => setting === own);
  expect(of(main)?.repair[0]).toBe(`postconf -e '${repair}'`);
  expect(of(main.split('\n')[0] ?? '')?.repair[0]).toBe(`postconf -X '${own}'`);
});

it('removes a general line only where it brings preemption back for no one else', () => {
  const [finding] = found(23, {
    main: 'smtp_delivery_slot_cost = 20\ndefault_minimum_delivery_slots = 8',
  });
  expect(finding?.repair).toEqual([
    "postconf -e 'smtp_minimum_delivery_slots = 3'",
    "postconf -X 'smtp_delivery_slot_cost'",
  ]);
});

it('drops a delay in each line that sets one', () => {
  const [finding] = found(1, {
    main: 'default_destination_concurrency_limit = 30\ndefault_destination_rate_delay = 1s\nsmtp_destination_rate_delay = 2s',
  });
  expect(finding?.repairNote).toContain("postconf -e 'smtp_destination_rate_delay = 0s'");
  expect(finding?.repairNote).toContain("postconf -e 'default_destination_rate_delay = 0s'");
});

it('says what holds after a line is removed: the general line, else the default', () => {
  const own = 'smtp_destination_concurrency_limit = 0';
  expect(found(9, { main: own })[0]?.repairNote).toBe('The default is 20.');
  expect(found(9, { main: `${own}\ndefault_destination_concurrency_limit = 50` })[0]?.repairNote).toBe(
    'Then default_destination_concurrency_limit = 50 is in effect.',
  );
});

it('a filter or relay host is the only destination of its transport', () => {
  const filter = {
    main: 'content_filter = scan:[127.0.0.1]:10024',
    master: 'scan unix - - n - 2 smtp\n127.0.0.1:10025 inet n - n - - smtpd -o content_filter=',
  };
  const limit = 'scan_destination_concurrency_limit = 10';
  const [finding] = found(10, { ...filter, main: `${filter.main}\n${limit}` });
  expect(finding?.repair).toEqual(["postconf -e 'scan_destination_concurrency_limit = 2'"]);
  const relay = { main: 'relayhost = [gw.example]\nsmtp_destination_concurrency_limit = 50' };
  expect(found(10, { ...relay, master: 'smtp unix - - n - 10 smtp' })[0]?.repair).toEqual([
    "postconf -e 'smtp_destination_concurrency_limit = 10'",
  ]);
});

it('mail handled by local(8) is not the queue manager’s, and gets no copy of smtp', () => {
  const [finding] = found(14, { main: 'mailbox_transport = dovecot' });
  expect(finding?.sentence).toContain('connect #11 to subsystem private/dovecot');
  expect(finding?.repair).toEqual([]);
  expect(finding?.repairNote).toContain('lmtp:unix:private/dovecot-lmtp');
  // The same value in a parameter that the queue manager itself uses.
  expect(found(14, { main: 'default_transport = dovecot' })[0]?.sentence).toContain(
    'mail transport unavailable',
  );
});

it('removes a delay per recipient from local, whose recipient limit of 1 is right', () => {
  const [finding] = found(3, { main: 'local_destination_rate_delay = 1s' });
  expect(finding?.repair).toEqual(["postconf -e 'local_destination_rate_delay = 0s'"]);
});

it('a limit that a domain no longer has is more than a hint', () => {
  const main = 'smtp_destination_recipient_limit = 1';
  expect(found(6, { main })[0]?.severity).toBe('hint');
  const [meant] = found(6, { main: `${main}\nsmtp_destination_concurrency_limit = 3` });
  expect(meant?.severity).toBe('risky');
  expect(meant?.sentence).toContain(
    'smtp_destination_concurrency_limit does not limit deliveries to a domain.',
  );
});

it('commands name the directory of an instance, except for the usual one', () => {
  const main = 'smtp_destination_concurrency_limit = 0\ndelay_warning_time = 60s';
  const second = `config_directory = /etc/postfix-out\n${main}`;
  expect(found(9, { main: second })[0]?.repair).toEqual([
    "postconf -c '/etc/postfix-out' -X 'smtp_destination_concurrency_limit'",
  ]);
  expect(found(30, { main: second })[0]?.repairNote).toContain(
    "postconf -c '/etc/postfix-out' -X 'delay_warning_time'",
  );
  expect(found(9, { main: `config_directory = /etc/postfix\n${main}` })[0]?.repair).toEqual([
    "postconf -X 'smtp_destination_concurrency_limit'",
  ]);
});

it('mentions relay where something goes through it', () => {
  const main = 'default_destination_rate_delay = 5s';
  const told = (text: string): unknown[] => found(2, { main: text }).map(({ transport }) => transport);
  expect(told(main)).toEqual(['smtp']);
  expect(told(`${main}\nrelay_domains = partner.example`)).toEqual(['smtp', 'relay']);
});
