import type { AgentId } from '../../protocol/ids.ts';
import { useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { explainAsleep } from '../../explain/why-thread-sleeps.ts';
import type { InputError, Result } from '../../protocol/result.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { ThreadCommand } from '../../protocol/threads-setup.ts';
import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { InspectorHead } from '../inspector/InspectorHead.tsx';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatSeconds } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { holdOf, holdWords, processLimitHolds } from '../../explain/thread-holds.ts';
import { THREAD_STATES } from '../../explain/thread-states.ts';
import inspectorCss from '../inspector/inspector.module.css';
import css from './threads-dock.module.css';

/** One agent: where it is, which limit holds it and why, and what can be done to it. */
export default function AgentInspector({ agent }: { agent: AgentId }) {
  const actions = useActions();
  const row = useSession((session) => session.threads);
  const token = row?.threads.find(
    ({ owner, transport }) => owner === agent && transport === row.source.transport,
  );
  if (row === null) return null;
  return (
    <section className={`${inspectorCss.inspector} agent-inspector`} aria-labelledby="agent-title">
      <InspectorHead
        id="agent-title"
        close="close the agent"
        tip="close"
        onClose={() => actions.inspectAgent(0)}
      >
        Agent {agent} {token !== undefined && <span className="dim">thread {token.name}</span>}
      </InspectorHead>
      {token === undefined ? (
        <p className="side-note">At this instant there is no such agent, or it is too far down its list.</p>
      ) : (
        <Present token={token} row={row} />
      )}
    </section>
  );
}

function Present({ token, row }: { token: ThreadToken; row: ThreadsRow }) {
  const { limit, sentence } = holdWords(holdOf(token, row));
  return (
    <>
      <dl className={css.agentFacts}>
        <dt>carries</dt>
        <dd>
          {token.number > 0 ? (
            <>
              <Chip number={token.number} size="small" /> {token.destination}
            </>
          ) : (
            'nothing'
          )}
        </dd>
        <dt>state</dt>
        <dd>
          {STATES[token.state]} since {formatSeconds(token.since)}
          {token.counted ? ', counted' : ', not counted'}
        </dd>
        <dt>held by</dt>
        <dd>
          <b>{limit}</b>
        </dd>
      </dl>
      <p className="side-note">{sentence}</p>
      {processLimitHolds(row) && (
        <p className="side-note">
          All {row.pool?.max} agents have an entry: the process limit keeps the next one from being created.
        </p>
      )}
      {token.state === 'blocked-in-fetch' && <Asleep token={token} row={row} />}
      <Acts token={token} row={row} />
    </>
  );
}

/** What an agent handles is a delivery. */
const STATES = { ...THREAD_STATES, 'blocked-in-handler': 'blocked in its delivery' };

/** Why it sleeps, as the rules name it: W1, W2, W3 or the gate. */
function Asleep({ token, row }: { token: ThreadToken; row: ThreadsRow }) {
  const { rule, sentence, notes, arithmetic } = explainAsleep({
    thread: token,
    source: row.source,
    group: row.group,
    nameOf: (id) => row.threads.find((thread) => thread.id === id)?.name ?? `T${id}`,
  });
  return (
    <div className={inspectorCss.inspectorPart}>
      <h3>Why is it asleep? {rule !== 'none' && <span className={`${css.ruleName} mono`}>{rule}</span>}</h3>
      <p className="side-note">
        <Sentence tokens={sentence} size="small" />
      </p>
      {arithmetic?.lines.map(({ label, expression }) => (
        <p key={expression} className={css.agentSum}>
          <span>
            <Sentence tokens={label} size="small" />
          </span>
          <span className="mono">{expression}</span>
        </p>
      ))}
      {arithmetic !== undefined && (
        <p className={css.agentSum}>
          <b>
            <Sentence tokens={arithmetic.verdict} size="small" />
          </b>
        </p>
      )}
      {notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p key={i} className="side-note">
          <Sentence tokens={note} size="small" />
        </p>
      ))}
    </div>
  );
}

/** Page faults given by hand wait so long for IO. */
const FAULT_MS = 10;

/** SIGSTOP and the like, given at this instant; in the past they fork a branch. */
function Acts({ token, row }: { token: ThreadToken; row: ThreadsRow }) {
  const actions = useActions();
  const [error, setError] = useState<InputError>();
  const order = async (command: ThreadCommand): Promise<void> => {
    const result: Result<Cursor> = await actions.command(command);
    setError(result.ok ? undefined : result.errors[0]);
  };
  const target = { transport: row.name, agent: token.owner };
  const stopped = token.state === 'stopped';
  const runnable = token.state === 'running' || token.state === 'ready';
  return (
    <div className={inspectorCss.inspectorPart}>
      <h3>Commands</h3>
      <div className={css.agentActs}>
        {stopped ? (
          <button
            type="button"
            className="btn"
            onClick={() => void order({ kind: 'threads.continue', ...target })}
          >
            Continue
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            onClick={() => void order({ kind: 'threads.stop', ...target })}
          >
            Stop
          </button>
        )}
        <button
          type="button"
          className="btn"
          onClick={() => void order({ kind: 'threads.signal', ...target })}
        >
          Signal
        </button>
        <button
          type="button"
          className="btn"
          disabled={!runnable}
          data-tip={
            runnable
              ? `waits ${FAULT_MS * row.story} ms for the page`
              : 'only a runnable agent touches memory'
          }
          onClick={() => void order({ kind: 'threads.fault', ...target, ms: FAULT_MS * row.story })}
        >
          Page fault
        </button>
        <button type="button" className="btn" onClick={() => void order({ kind: 'threads.kill', ...target })}>
          Kill
        </button>
      </div>
      <FieldError id="agent-error" error={error} />
    </div>
  );
}
