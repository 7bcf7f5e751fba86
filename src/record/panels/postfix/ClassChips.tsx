import { type FormEvent, useState } from 'react';
import { formatWhole } from '../../../explain/figures.ts';
import { describeError } from '../../../scenario/schema-errors.ts';
import { Field } from '../../../ui/Field.tsx';
import type { MailClass } from '../../protocol/classes.ts';
import type { Verdict } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import { useRecords } from '../../store/record.ts';
import { DropDown } from '../kit/DropDown.tsx';
import { Fault } from '../kit/parts.tsx';
import css from './findings.module.css';
import { useAsked } from './useAsked.ts';

/** Maximum number of chips, "All mail" included. */
const CHIPS = 6;

interface ClassChipsProps {
  name: InstanceName;
  /** Predicate of the mail that is shown; '' = all mail. */
  only: string;
  /** Number of recipients in the record. */
  total: number;
  /** Verdicts of the reader's classes. */
  verdicts: readonly Verdict[];
  onOnly: (predicate: string) => void;
}

interface Chip {
  text: string;
  predicate: string;
  recipients: number;
}

/** Classes of mail: the reader's, otherwise the largest senders. A pressed chip limits answer and chart to its mail. */
export function ClassChips({ name, only, total, verdicts, onOnly }: ClassChipsProps) {
  const { classes } = useRecords().state;
  const senders = useAsked(JSON.stringify(['senders', name]), (questions) => questions.senders(name));
  const own = classes.map(
    (one): Chip => ({
      text: one.name,
      predicate: one.predicate,
      recipients: verdicts.find((verdict) => verdict.name === one.name)?.recipients ?? 0,
    }),
  );
  const chips = (own.length > 0 ? own : chipsOf(senders ?? [])).slice(0, CHIPS - 1);
  return (
    <div className={css.chips} role="group" aria-label="Classes of mail">
      {[{ text: 'All mail', predicate: '', recipients: total }, ...chips].map(
        ({ text, predicate, recipients }) => (
          <button
            key={predicate}
            type="button"
            className={css.chip}
            aria-pressed={only === predicate}
            title={predicate === '' ? undefined : predicate}
            onClick={() => onOnly(predicate)}
          >
            {text} <span>{formatWhole(recipients)}</span>
          </button>
        ),
      )}
      <DropDown
        text="Add a class"
        label="Classes of mail"
        className={css.chipAdd}
        popoverClass={css.classMenu}
      >
        {() => <Classes classes={classes} onRemove={() => onOnly('')} />}
      </DropDown>
    </div>
  );
}

/** Senders as chips. Senders with the same local part are shown with whole addresses. A single sender gets no chip. */
function chipsOf(senders: readonly { sender: string; recipients: number }[]): Chip[] {
  const local = (sender: string): string => sender.split('@')[0] ?? sender;
  const seen = senders.map(({ sender }) => local(sender));
  if (senders.length < 2) return [];
  return senders.map(({ sender, recipients }) => ({
    text: seen.filter((one) => one === local(sender)).length > 1 ? sender : `${local(sender)}@`,
    predicate: `from=${/[\s()"]/.test(sender) ? `"${sender.replaceAll('"', '?')}"` : sender}`,
    recipients,
  }));
}

/** Adds and removes classes. They are kept with the record. */
function Classes({ classes, onRemove }: { classes: readonly MailClass[]; onRemove: () => void }) {
  const { records } = useRecords();
  const [name, setName] = useState('');
  const [predicate, setPredicate] = useState('');
  const [error, setError] = useState('');
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,39}$/u.test(wanted))
      return setError('Name: use letters, digits, blanks, dots, _ and -, such as resets.');
    if (classes.some((one) => one.name === wanted)) return setError(`Name: ${wanted} exists already.`);
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
    <section className="stack text-2" aria-label="Classes of mail">
      <h2>Classes of mail</h2>
      <ul>
        {classes.map((one) => (
          <li key={one.name} className="row">
            <b>{one.name}</b>
            <code className="breaks grow">{one.predicate}</code>
            <button
              type="button"
              className="link"
              aria-label={`Remove class ${one.name}`}
              onClick={() => {
                onRemove();
                records.setClasses(classes.filter((other) => other !== one));
              }}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <form className="stack" onSubmit={(event) => void add(event)}>
        <Field text="Name" line="field-stack" value={name} placeholder="resets" onChange={setName} />
        <Field
          text="Which mail"
          line="field-stack"
          kind="code"
          value={predicate}
          placeholder="from=reset@*"
          onChange={setPredicate}
        />
        <p>
          <button type="submit" className="btn outlined">
            Add class
          </button>
        </p>
      </form>
      <Fault text={error} />
      <Examples />
    </section>
  );
}

function Examples() {
  return (
    <>
      <p className="sub">Examples:</p>
      <ul className="mono text-1">
        <li>from=reset@*</li>
        <li>to=*@big.example and b&gt;10</li>
        <li>recipients&gt;100 or size&gt;1M</li>
      </ul>
      <p className="sub">Fields: from, to, client, user, relay, reply, status, size, recipients, tries, b.</p>
    </>
  );
}
