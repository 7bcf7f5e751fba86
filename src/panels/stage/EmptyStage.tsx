import { useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { isOnRecord } from '../kinds/views.ts';
import { NO_JOBS } from './stage-words.ts';
import css from './stage.module.css';

/** Ten recipients at the first destination that the scenario knows: enough to see a column fill. */
const FIRST_INJECTION = 10;

/** Nothing to schedule: the rail waits, and the way to change that is in place. */
export function EmptyStage() {
  const onRecord = useSession(({ scenario }) => isOnRecord(scenario));
  const actions = useActions();
  const servers = useSession((session) => session.servers);
  const [error, setError] = useState('');
  const destination = servers.find((server) => server.name !== '*')?.name ?? 'a.example';
  const inject = async (): Promise<void> => {
    const answer =
      (await actions.injectAgain()) ?? (await actions.inject([{ destination, count: FIRST_INJECTION }]));
    setError(answer.ok ? '' : (answer.errors[0]?.accepted ?? 'refused'));
  };
  if (onRecord)
    return (
      <div className={css.stageEmpty}>
        <p>Nothing to schedule here: play on, mail comes with the record.</p>
      </div>
    );
  return (
    <div className={css.stageEmpty}>
      <p>{NO_JOBS}</p>
      <button type="button" className="btn primary" onClick={() => void inject()}>
        Inject a message
      </button>
      {error !== '' && <p className="field-error">{error}</p>}
    </div>
  );
}
