import { expect, test } from 'vitest';
import { controlOf, findControl, type Named } from '../../src/app/FocusBack.tsx';

function button(text: string, id = '', label: string | null = null): Named {
  return { tagName: 'BUTTON', id, textContent: text, getAttribute: () => label };
}

test('finds a recreated control by its id, or by name and place among equal names', () => {
  const page = (): Named[] => [
    button('a.example'),
    button('', '', 'open'),
    button('', '', 'open'),
    button('Share', 'share'),
    button('Shared', 'share-2'),
  ];
  const before = page();
  const after = page();
  for (const [i, element] of before.entries()) {
    expect(findControl(controlOf(element, before), after)).toBe(after[i]);
  }
  const renamed = [...after.slice(0, 3), button('Close', 'share')];
  expect(findControl(controlOf(before[3] as Named, before), renamed)).toBe(renamed[3]);
});

test('falls back to the first control of that name, and to none when none is left', () => {
  const control = { id: '', tag: 'BUTTON', name: 'open', nth: 3 };
  const one = button('', '', 'open');
  expect(findControl(control, [button('a.example'), one])).toBe(one);
  expect(findControl(control, [button('a.example')])).toBeNull();
});
