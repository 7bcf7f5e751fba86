import { type ComponentProps, useState } from 'react';
import { NO_MESSAGE } from '../../../explain/labels.ts';
import { formatMany } from '../../explain/record-format.ts';
import type { SearchResult, Selection } from '../../protocol/record-questions.ts';
import { nameOfInstance, useRecords } from '../../store/record.ts';
import kit from '../kit/kit.module.css';
import { PictureWithoutNames } from '../kit/PictureWithoutNames.tsx';
import { SearchField } from './FindInPicture.tsx';
import { MessageList } from './MessageList.tsx';
import { Life, LifeLine } from './MessageLife.tsx';
import { NoMessages, NoRecord } from './NoRecord.tsx';
import css from './postfix.module.css';
import { inHash, type TabProps } from './tab-props.ts';
import { useAsked } from './useAsked.ts';

/** A search must name a kind of lane. This list shows no lanes, so any kind will do. */
const NO_LANES = { lanes: 'destination' as const, classes: [] };

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
    return 'Longest wait in the queue manager first. You can also search for a client, a SASL user, a reply, or tests such as from=reset@* and b>10.';
  if (found.error !== '') return found.error;
  if (found.count === 0) return NO_MESSAGE;
  return `${formatMany(found.count, 'message')}: ${found.as}`;
}

/** Finds a message, and shows its life from arrival to end. */
export default function MessageTab({ view, instance, hash }: TabProps) {
  const name = nameOfInstance(instance);
  const { state } = useRecords();
  const [text, setText] = useState(() => inHash(hash, 'q'));
  const question = instance === null ? '' : JSON.stringify([name, text]);
  const found = useAsked(question, (questions) => questions.search({ ...name, text, ...NO_LANES }));
  // Without a search, lists the messages with the longest waits.
  const late = useAsked(instance === null ? '' : JSON.stringify([name, 'late']), (questions) =>
    questions.differ({ ...name, selection: WHOLE, classes: state.classes }),
  );
  const searching = text.trim() !== '' && found !== null;
  const messages = searching ? found.messages : late?.ok === true ? late.value.messages.slice(0, 40) : [];
  // Shows the first message until the reader chooses one.
  const id = inHash(hash, 'id') || (messages[0]?.id ?? '');
  const life = useAsked(
    instance === null || id === '' ? '' : JSON.stringify([name, id]),
    async (questions) => ({
      id,
      life: await questions.message({ ...name, id }),
    }),
  );
  if (view === null || instance === null)
    return <NoRecord>Give a maillog first. Messages are read from it.</NoRecord>;
  if (instance.messages === 0) return <NoMessages instance={instance} />;
  return (
    <div className={kit.columns}>
      <section className={`stack gap-12 ${kit.side} ${css.postfixSearch}`} aria-label="Search">
        <SearchField label="Search" line="field-stack" text={text} found={found} onText={setText} />
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
      <section className={`stack gap-12 ${kit.main}`} aria-label="Life of a message">
        {id !== '' && life?.id === id && life.life === null && (
          <p role="alert">
            Message {id} is not in {view.instances.length > 1 ? 'the log of this instance' : 'this record'}.
          </p>
        )}
        {id !== '' && life?.id === id && life.life !== null && (
          <LifeWithPicture life={life.life} zone={view.zone} name={name} />
        )}
      </section>
    </div>
  );
}

function LifeWithPicture(props: ComponentProps<typeof Life>) {
  const { life, name } = props;
  return (
    <>
      <Life {...props} />
      <PictureWithoutNames
        selector={`.${css.postfixPicture}`}
        file="qmgrscope-message"
        ask={(questions) => questions.lifePicture({ ...name, id: life.id })}
        draw={(hidden) => <LifeLine life={hidden} />}
      />
    </>
  );
}
