import { describe, expect, it } from 'vitest';
import { findEntries, type PaletteEntry } from '../../src/app/Palette.tsx';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { newRow, rowsOf, scriptOf } from '../../src/panels/script/script-rows.ts';

describe('a script as a table', () => {
  it.each(GALLERY.map((item) => [item.id, item.scenario.script] as const))(
    '%s: becomes rows and back unchanged',
    (_, script) => {
      expect(scriptOf(rowsOf(script))).toEqual({ ok: true, value: script });
    },
  );

  it('keeps sender, number and transport of an injection', () => {
    const command = {
      kind: 'message.inject' as const,
      to: [{ destination: 'a.example', count: 2, transport: 'relay' }],
      number: 7,
      sender: '',
    };
    const script = [{ at: 1_500_000, command }];
    expect(scriptOf(rowsOf(script))).toEqual({ ok: true, value: script });
  });

  it('sorts rows by time, equal ones in the order of the table', () => {
    const rows = [
      newRow(1, 'queue.flush', '3'),
      newRow(2, 'message.inject', '1'),
      newRow(3, 'queue.flush', '1'),
    ];
    const script = scriptOf(rows);
    expect(script.ok && script.value.map(({ at, command }) => `${at} ${command.kind}`)).toEqual([
      '1000000 message.inject',
      '1000000 queue.flush',
      '3000000 queue.flush',
    ]);
  });

  it.each([
    [{ at: 'soon' }, 'row 1, time'],
    [{ at: '-1' }, 'row 1, time'],
    [{ value: 'everybody' }, 'row 1, recipients'],
  ])('names the row and field that it cannot read: %j', (part, field) => {
    const script = scriptOf([{ ...newRow(1, 'message.inject', '0'), ...part }]);
    expect(script.ok ? '' : script.errors[0]?.field).toBe(field);
  });
});

describe('the palette', () => {
  const entry = (text: string, words = ''): PaletteEntry => ({
    key: text,
    kind: 'thing',
    text,
    words,
    act: () => undefined,
  });
  const all = [
    entry('Message 12'),
    entry('Message 1, 2 recipients'),
    entry('recipient_limit'),
    entry('Step back'),
  ];
  const found = (text: string) => findEntries(all, text).map(({ text: t }) => t);

  it('matches every word, and puts whole words first', () => {
    expect(found('')).toHaveLength(4);
    expect(found('message 1')).toEqual(['Message 1, 2 recipients', 'Message 12']);
    expect(found('message 1, 2')).toEqual(['Message 1, 2 recipients', 'Message 12']);
    expect(found('recip lim')).toEqual(['recipient_limit']);
    expect(found('nothing of the kind')).toEqual([]);
  });
});
