import { expect, test } from 'vitest';
import { inHash } from '../../src/record/panels/postfix/tab-props.ts';

test('an unreadable address of #postfix names no message and no search', () => {
  expect(inHash('#postfix&tab=message&id=4A%2FB&q=b%3E60s', 'id')).toBe('4A/B');
  expect(inHash('#postfix&tab=message&id=4A%2FB&q=b%3E60s', 'q')).toBe('b>60s');
  expect(inHash('#postfix&tab=message', 'id')).toBe('');
  for (const broken of ['%', '%E0%A4', '%zz'])
    for (const name of ['id', 'q'] as const)
      expect(inHash(`#postfix&tab=message&${name}=${broken}`, name)).toBe('');
});
