import type { RecordPlace } from '../../../protocol/recorded.ts';
import { useActions, useSession } from '../../../store/hooks.ts';
import { formatCount } from '../../../explain/format.ts';
import { InjectForm } from '../../../panels/world/InjectForm.tsx';
import { Parameters } from '../../../panels/world/Parameters.tsx';
import { ModelServers } from '../../../panels/world/ModelServers.tsx';
import './replay.css';

/** In the place of the record on a branch that has left it: what the run is now, and what can be changed. */
export function ModelPanel({ place }: { place: RecordPlace }) {
  const actions = useActions();
  const branch = useSession((session) => session.branch);
  return (
    <div className="record-panel">
      <h2>A model of the record</h2>
      <p>
        This branch has left the log. Mail still arrives as it did; servers answer as the log lets one infer.
        What happens here is a prediction, and nothing of it is held against the log.
      </p>
      <p className="sub" role="status">
        Here: {formatCount(place.done)} of {formatCount(place.total)} messages have arrived.
      </p>
      <p className="row">
        <button
          type="button"
          className="btn outlined"
          onClick={() => actions.setHero({ kind: 'compare', a: 1, b: branch })}
        >
          Compare with the record
        </button>
        <button type="button" className="btn" onClick={() => void actions.switchBranch(1)}>
          Back to the record
        </button>
      </p>
      <Parameters />
      <ModelServers />
      <InjectForm />
    </div>
  );
}
