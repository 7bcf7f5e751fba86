import { Field } from '../../../ui/Field.tsx';
import { nameOfInstance, chosenInstance, useRecords } from '../../store/record.ts';
import css from './postfix.module.css';
import type { Search } from './tab-props.ts';
import { useAsked } from './useAsked.ts';

/** A search must name a kind of lane. Completions show no lanes, so any kind will do. */
const NO_LANES = { lanes: 'destination' as const, classes: [] };

/** Searches for messages, and completes what is typed. Escape clears it. */
export function SearchField({ text, onText }: Search) {
  const { state } = useRecords();
  const name = nameOfInstance(chosenInstance(state));
  const found = useAsked(text.trim() === '' ? '' : JSON.stringify(['search', name, text]), (questions) =>
    questions.search({ ...name, text, ...NO_LANES }),
  );
  return (
    <search className={css.postfixSearch}>
      <Field
        label="Search messages"
        type="search"
        list="postfix-completions"
        spellCheck={false}
        placeholder="Search messages"
        title="Queue id, address, domain, message-id, or a test such as b>60s"
        value={text}
        onChange={onText}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          onText('');
        }}
      />
      <kbd>/</kbd>
      <datalist id="postfix-completions">
        {found?.completions.map((one) => (
          <option key={`${one.what} ${one.text}`} value={one.text}>
            {`${one.what}, ${one.count} times`}
          </option>
        ))}
      </datalist>
    </search>
  );
}
