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
import { Arithmetic } from '../explain/Arithmetic.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { holdOf, holdWords, processLimitHolds } from '../../explain/thread-holds.ts';
import { THREAD_STATES } from '../../explain/thread-states.ts';
import inspectorCss from '../inspector/inspector.module.css';
import css from './dock.module.css';
import { Button } from '../../ui/Button.tsx';

/** Shows one agent as a thread: its state, the limit that holds it, and commands for the agent. */
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
        <p className="side-note">There is no such agent now, or it is too far down its list.</p>
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
      <dl className={`text-2 ${css.facts}`}>
        <dt className="dim">carries</dt>
        <dd className="row wrap gap-4">
          {token.number > 0 ? (
            <>
              <Chip number={token.number} size="small" /> {token.destination}
            </>
          ) : (
            'nothing'
          )}
        </dd>
        <dt className="dim">state</dt>
        <dd>
          {STATES[token.state]} since {formatSeconds(token.since)}
          {token.counted ? ', counted' : ', not counted'}
        </dd>
        <dt className="dim">held by</dt>
        <dd>
          <b>{limit}</b>
        </dd>
      </dl>
      <p className="side-note">{sentence}</p>
      {processLimitHolds(row) && (
        <p className="side-note">
          All {row.pool?.max} agents have an entry. The process limit prevents another one.
        </p>
      )}
      {token.state === 'blocked-in-fetch' && <Asleep token={token} row={row} />}
      <Acts token={token} row={row} />
    </>
  );
}

const STATES = { ...THREAD_STATES, 'blocked-in-handler': 'blocked in its delivery' };

/** Names the rule that keeps the thread asleep: W1, W2, W3 or the gate. */
function Asleep({ token, row }: { token: ThreadToken; row: ThreadsRow }) {
  const { rule, sentence, notes, arithmetic } = explainAsleep({
    thread: token,
    source: row.source,
    group: row.group,
    nameOf: (id) => row.threads.find((thread) => thread.id === id)?.name ?? `T${id}`,
  });
  return (
    <div className={inspectorCss.inspectorPart}>
      <h3>Why is it asleep? {rule !== 'none' && <span className={`mono ${css.rule}`}>{rule}</span>}</h3>
      <p className="side-note">
        <Sentence tokens={sentence} size="small" />
      </p>
      {arithmetic !== undefined && <Arithmetic sums={arithmetic} />}
      {notes.map((note, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p key={i} className="side-note">
          <Sentence tokens={note} size="small" />
        </p>
      ))}
    </div>
  );
}

/** Milliseconds that a page fault by command waits, before they are multiplied by the story's factor. */
const FAULT_MS = 10;

const COMMANDS = [
  { text: 'Signal', kind: 'threads.signal' },
  { text: 'Kill', kind: 'threads.kill' },
] as const;

/** Commands for the thread. They act at the instant shown; in the past they make a branch. */
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
  const ms = FAULT_MS * row.story;
  return (
    <div className={inspectorCss.inspectorPart}>
      <h3>Commands</h3>
      <div className="row wrap gap-4">
        <Button
          onClick={() => void order({ kind: stopped ? 'threads.continue' : 'threads.stop', ...target })}
        >
          {stopped ? 'Continue' : 'Stop'}
        </Button>
        <Button
          disabled={!runnable}
          data-tip={runnable ? `waits ${ms} ms for the page` : 'only a runnable agent uses memory'}
          onClick={() => void order({ kind: 'threads.fault', ...target, ms })}
        >
          Page fault
        </Button>
        {COMMANDS.map(({ text, kind }) => (
          <Button key={kind} onClick={() => void order({ kind, ...target })}>
            {text}
          </Button>
        ))}
      </div>
      <FieldError id="agent-error" error={error} />
    </div>
  );
}
