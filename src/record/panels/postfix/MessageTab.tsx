import { formatMany } from '../../explain/record-format.ts';
import { type ComponentProps, useState } from 'react';
import type { SearchResult, Selection } from '../../protocol/record-questions.ts';
import { nameOfInstance, useRecords } from '../../store/record.ts';
import { MessageList } from './MessageList.tsx';
import { Life, LifeLine } from './MessageLife.tsx';
import { NoMessages, NoRecord } from './NoRecord.tsx';
import { inHash, type TabProps } from './tab-props.ts';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { useAsked } from './useAsked.ts';
import { NO_MESSAGE } from '../../../explain/labels.ts';
import css from './postfix.module.css';

/** What is found is a list here: its lanes are not drawn. */
const NO_LANES = { lanes: 'destination' as const, classes: [] };

/** All of the record. */
const WHOLE: Selection = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  over: 0,
  under: Infinity,
  lane: '',
  lanes: 'destination',
  predicate: '',
};

function wordsOf(found: SearchResult | null): string {
  if (found === null)
    return 'Longest in the queue manager first. Also: client, SASL user, text of an answer, or tests such as from=reset@* and b>10.';
  if (found.error !== '') return found.error;
  if (found.count === 0) return NO_MESSAGE;
  return `${formatMany(found.count, 'message')}: ${found.as}`;
}

/** One message: found by anything that is known of it, and its life from its arrival to its end. */
export default function MessageTab({ view, instance, hash }: TabProps) {
  const name = nameOfInstance(instance);
  const { state } = useRecords();
  const [text, setText] = useState(() => inHash(hash, 'q'));
  const question = instance === null ? '' : JSON.stringify([name, text]);
  const found = useAsked(question, (questions) => questions.search({ ...name, text, ...NO_LANES }));
  // Without a search: what waited longest is likely what is looked for.
  const late = useAsked(instance === null ? '' : JSON.stringify([name, 'late']), (questions) =>
    questions.differ({ ...name, selection: WHOLE, classes: state.classes }),
  );
  const searching = text.trim() !== '' && found !== null;
  const messages = searching ? found.messages : late?.ok === true ? late.value.messages.slice(0, 40) : [];
  // Until one is chosen, the first: an empty place would have to say that one can be.
  const id = inHash(hash, 'id') || (messages[0]?.id ?? '');
  const life = useAsked(
    instance === null || id === '' ? '' : JSON.stringify([name, id]),
    async (questions) => ({
      id,
      life: await questions.message({ ...name, id }),
    }),
  );
  if (view === null || instance === null)
    return <NoRecord>Give a maillog first: messages are read from it.</NoRecord>;
  if (instance.messages === 0) return <NoMessages instance={instance} />;
  return (
    <div className={css.postfixMessage}>
      <section className={css.postfixSearch} aria-label="Search">
        <label htmlFor="postfix-search">Search</label>
        <input
          id="postfix-search"
          type="search"
          className="field"
          value={text}
          list="postfix-completions"
          spellCheck={false}
          placeholder="queue id, address, domain, message-id, b>60s"
          onChange={(event) => setText(event.target.value)}
        />
        <datalist id="postfix-completions">
          {found?.completions.map((one) => (
            <option key={`${one.what} ${one.text}`} value={one.text}>
              {`${one.what}, ${one.count} times`}
            </option>
          ))}
        </datalist>
        <p className="dim" role="status">
          {wordsOf(searching ? found : null)}
        </p>
        {searching && found.count > 0 && (
          <p>
            <a className="link" href={`#postfix&tab=overview&q=${encodeURIComponent(text.trim())}`}>
              Mark them in the overview
            </a>
          </p>
        )}
        <MessageList narrow messages={messages} current={id} />
      </section>
      <section className={css.postfixLife} aria-label="Life of a message">
        {id !== '' && life?.id === id && life.life === null && (
          <p role="alert">
            No message {id} is in {view.instances.length > 1 ? 'the log of this instance' : 'this record'}.
          </p>
        )}
        {id !== '' && life?.id === id && life.life !== null && (
          <LifeWithPicture life={life.life} zone={view.zone} name={name} />
        )}
      </section>
    </div>
  );
}

/** A life, and its picture as a file. */
function LifeWithPicture(props: ComponentProps<typeof Life>) {
  const { life, name } = props;
  return (
    <>
      <Life {...props} />
      <PictureWithoutNames
        selector=".postfix-life .postfix-picture"
        file="qmgrscope-message"
        ask={(questions) => questions.lifePicture({ ...name, id: life.id })}
        draw={(hidden, width) => <LifeLine life={hidden} width={width} />}
      />
    </>
  );
}
