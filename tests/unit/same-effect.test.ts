import { describe, expect, it } from 'vitest';
import { effectOf } from '../../src/record/importers/model/changes.ts';
import type { Change } from '../../src/record/protocol/predict.ts';

const LIMIT = 'destination_concurrency_failed_cohort_limit';
const set = (name: string): Change[] => [{ kind: 'set', name, value: '10' }];
const FOR_ALL = set(`default_${LIMIT}`);
const OWN = set(`smtp_${LIMIT}`);

describe('the effect of a change on settings', () => {
  it('is the same for a general limit as for a limit of the only transport', () => {
    const delayed = { params: { smtp_destination_rate_delay: '1s' } };
    expect(effectOf(FOR_ALL, delayed, ['smtp'])).toBe(effectOf(OWN, delayed, ['smtp']));
    expect(effectOf(FOR_ALL, delayed, ['smtp', 'relay'])).not.toBe(effectOf(OWN, delayed, ['smtp', 'relay']));
  });

  it('is none where each transport has its own value, or the value is unchanged', () => {
    expect(effectOf(FOR_ALL, { params: { [`smtp_${LIMIT}`]: 1 } }, ['smtp'])).toBe('');
    expect(effectOf(OWN, { params: { [`default_${LIMIT}`]: 10 } }, ['smtp'])).toBe('');
  });

  it('includes other actions', () => {
    const pieces: Change[] = [{ kind: 'split', recipients: 50 }];
    const more: Change[] = [{ kind: 'maxproc', service: 'smtp', count: 20 }];
    expect(effectOf(pieces, { params: {} }, ['smtp'])).not.toBe(effectOf(more, { params: {} }, ['smtp']));
    expect(effectOf([...pieces, ...OWN], { params: {} }, ['smtp'])).not.toBe(
      effectOf(pieces, { params: {} }, ['smtp']),
    );
  });
});
