import { useState } from 'react';
import { NO_MESSAGE } from '../../../explain/labels.ts';
import { formatWhole } from '../../../explain/figures.ts';
import { Field } from '../../../ui/Field.tsx';
import { formatMany } from '../../explain/record-format.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LaneKind, MarkedMessage, SearchResult } from '../../protocol/record-questions.ts';
import { inHash } from './tab-props.ts';
import { useAsked } from './useAsked.ts';

const NONE: readonly MarkedMessage[] = [];

interface SearchFieldProps {
  label: string;
  /** CSS class around label and field. */
  line: string;
  text: string;
  /** Result of the search. Null before the first answer. */
  found: SearchResult | null;
  onText: (text: string) => void;
}

/** A field that searches for messages and completes what is typed. */
export function SearchField({ label, line, text, found, onText }: SearchFieldProps) {
  return (
    <>
      <Field
        text={label}
        line={line}
        type="search"
        size={40}
        list="postfix-completions"
        spellCheck={false}
        placeholder="queue id, address, domain, message-id, b>60s"
        value={text}
        onChange={onText}
      />
      <datalist id="postfix-completions">
        {found?.completions.map((one) => (
          <option key={`${one.what} ${one.text}`} value={one.text}>
            {`${one.what}, ${one.count} times`}
          </option>
        ))}
      </datalist>
    </>
  );
}

type FindProps = Omit<SearchFieldProps, 'label' | 'line'>;

/** Hook: searches for messages to mark in the picture, at first with the text in the page's address. */
export function useFound(
  name: InstanceName,
  hash: string,
  { lanes, classes }: { lanes: LaneKind; classes: readonly MailClass[] },
): FindProps & { marks: readonly MarkedMessage[] } {
  const [text, setText] = useState(() => inHash(hash, 'q'));
  const answer = useAsked(JSON.stringify([name, text, lanes, classes]), (questions) =>
    questions.search({ ...name, text, lanes, classes }),
  );
  const found = text.trim() === '' ? null : answer;
  return { text, found, onText: setText, marks: found?.messages ?? NONE };
}

/** Searches for messages to mark in the picture, and links to them as a list. */
export function FindInPicture(props: FindProps) {
  const text = props.text.trim();
  const found = text === '' ? null : props.found;
  return (
    <div className="row wrap">
      <SearchField {...props} label="Mark messages with" line="row" />
      <span className="dim" role="status">
        {found !== null && foundWords(found)}
      </span>
      {found !== null && found.count > 0 && (
        <a className="link" href={`#postfix&tab=message&q=${encodeURIComponent(text)}`}>
          Show them as a list
        </a>
      )}
    </div>
  );
}

function foundWords({ error, count, messages: { length } }: SearchResult): string {
  if (error !== '') return error;
  if (count === 0) return NO_MESSAGE;
  const marked = count > length ? `, the first ${formatWhole(length)} marked` : ' marked';
  return `${formatMany(count, 'message')}${marked}. Rings: arrival and longest b. Ticks: arrivals in each lane.`;
}
