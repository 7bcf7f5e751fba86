import type { MailScenario } from '../../../protocol/scenario.ts';
import { parseScenario } from '../../../scenario/schema.ts';
import { mailRun } from '../../../scenario/kinds/narrow.ts';

/** What a sweep varies is a run of mail: the checked scenario, or what is wrong with it. */
export function sweptScenario(
  given: unknown,
): { ok: true; scenario: MailScenario } | { ok: false; field: string; value: string; accepted: string } {
  const read = parseScenario(given);
  if (!read.ok) {
    const { field = '', value = '', accepted = '' } = read.errors[0] ?? {};
    return { ok: false, field, value: String(value), accepted };
  }
  const scenario = mailRun(read.value);
  return scenario === null
    ? { ok: false, field: 'kind', value: read.value.kind, accepted: 'mail' }
    : { ok: true, scenario };
}
