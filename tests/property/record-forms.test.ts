import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textSource } from '../../src/record/importers/input/source.ts';
import { type RecordSummary, summarize } from '../../src/record/importers/summary.ts';
import { FORMS, logLines } from '../fixtures/records/forms.ts';
import { fixture, readAll } from '../fixtures/records/read.ts';
import { ALL } from '../fixtures/all.ts';

/**
 * A record must give the same figures in all formats that syslog daemons, journals and containers write. Uses four recordings
 * (an afternoon, mail that expires, `qmgr -v`, feedback debug), or all with --all.
 */

const FOLDER = new URL('../fixtures/records/logs/', import.meta.url).pathname;
const SOME = ['f1-afternoon', 'd3-expire', 'p10-recursive', 'b9-greet-small'];
const NAMES = ALL ? readdirSync(FOLDER).filter((name) => !name.endsWith('traditional')) : SOME;

/** Returns the figures that do not depend on the log format. */
function figures(summaries: readonly RecordSummary[]): object[] {
  return summaries.map((summary) => ({
    understood: summary.understood,
    notUnderstood: summary.notUnderstood.length,
    messages: summary.messages,
    activations: summary.activations,
    attempts: summary.attempts,
    byDomain: summary.byDomain,
    deliveries: summary.deliveries,
    removed: summary.removed,
    held: summary.held,
    requeued: summary.requeued,
    restarts: summary.restarts,
    chains: summary.chains,
    mails: summary.mails,
    handedOver: summary.handedOver,
    deleted: summary.deleted,
    windows: summary.windows,
    selections: summary.selections,
    preemptions: summary.preemptions,
    agents: summary.agents,
    operations: summary.operations,
    version: summary.version,
    clockSteps: summary.clockSteps,
  }));
}

describe.each(NAMES)('%s', (name) => {
  const text = new TextDecoder().decode(fixture(`logs/${name}/maillog.gz`));
  const lines = logLines(text);

  it.each(FORMS)('$name', async ({ sources }) => {
    const wanted = figures(summarize(await readAll([textSource('maillog', text)])));
    expect(figures(summarize(await readAll(sources(lines))))).toEqual(wanted);
  });
});
