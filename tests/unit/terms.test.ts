import { expect, test } from 'vitest';
import { GLOSSARY } from '../../src/explain/glossary.ts';
import { cutAtTerms } from '../../src/panels/kit/terms.ts';

test('punctuation stays with its term, and no text is lost', () => {
  const text = 'It leaves the candidate, (preemption); and a second candidate, too.';
  const parts = cutAtTerms(text, GLOSSARY);
  expect(parts).toContainEqual({ before: '', text: 'candidate', after: ',', term: 'candidate' });
  expect(parts).toContainEqual({ before: '(', text: 'preemption', after: ');', term: 'preemption' });
  const joined = parts.map((part) => ('term' in part ? part.before + part.text + part.after : part.text));
  expect(joined.join('')).toBe(text);
});
