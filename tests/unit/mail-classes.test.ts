import { describe, expect, it } from 'vitest';
import { parseClass, parsePredicate } from '../../src/record/importers/classes/parse.ts';
import { classOfLives, matcher, selectLives } from '../../src/record/importers/classes/select.ts';
import type { Instance } from '../../src/record/importers/store/instance.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

async function w1b(): Promise<Instance> {
  const { builder } = await readAll([packed('pairs/w1b-base/maillog.gz')]);
  const [member] = builder.members;
  if (member === undefined) throw new Error('no record');
  return member.instance;
}

function selected(instance: Instance, text: string): number {
  const read = parsePredicate(text);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return selectLives(instance, read.value).reduce((sum, one) => sum + one, 0);
}

describe('classes of mail', () => {
  it('select by sender, recipients, size and fate, with and, or, not and brackets', async () => {
    const instance = await w1b();
    const all = instance.tables.lives.length - 1;
    expect(selected(instance, 'from=reset@*')).toBe(89);
    expect(selected(instance, 'recipients>100')).toBe(1);
    expect(selected(instance, 'from=RESET@home.example or recipients>=1500')).toBe(90);
    expect(selected(instance, 'not (from=reset@* or recipients>100)')).toBe(all - 90);
    expect(selected(instance, 'from!=reset@* and recipients>100')).toBe(1);
    expect(selected(instance, 'size>0 and size<1G')).toBe(all);
    expect(selected(instance, 'status=deferred')).toBe(0);
    expect(selected(instance, 'from=reset@* and b>10s')).toBeGreaterThan(5);
    expect(selected(instance, 'relay=127.30.0.* and from=reset@*')).toBe(89);
    expect(selected(instance, 'to=*@nowhere.example')).toBe(0);
  });

  it('put a mail into the first class that selects it', async () => {
    const instance = await w1b();
    const read = ['from=reset@*', 'recipients>0'].map((text) => parsePredicate(text));
    const classes = classOfLives(
      instance,
      read.flatMap((one) => (one.ok ? [one.value] : [])),
    );
    expect(classes.filter((one) => one === 1)).toHaveLength(89);
    expect(classes.filter((one) => one === 2)).toHaveLength(1);
  });

  it.each([
    ['form=x', 'form', 'one of the fields from, to'],
    ['recipients>many', 'recipients', 'a number: recipients of the message'],
    ['from>x', 'from', '= or != with a text'],
    ['from=', 'from', 'a text: the envelope sender'],
    ['status=late', 'status', 'sent, deferred or bounced'],
    ['', 'predicate', 'a test, such as from=reset@*'],
    ['from=a from=b', 'predicate', '"and" or "or" between two tests'],
    ['(from=a', 'predicate', 'a ) for each ('],
    ['from="a', 'predicate', 'a closing "'],
    ['not '.repeat(60) + 'from=a', 'predicate', 'at most 40'],
  ])('refuses $0 with field and choices', (text, field, accepted) => {
    const read = parsePredicate(text);
    expect(read).toMatchObject({ ok: false, errors: [{ field }] });
    expect(!read.ok && read.errors[0]?.accepted).toContain(accepted);
  });

  it('have names: NAME=PREDICATE', () => {
    expect(parseClass('resets=from=reset@*')).toMatchObject({
      ok: true,
      value: { mailClass: { name: 'resets', predicate: 'from=reset@*' } },
    });
    expect(parseClass('from')).toMatchObject({ ok: false, errors: [{ field: '--class' }] });
    expect(parseClass('=from=x')).toMatchObject({ ok: false });
  });

  it('match texts with stars in bounded time for any pattern', () => {
    expect(matcher('*@big.example')('Ann@BIG.example')).toBe(true);
    expect(matcher('a?c*')('abcd')).toBe(true);
    expect(matcher('a?c')('abcd')).toBe(false);
    expect(matcher('*')('')).toBe(true);
    // With a matcher that tries every way to divide this text, the test would never end.
    expect(matcher(`${'*a'.repeat(200)}b`)('a'.repeat(2000))).toBe(false);
  });
});
