import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { toInputErrors } from '../../../scenario/schema-errors.ts';
import { BadInput } from '../../../cli/bad-input.ts';
import { failInput } from '../../../cli/command.ts';
import { readJsonFile } from '../../../cli/read-file.ts';

const MEASURED = v.object({ q50: v.number('seconds'), q90: v.number('seconds') }, 'q50 and q90');

const TRUTH = v.object(
  {
    change: v.string('a text'),
    workload: v.string('a text'),
    /** Instant from which the times of flushes count, in seconds since 1970. Only runs with a flush have one. */
    t0: v.pipe(v.unknown(), v.transform(Number)),
    classes: v.pipe(
      v.record(
        v.string(),
        v.object(
          {
            recipients: v.number('a number'),
            deferred_at_first_try: v.number('a number'),
            b_first: MEASURED,
            total: MEASURED,
            delivered: v.number('a number'),
          },
          'what was measured of a class',
        ),
        'classes by name',
      ),
      v.transform((classes) => new Map(Object.entries(classes))),
    ),
    injected: v.array(v.object({ cls: v.string('a text'), sender: v.string('a text') }), 'a list of senders'),
  },
  'what a real run measured',
);

/** Measurements of a real run, from `truth.json` in its folder. */
export type Truth = v.InferOutput<typeof TRUTH>;
export type ClassTruth = Truth['classes'] extends Map<string, infer One> ? One : never;

const FILE = 'truth.json';

export function hasTruth(dir: string): boolean {
  return existsSync(join(dir, FILE));
}

export function truthOf(dir: string): Truth {
  const path = join(dir, FILE);
  const read = v.safeParse(TRUTH, readJsonFile('DIR', path));
  if (!read.success)
    throw new BadInput(
      toInputErrors(read.issues).map((error) => ({ ...error, field: `${path}: ${error.field}` })),
    );
  return read.output;
}

export function measuredOf(dir: string, name: string): ClassTruth {
  return truthOf(dir).classes.get(name) ?? failInput('DIR', dir, `a truth.json with the class ${name}`);
}
