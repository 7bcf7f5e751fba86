import { expect, test } from 'vitest';
import { BINDINGS, commandFor, keyName, type KeyPlace, type KeyPress } from '../../src/app/keymap.ts';

const page: KeyPlace = { typing: false, pressable: false, inTree: false, onStage: false, covered: false };

function press(key: string, mods: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...mods };
}

test('Shift is named for letters and named keys, not for signs that need it', () => {
  expect(keyName(press('K'))).toBe('k');
  expect(keyName(press('I', { shiftKey: true }))).toBe('Shift+i');
  expect(keyName(press('?', { shiftKey: true }))).toBe('?');
  expect(keyName(press('ArrowLeft', { shiftKey: true }))).toBe('Shift+ArrowLeft');
  expect(keyName(press(' '))).toBe('Space');
});

test('every key of the map reaches its command, and no key has two meanings', () => {
  const seen = new Map<string, string>();
  for (const binding of BINDINGS) {
    for (const key of binding.keys) {
      expect(seen.has(key), `${key} is bound twice`).toBe(false);
      seen.set(key, binding.command);
    }
  }
  expect(commandFor(press('k'), page, true)).toBe('toggle');
  expect(commandFor(press('ArrowRight', { shiftKey: true }), page, true)).toBe('preemption-forward');
  expect(commandFor(press('7'), page, true)).toBe('tenth-7');
});

test('a focused button keeps Space, a text field all keys, the browser its modifiers', () => {
  expect(commandFor(press(' '), { ...page, pressable: true }, true)).toBeNull();
  expect(commandFor(press('k'), { ...page, pressable: true }, true)).toBe('toggle');
  expect(commandFor(press('i'), { ...page, typing: true }, true)).toBeNull();
  expect(commandFor(press('l', { ctrlKey: true }), page, true)).toBeNull();
});

test('inside the forest the arrows move the focus, comma and full stop still step', () => {
  const tree = { ...page, inTree: true };
  expect(commandFor(press('ArrowRight'), tree, true)).toBeNull();
  expect(commandFor(press('.'), tree, true)).toBe('step-forward');
});

test.each([
  [' ', 'toggle'],
  ['k', 'toggle'],
  ['ArrowLeft', 'step-back'],
  [',', 'step-back'],
  ['ArrowRight', 'step-forward'],
  ['.', 'step-forward'],
  ['n', 'decision-forward'],
  ['e', 'event-forward'],
  ['Home', 'to-start'],
])('the key %j means %s', (key, command) => {
  expect(commandFor(press(key), page, true)).toBe(command);
});

test('takes keys of the browser on the stage only', () => {
  expect(commandFor(press('F10'), page, true)).toBeNull();
  expect(commandFor(press('F10'), { ...page, onStage: true }, true)).toBe('decision-forward');
});

test('with letters off, single characters do nothing and other keys still work', () => {
  expect(commandFor(press('k'), page, false)).toBeNull();
  expect(commandFor(press(','), page, false)).toBeNull();
  expect(commandFor(press(' '), page, false)).toBe('toggle');
  expect(commandFor(press('ArrowLeft'), page, false)).toBe('step-back');
});
