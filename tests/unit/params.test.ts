import { describe, expect, it } from 'vitest';
import { FALLBACK_FEEDBACK, parseFeedback } from '../../src/core/qmgr/feedback-text.ts';
import { findParam, paramName, PARAMS } from '../../src/protocol/params.ts';
import {
  parseSetting,
  parseSettings,
  resolveGlobal,
  resolveTransport,
  type Settings,
} from '../../src/core/qmgr/params.ts';

function settings(raw: Record<string, unknown>): Settings {
  const result = parseSettings(raw);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
}

const transport = (raw: Record<string, unknown>, name = 'smtp') =>
  resolveTransport(settings(raw), name, 'shipped');

describe('parseFeedback(shipped)', () => {
  const rows: [text: string, base: number | null, kind?: string][] = [
    ['1', 1, 'constant'],
    ['0', 0, 'constant'],
    ['0.25', 0.25, 'constant'],
    ['.5', 0.5, 'constant'],
    ['2e-1', 0.2, 'constant'],
    ['0x1p-2', 0.25, 'constant'],
    ['0X.8', 0.5, 'constant'],
    ['0.5x', 0.5, 'constant'],
    ['1/4', 0.25, 'constant'],
    ['1 / 2', 0.5, 'constant'],
    ['1/3', 1 / 3, 'constant'],
    ['1/concurrency', 1, 'perWindow'],
    ['0.5 / CONCURRENCY', 0.5, 'perWindow'],
    ['1/4z', null],
    ['1/4 z', null],
    ['1/', null],
    ['1/0', null],
    ['1/1e-10', null],
    ['-1/4', null],
    ['5/4', null],
    ['2', null],
    ['-0.1', null],
    ['2/concurrency', null],
    ['1/foo', null],
    ['1/concurrencyx', null],
    ['1/sqrt_concurrency', null],
    ['nan', null],
    ['inf', null],
    ['NaN/1', null],
    ['', null],
    ['/4', null],
    ['<b>1</b>', null],
    ['__proto__', null],
  ];
  it.each(rows)('%j', (text, base, kind) => {
    const value = parseFeedback(text, 'shipped');
    expect(value).toEqual(base === null ? null : { base, kind });
  });

  it('the documented rule also knows the square root', () => {
    expect(parseFeedback('1/sqrt_concurrency', 'documented')).toEqual({ base: 1, kind: 'perSqrtWindow' });
    expect(parseFeedback('1/Sqrt_Concurrency', 'documented')?.kind).toBe('perSqrtWindow');
  });
});

describe('parseSetting', () => {
  it.each([
    ['default_delivery_slot_cost', 7, 7],
    ['smtp_delivery_slot_cost', '2', 2],
    ['minimal_backoff_time', '5m', 300],
    ['smtp_destination_rate_delay', 3, 3],
    ['maximal_queue_lifetime', '5', 432000],
    ['maximal_queue_lifetime', '2h', 7200],
    ['bounce_queue_lifetime', '1w', 604800],
    ['default_destination_concurrency_positive_feedback', 0.5, '0.5'],
    ['recipient_delimiter', '+-', '+-'],
  ])('%s = %j', (name, value, stored) => {
    expect(parseSetting(name, value)).toEqual({ ok: true, value: { name, value: stored } });
  });

  it.each([
    ['default_delivery_slot_cost', Number.NaN],
    ['default_delivery_slot_cost', Number.POSITIVE_INFINITY],
    ['default_delivery_slot_cost', -1],
    ['default_delivery_slot_cost', 2.5],
    ['default_delivery_slot_cost', '2x'],
    ['default_delivery_slot_cost', ''],
    ['default_delivery_slot_cost', null],
    ['default_delivery_slot_cost', {}],
    ['default_delivery_slot_cost', 2 ** 31],
    ['default_delivery_slot_discount', 101],
    ['initial_destination_concurrency', 0],
    ['qmgr_message_active_limit', 0],
    ['minimal_backoff_time', '5 minutes'],
    ['minimal_backoff_time', '-5s'],
    ['minimal_backoff_time', '1e3'],
    ['recipient_delimiter', 'x'.repeat(300)],
    ['recipient_delimiter', ['+']],
    ['__proto__', 1],
    ['constructor', 1],
    ['smtp_toString', 1],
    ['_delivery_slot_cost', 1],
    ['<img src=x onerror=alert(1)>', 1],
    ['', 1],
  ])('refuses $0 = $1', (name, value) => {
    const result = parseSetting(name, value);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.errors).toHaveLength(1);
    expect(result.errors[0]?.field).toBe(name.slice(0, 60));
    expect(result.errors[0]?.accepted).not.toBe('');
  });
});

describe('parseSettings', () => {
  it('reports every error and sets nothing', () => {
    const raw = { default_delivery_slot_cost: 'x', smtp_delivery_slot_loan: 1, nonsense: 2 };
    const result = parseSettings(raw);
    expect(result.ok ? [] : result.errors.map((e) => e.field)).toEqual([
      'default_delivery_slot_cost',
      'nonsense',
    ]);
  });

  it('reads an own key __proto__ as a name, not as a prototype', () => {
    const raw: unknown = JSON.parse('{"__proto__":{"default_delivery_slot_cost":2}}');
    expect(parseSettings(raw)).toMatchObject({ ok: false, errors: [{ field: '__proto__' }] });
    expect(transport({}, '__proto__').deliverySlotCost).toBe(5);
    expect(({} as Record<string, unknown>).default_delivery_slot_cost).toBeUndefined();
  });

  it.each([null, 1, 'x', []])('refuses %j', (raw) => {
    expect(parseSettings(raw).ok).toBe(false);
  });
});

describe('resolution', () => {
  it('prefers the transport, then the common setting, then the default', () => {
    const raw = { default_delivery_slot_cost: 3, smtp_delivery_slot_cost: 8 };
    expect(transport(raw).deliverySlotCost).toBe(8);
    expect(transport(raw, 'relay').deliverySlotCost).toBe(3);
    expect(transport({}).deliverySlotCost).toBe(5);
  });

  it('distinguishes recipient limits', () => {
    const raw = {
      smtp_recipient_limit: 1,
      smtp_extra_recipient_limit: 2,
      smtp_destination_recipient_limit: 3,
    };
    expect(transport(raw)).toMatchObject({
      recipientLimit: 1,
      extraRecipientLimit: 2,
      destinationRecipientLimit: 3,
    });
  });

  it('a transport whose name ends like a parameter still has its own', () => {
    const raw = { my_destination_recipient_limit: 4, my_extra_recipient_limit: 5 };
    expect(transport(raw, 'my')).toMatchObject({ destinationRecipientLimit: 4, extraRecipientLimit: 5 });
  });

  it('a rate delay forces concurrency 1', () => {
    const raw = { smtp_destination_rate_delay: '1s', smtp_destination_concurrency_limit: 20 };
    expect(transport(raw)).toMatchObject({
      destinationConcurrencyLimit: 1,
      initialDestinationConcurrency: 1,
    });
  });

  it('cuts the initial concurrency to the limit, unless there is none', () => {
    expect(transport({ default_destination_concurrency_limit: 3 }).initialDestinationConcurrency).toBe(3);
    expect(transport({ default_destination_concurrency_limit: 0 }).initialDestinationConcurrency).toBe(5);
  });

  it('local keeps Postfix’s values, whatever the common setting', () => {
    const raw = { default_destination_concurrency_limit: 9, default_destination_recipient_limit: 9 };
    expect(transport(raw, 'local')).toMatchObject({
      destinationConcurrencyLimit: 2,
      destinationRecipientLimit: 1,
    });
    expect(transport({ local_destination_recipient_limit: 7 }, 'local').destinationRecipientLimit).toBe(7);
  });

  it('a malformed feedback text is constant 1, not an error', () => {
    const raw = { default_destination_concurrency_negative_feedback: '1/foo' };
    expect(transport(raw).negativeFeedback).toEqual(FALLBACK_FEEDBACK);
  });

  it('corrects the global limits as Postfix does', () => {
    expect(resolveGlobal(settings({ qmgr_message_recipient_limit: 5 })).messageRecipientLimit).toBe(20000);
    const raw = { maximal_queue_lifetime: '1h', bounce_queue_lifetime: '1d' };
    expect(resolveGlobal(settings(raw)).bounceQueueLifetime).toBe(3600);
  });
});

describe('the parameter table', () => {
  it.each(PARAMS.map((p) => [paramName(p), p] as const))('%s: its default is acceptable', (name, info) => {
    expect(parseSetting(name, info.fallback)).toEqual({ ok: true, value: { name, value: info.initial } });
    expect(findParam(name)).toEqual({ info });
  });

  it.each(PARAMS.filter((p) => p.perTransport).map((p) => [paramName(p, 'smtp'), p] as const))(
    '%s is an override',
    (name, info) => {
      expect(findParam(name)).toEqual({ info, transport: 'smtp' });
    },
  );
});
