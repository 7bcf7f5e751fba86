import { useState, type SubmitEvent } from 'react';
import { NAME_MAX } from '../../protocol/library.ts';
import { keepRun, newRun } from '../../store/library.ts';
import { useApp, useSession } from '../../store/hooks.ts';
import { selectDeliveries } from '../../store/selectors.ts';
import { KEEP_HERE } from '../../explain/labels.ts';
import { Field } from '../../ui/Field.tsx';
import css from './library.module.css';

/** Stores the run of a link in this browser, under a name. */
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
      () => setSaid('This browser stores nothing for this page.'),
    );
  };
  return (
    <form className={css.shareKeep} onSubmit={keep}>
      <Field
        text="Name in my library"
        line="field-stack"
        value={name}
        maxLength={NAME_MAX}
        onChange={setName}
      />
      <button type="submit" className="btn outlined">
        {KEEP_HERE}
      </button>
      <p role="status">
        {said} <a href="#library">My library</a>
      </p>
    </form>
  );
}
