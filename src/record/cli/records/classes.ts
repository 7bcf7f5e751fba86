import { statSync } from 'node:fs';
import type { Predicate } from '../../importers/classes/fields.ts';
import { parseClass } from '../../importers/classes/parse.ts';
import { CLASSES_PART, readClasses } from '../../importers/classes/text.ts';
import type { MailClass } from '../../protocol/classes.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { fail } from '../../../cli/command.ts';
import { sharedParts } from './files.ts';

interface NamedClass {
  mailClass: MailClass;
  predicate: Predicate;
}

/** `--class` options. Ends the program with the sentence that says what is wrong with one. */
export function classesOf(texts: readonly string[]): NamedClass[] {
  const classes = texts.map((text) => {
    const read = parseClass(text);
    if (!read.ok) throw new Error(read.errors.map(describeError).join('\n'));
    return read.value;
  });
  for (const [i, { mailClass }] of classes.entries())
    if (classes.findIndex((one) => one.mailClass.name === mailClass.name) !== i)
      fail('--class', mailClass.name, 'each name once');
  return classes;
}

/** The classes that came with the shared records among these files. */
export function sharedClasses(files: readonly string[]): NamedClass[] {
  const found = files
    .filter((path) => path !== '-' && statSync(path).isFile())
    .map((path) => sharedParts(path))
    .flatMap((parts) => (typeof parts === 'string' ? [] : (parts ?? [])))
    .filter(({ name }) => name === CLASSES_PART)
    .flatMap(({ text }) => readClasses(text) ?? []);
  const names = new Set(found.map(({ name }) => name));
  return classesOf(
    [...names].map((name) => `${name}=${found.find((one) => one.name === name)?.predicate ?? ''}`),
  );
}
