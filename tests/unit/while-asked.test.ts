import { expect, test } from 'vitest';
import { whileAsked } from '../../src/client/while-asked.ts';

test('word of a worker that comes after its answer is not heard: nothing would end it', async () => {
  const heard: number[] = [];
  let tell: (word: number) => void = () => undefined;
  const answer = await whileAsked<[number], string>(
    (word) => heard.push(word),
    async (told) => {
      tell = told;
      told(1);
      return 'done';
    },
  );
  tell(2);
  expect({ answer, heard }).toEqual({ answer: 'done', heard: [1] });
});

test('nor is what comes after a failure', async () => {
  const heard: number[] = [];
  let tell: (word: number) => void = () => undefined;
  const asked = whileAsked<[number], never>(
    (word) => heard.push(word),
    async (told) => {
      tell = told;
      throw new Error('it broke off');
    },
  );
  await expect(asked).rejects.toThrow('it broke off');
  tell(1);
  expect(heard).toEqual([]);
});
