import { expect, test } from 'vitest';
import { controlOf, findControl, type Named } from '../../src/app/FocusBack.tsx';

function button(text: string, id = '', label: string | null = null): Named {
  return { tagName: 'BUTTON', id, textContent: text, getAttribute: () => label };
}

test('a control that was made anew is found by its id, or by its name and place among those of its name', () => {
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

test('where there are fewer of its name it is the first, and where there is none it is gone', () => {
  const control = { id: '', tag: 'BUTTON', name: 'open', nth: 3 };
  const one = button('', '', 'open');
  expect(findControl(control, [button('a.example'), one])).toBe(one);
  expect(findControl(control, [button('a.example')])).toBeNull();
});
