import { expose, transfer } from 'comlink';
import type { PolicyLabApi, PolicyRecording } from '../../protocol/policies.ts';
import { comparePolicies, policyFigures } from '../jobs/policy-lab.ts';
import { claimThread } from './sole.ts';

claimThread('the policy laboratory');

/** The worker of the policy laboratory. It keeps nothing between calls; to cancel it is to terminate it. */
const api: PolicyLabApi = {
  compare(workload) {
    const answer = comparePolicies(workload);
    if (!answer.ok) return answer;
    return transfer(
      answer,
      answer.value.flatMap(({ recording }) => buffersOf(recording)),
    );
  },
  figures: policyFigures,
};

function buffersOf({ counts, stretches, blocks, requests }: PolicyRecording): ArrayBuffer[] {
  return [counts, stretches, blocks, requests].flatMap((one) =>
    Object.values(one).map((column: Float64Array) => column.buffer as ArrayBuffer),
  );
}

expose(api);
