import { useState, type SubmitEvent } from 'react';
import { NAME_MAX } from '../../protocol/library.ts';
import { keepRun, newRun } from '../../store/library.ts';
import { useApp, useSession } from '../../store/hooks.ts';
import { selectDeliveries } from '../../store/selectors.ts';
import { KEEP_HERE } from '../../explain/labels.ts';
import './library.css';

/** Keeps the run of a link on this machine, under a name. */
export function KeepForm({ hash }: { hash: string }) {
  const title = useSession((session) => session.scenario?.title ?? 'Run');
  const deliveries = useApp(selectDeliveries);
  const [name, setName] = useState(title);
  const [said, setSaid] = useState('');
  const keep = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const tiles = deliveries.map(({ number }) => number);
    keepRun(newRun(name.trim() === '' ? title : name.trim(), hash, tiles)).then(
      () => setSaid('Kept.'),
      () => setSaid('This browser keeps nothing for this page.'),
    );
  };
  return (
    <form className="share-keep" onSubmit={keep}>
      <label>
        <span>Name in my library</span>
        <input
          className="field"
          value={name}
          maxLength={NAME_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <button type="submit" className="btn outlined">
        {KEEP_HERE}
      </button>
      <p role="status">
        {said} <a href="#library">My library</a>
      </p>
    </form>
  );
}
