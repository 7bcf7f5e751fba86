import { type FormEvent, useState } from 'react';
import { useRecords } from '../../store/record.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import './postfix.css';

/** Classes of mail, named by the reader: each has a verdict of its own, and lanes. They stay with the record. */
export function Classes() {
  const { records, state } = useRecords();
  const { classes } = state;
  const [name, setName] = useState('');
  const [predicate, setPredicate] = useState('');
  const [error, setError] = useState('');
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u.test(wanted))
      return setError('name: it takes letters, digits, blank, . _ -, such as resets');
    if (classes.some((one) => one.name === wanted)) return setError(`name: ${wanted} is there already`);
    const read = await records.ask((questions) => questions.checkClass(predicate));
    if (read === null) return undefined;
    if (!read.ok) {
      const [one] = read.errors;
      return setError(one === undefined ? '' : describeError(one));
    }
    records.setClasses([...classes, { name: wanted, predicate: predicate.trim() }]);
    setName('');
    setPredicate('');
    return setError('');
  };
  return (
    <section className="postfix-classes" aria-label="Classes of mail">
      <h2>Classes of mail</h2>
      <ul>
        {classes.map((one) => (
          <li key={one.name} className="row">
            <b>{one.name}</b>
            <code>{one.predicate}</code>
            <span className="grow" />
            <button
              type="button"
              className="link"
              aria-label={`Remove class ${one.name}`}
              onClick={() => records.setClasses(classes.filter((other) => other !== one))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <ClassForm {...{ name, setName, predicate, setPredicate }} onAdd={(event) => void add(event)} />
      {error !== '' && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <p className="dim">
        Tests: from= to= client= user= relay= reply= status= size&gt; recipients&gt; tries&gt; b&gt;; joined
        by and, or, not. The same on the command line: npm run late -- PATH --class resets=from=reset@*
      </p>
    </section>
  );
}

interface ClassFormProps {
  name: string;
  setName: (name: string) => void;
  predicate: string;
  setPredicate: (predicate: string) => void;
  onAdd: (event: FormEvent) => void;
}

function ClassForm({ name, setName, predicate, setPredicate, onAdd }: ClassFormProps) {
  return (
    <form onSubmit={onAdd}>
      <label>
        Name
        <input
          className="field"
          value={name}
          placeholder="resets"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        Which mail
        <input
          className="field mono"
          value={predicate}
          placeholder="from=reset@*"
          spellCheck={false}
          onChange={(event) => setPredicate(event.target.value)}
        />
      </label>
      <button type="submit" className="btn outlined">
        Add class
      </button>
    </form>
  );
}
