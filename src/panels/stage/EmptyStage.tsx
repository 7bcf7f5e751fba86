import { useState } from 'react';
import { useActions, useSession } from '../../store/hooks.ts';
import { isOnRecord } from '../kinds/views.ts';
import { NO_JOBS, NO_MAIL } from './stage-words.ts';
import css from './stage.module.css';
import { Button } from '../../ui/Button.tsx';

/** Number of recipients of the offered message: enough to see a column fill. */
const FIRST_INJECTION = 10;

/** Shows an empty job list: a rail without stations, and before the first mail a button that sends some. */
export function EmptyStage() {
  const onRecord = useSession(({ scenario }) => isOnRecord(scenario));
  const actions = useActions();
  const servers = useSession((session) => session.servers);
  const sent = useSession((session) => session.messages.size > 0);
  const ended = useSession((session) => session.idle);
  const [error, setError] = useState('');
  const destination = servers.find((server) => server.name !== '*')?.name ?? 'a.example';
  const inject = async (): Promise<void> => {
    const answer =
      (await actions.injectAgain()) ?? (await actions.inject([{ destination, count: FIRST_INJECTION }]));
    setError(answer.ok ? '' : (answer.errors[0]?.accepted ?? 'refused'));
  };
  return (
    <div className={css.stageEmpty}>
      {sent ? (
        <p>{ended ? 'Nothing is left to do.' : NO_JOBS}</p>
      ) : (
        <p>{onRecord ? 'Press Play: mail comes from the record.' : NO_MAIL}</p>
      )}
      {!onRecord && !sent && (
        <Button look="primary" onClick={() => void inject()}>
          Send a message
        </Button>
      )}
      {error !== '' && <p className="field-error">{error}</p>}
    </div>
  );
}
