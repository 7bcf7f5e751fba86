import { expect, it } from 'vitest';
import { findingWords } from '../../src/record/explain/findings/sentences.ts';
import { reportLate } from '../../src/record/worker/replay/late.ts';
import { packed, readAll } from '../fixtures/records/read.ts';

it('a log alone gives deferred mail the relay of its domain, and claims no set limit', async () => {
  const { builder } = await readAll([packed('pairs/w2-rate1s/maillog.gz')]);
  const [member] = builder.members;
  if (member === undefined) throw new Error('no record');
  const options = { classes: [], from: 0, to: 0, thresholds: {} };
  const { findings } = reportLate(member, null, { predicates: [], files: [], options, replay: false });
  // Mail for five domains goes to one relay host. That is one destination that died four times, not five dead domains.
  expect(findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual([
    'dead [127.30.0.1]:2525',
    'window-full [127.30.0.1]:2525',
  ]);
  const [dead, full] = findings.map((finding) => findingWords(finding, 'UTC').detail);
  expect(dead).toMatch(/^4 attempts failed, 1 in a row before it was first marked dead: .* got a reply/);
  expect(full).toMatch(
    /^It had at most 1 concurrent delivery\. The limit \(smtp_destination_concurrency_limit\) is 20 by default, .* One delivery at a time while mail waits indicates a limit of 1 or a rate delay/,
  );
});
