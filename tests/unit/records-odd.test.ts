import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { summarize } from '../../src/record/importers/summary.ts';
import { isoTime } from '../../src/record/importers/summary.ts';
import { type RecordSource, textSource } from '../../src/record/importers/input/source.ts';
import { journalExport } from '../fixtures/records/journal-export.ts';
import { fixture, fixtureJson, packed, readAll } from '../fixtures/records/read.ts';

interface OddMessage {
  queue_id: string;
  sender: string;
  size: number;
  nrcpt: number;
  active: number[];
  removed: number | null;
}
type OddDelivery = [
  time: number,
  id: string,
  to: string,
  tag: string,
  delay: number,
  delays: string,
  dsn: string,
  status: string,
];
interface Odd {
  lines: number;
  counts: { messages: number; deliveries: number; sent: number };
  messages: OddMessage[];
  deliveries: OddDelivery[];
}

const byText = (one: unknown, other: unknown): number => (String(one) < String(other) ? -1 : 1);

/** Messages and deliveries of a record, in the form in which they are expected. Times are truncated to `unit` microseconds. */
async function found(
  sources: RecordSource[],
  unit = 1,
): Promise<{ messages: unknown[]; deliveries: unknown[] }> {
  const { builder } = await readAll(sources);
  expect(builder.members.length).toBe(1);
  const { tables, pools } = builder.members[0]!.instance;
  const { lives, activations, attempts } = tables;
  const cut = (time: number): number => Math.floor(Math.round(time) / unit) * unit;
  const messages = [];
  for (let life = 1; life < lives.length; life++) {
    if (lives.activations[life] === 0) continue;
    messages.push([
      pools.texts.text(lives.id[life]!),
      pools.strings.text(lives.sender[life]!),
      lives.size[life],
      lives.nrcpt[life],
      cut(activations.time[lives.firstActivation[life]!]!),
      lives.ended[life] === 0 ? null : cut(lives.ended[life]!),
    ]);
  }
  const deliveries = [];
  for (let row = 1; row < attempts.length; row++) {
    deliveries.push([
      cut(attempts.time[row]!),
      pools.texts.text(lives.id[attempts.life[row]!]!),
      pools.strings.text(attempts.to[row]!),
    ]);
  }
  return { messages: messages.sort(byText), deliveries: deliveries.sort(byText) };
}

function wanted({ messages, deliveries }: Odd, unit = 1): { messages: unknown[]; deliveries: unknown[] } {
  const cut = (seconds: number): number => Math.floor(Math.round(seconds * 1e6) / unit) * unit;
  return {
    messages: messages
      .map(({ queue_id, sender, size, nrcpt, active, removed }) => [
        queue_id,
        sender,
        size,
        nrcpt,
        cut(active[0]!),
        removed === null ? null : cut(removed),
      ])
      .sort(byText),
    deliveries: deliveries.map(([time, id, to]) => [cut(time), id, to]).sort(byText),
  };
}

describe('rotated files with foreign lines, junk, damage, a repeat and a clock set back', () => {
  const names = ['mail.log.gz', 'mail.log.2.gz', 'mail.log.1.gz'];
  const expected = fixtureJson<Odd>('odd/rotated/expected.json.gz');

  it.each([[names], [names.toReversed()], [[names[1], names[0], names[2]]]])(
    'in the order %s',
    async (order) => {
      expect(await found(order.map((name) => packed(`odd/rotated/${name}`)))).toEqual(wanted(expected));
    },
  );

  it('are counted to the last line', async () => {
    const [sum] = summarize(await readAll(names.map((name) => packed(`odd/rotated/${name}`))));
    expect(sum).toMatchObject({
      lines: 2484,
      messages: 119,
      attempts: { sent: 1588 },
      duplicates: 36,
      clockSteps: 1,
      restarts: 0,
    });
    expect(sum?.otherPrograms).toEqual({
      dovecot: 32,
      sshd: 36,
      CRON: 13,
      'policyd-spf': 15,
      systemd: 16,
      kernel: 10,
      opendkim: 13,
    });
    // Six lines are not understood: the truncated line, the block of NULs, and four non-empty lines of the junk block.
    expect(sum?.notUnderstood.reduce((all, { count }) => all + count, 0)).toBe(6);
  });
});

describe('one log in six forms', () => {
  const expected = fixtureJson<Odd>('odd/styles/expected.json.gz');
  const source = (name: string): RecordSource => packed(`odd/styles/${name}.gz`);

  it.each(['plain.log', 'journalctl.json', 'docker-logs-t.log'])('%s is exact', async (name) => {
    expect(await found([source(name)])).toEqual(wanted(expected));
  });

  it.each(['journalctl-short-iso.log', 'docker-logs.log', 'syslog-ng-iso.log'])(
    '%s has whole seconds',
    async (name) => {
      expect(await found([source(name)], 1_000_000)).toEqual(wanted(expected, 1_000_000));
    },
  );

  it('together are one log, with the finest stamps', async () => {
    const all = [
      'syslog-ng-iso.log',
      'docker-logs.log',
      'journalctl.json',
      'plain.log',
      'journalctl-short-iso.log',
      'docker-logs-t.log',
    ];
    expect(await found(all.map(source))).toEqual(wanted(expected));
  });

  it('have the same lines as a journal export, whose message is no text', async () => {
    const json = new TextDecoder().decode(fixture('odd/styles/journalctl.json.gz'));
    expect(await found([textSource('export', journalExport(json))])).toEqual(wanted(expected));
  });
});

describe('a content filter', () => {
  it('makes one mail of two queue ids', async () => {
    const expected = fixtureJson<{
      messages: number;
      final_deliveries: number;
      delivery_lines_total: number;
      chains: { first_id: string; second_id: string }[];
    }>('odd/content-filter/expected.json.gz');
    const result = await readAll([packed('odd/content-filter/maillog.gz')]);
    const [sum] = summarize(result);
    expect(sum?.chains).toBe(expected.chains.length);
    expect(sum?.mails).toBe(expected.messages);
    expect(sum?.attempts.sent).toBe(expected.delivery_lines_total);
    expect((sum?.attempts.sent ?? 0) - (sum?.handedOver ?? 0)).toBe(expected.final_deliveries);
    const { tables, pools } = result.builder.members[0]!.instance;
    const { links, lives } = tables;
    const seen = new Set<string>();
    for (let row = 1; row < links.length; row++) {
      seen.add(
        `${pools.texts.text(lives.id[links.parent[row]!]!)} ${pools.texts.text(lives.id[links.child[row]!]!)}`,
      );
    }
    expect(seen).toEqual(
      new Set(expected.chains.map(({ first_id, second_id }) => `${first_id} ${second_id}`)),
    );
  });
});

describe('pairs', () => {
  it.each(['w1b-base', 'w2-base', 'w2-rate1s', 'w3-base', 'w4-base'])(
    '%s has the attempts that its servers and its log count',
    async (name) => {
      const expected = fixtureJson<{
        delivery_lines: {
          sent: number;
          deferred: number;
          bounced: number;
          with_421: number;
          connection_refused: number;
          temporarily_suspended: number;
        };
        injected_messages: number;
        check: { log_lines: number; bounce_messages: number };
      }>(`pairs/${name}/counts.json`);
      const result = await readAll([packed(`pairs/${name}/maillog.gz`)]);
      const [sum] = summarize(result);
      const { attempts } = result.builder.members[0]!.instance.tables;
      const outcomes = Array.from(attempts.outcome.subarray(1, attempts.length));
      const lines = expected.delivery_lines;
      const bounces = expected.check.bounce_messages;
      expect(sum).toMatchObject({
        lines: expected.check.log_lines,
        notUnderstood: [],
        messages: expected.injected_messages + bounces,
      });
      expect(sum?.attempts).toEqual({
        sent: lines.sent,
        deferred: lines.deferred,
        bounced: lines.bounced,
        expired: 0,
      });
      expect(outcomes.filter((outcome) => outcome === 7).length).toBe(lines.temporarily_suspended);
    },
  );
});

it('the traditional form of the afternoon gives the same figures, in whole seconds', async () => {
  const [precise] = summarize(await readAll([packed('logs/f1-afternoon/maillog.gz')]));
  const [whole] = summarize(
    await readAll([packed('logs/f1-afternoon-traditional/maillog.gz')], { year: 2026 }),
  );
  expect(whole?.from).toBe(isoTime(Math.floor(Date.parse(whole?.from ?? '') / 1000) * 1_000_000));
  for (const field of [
    'lines',
    'understood',
    'messages',
    'activations',
    'attempts',
    'byDomain',
    'removed',
    'held',
    'requeued',
    'restarts',
    'chains',
  ] as const) {
    expect(whole?.[field], field).toEqual(precise?.[field]);
  }
});

it('does not count syslogd’s note of a repeated line as not understood', async () => {
  const result = await readAll([
    textSource(
      'maillog',
      'Nov 21 10:00:00 mx postfix/smtpd[9]: connect from c.example[192.0.2.9]\nNov 21 10:00:02 mx last message repeated 2 times\n',
    ),
  ]);
  expect(result.builder.junk.count).toBe(0);
  expect(result.files[0]).toMatchObject({ lines: 2, postfix: 1, blank: 1 });
});

it('understands lines of a verbose queue manager about a dead destination', async () => {
  const { builder } = await readAll([packed('busy/late-turn/maillog.gz')]);
  expect(builder.junk.count).toBe(0);
});

it('reads gzip of several members, as rotation by appending makes it, to its end', async () => {
  const whole = fixture('logs/f1-afternoon/maillog.gz');
  const half = whole.indexOf(10, whole.length / 2) + 1;
  const members = Buffer.concat([gzipSync(whole.subarray(0, half)), gzipSync(whole.subarray(half))]);
  const [both] = summarize(await readAll([textSource('maillog.gz', members)]));
  const [one] = summarize(await readAll([textSource('maillog', whole)]));
  expect(both).toEqual(one);
});
