import type { PolicyRecording } from '../../protocol/policies.ts';
import type { Work } from '../../protocol/serve-jobs.ts';
import { comparePolicies, policyFigures } from './policy-lab.ts';

/** The three policies with their recordings, which are large and change hands. */
export const policies: Work<'policies'> = (workload, { handOver }) => {
  const answer = comparePolicies(workload);
  if (answer.ok) handOver(answer.value.flatMap(({ recording }) => buffersOf(recording)));
  return answer;
};

/** The figures of one policy. */
export const figures: Work<'policy-figures'> = ({ workload, policy }) => policyFigures(workload, policy);

function buffersOf({ counts, stretches, blocks, requests }: PolicyRecording): ArrayBuffer[] {
  return [counts, stretches, blocks, requests].flatMap((one) =>
    Object.values(one).map((column: Float64Array) => column.buffer as ArrayBuffer),
  );
}
