import { expect, test } from 'vitest';
import { parseSetting } from '../../src/core/qmgr/params.ts';
import { eventSentence } from '../../src/explain/event.ts';
import { toText } from '../../src/explain/tokens.ts';
import { findParam, PARAMS, paramName } from '../../src/protocol/params.ts';
import { isParamValue, withUnit } from '../../src/scenario/params.ts';

const NUMBERS = [0, 1, 5, 100, 101, 24_855, 24_856, 2_147_483_647, 2_147_483_648, -1, 1.5, Number.NaN];
const TEXTS = '0|7|1/4|1 / concurrency|1/sqrt_concurrency|0s|1s|5m|9999999999w|3551w||x| |+-|-1|1e3'.split(
  '|',
);
const VALUES = [...NUMBERS, ...TEXTS];

test('the core accepts whatever is accepted here, for all transports and for one', () => {
  for (const info of PARAMS) {
    for (const name of [paramName(info), paramName(info, 'bulk')]) {
      expect(findParam(name)?.info).toBe(info);
      for (const value of VALUES.filter((v) => isParamValue(info, v))) {
        expect(parseSetting(name, value), `${name} = ${JSON.stringify(value)}`).toMatchObject({ ok: true });
      }
    }
  }
});

test('names are read as Postfix reads them', () => {
  expect(findParam('smtp_extra_recipient_limit')).toMatchObject({
    info: { name: 'extra_recipient_limit' },
    transport: 'smtp',
  });
  expect(findParam('initial_destination_concurrency')).not.toHaveProperty('transport');
  for (const name of [
    'delivery_slot_cost',
    'default_initial_destination_concurrency',
    '_delivery_slot_cost',
    '__proto___delivery_slot_cost',
    'default_',
    '',
    'default_process_limit',
  ]) {
    expect(findParam(name), name).toBeUndefined();
  }
});

test('shows a bare time with the unit that Postfix reads it in: lifetimes are days', () => {
  const shown = (name: string): string => {
    const info = findParam(name)?.info;
    return info === undefined ? '' : withUnit(info, 150);
  };
  expect(shown('maximal_queue_lifetime')).toBe('150d');
  expect(shown('bounce_queue_lifetime')).toBe('150d');
  expect(shown('minimal_backoff_time')).toBe('150s');
  expect(shown('qmgr_message_active_limit')).toBe('150');
  const event = { kind: 'param.changed', name: 'maximal_queue_lifetime', from: '5d', to: '150' } as const;
  expect(toText(eventSentence(event, { numberOf: (id: number) => id }))).toBe(
    'maximal_queue_lifetime changes from 5d to 150d.',
  );
});
