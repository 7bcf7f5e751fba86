import type { RecordView } from '../../protocol/record.ts';
import { Icon } from '../../../panels/kit/Icon.tsx';
import { answers } from './words.ts';
import './postfix.css';

/** Which questions these files can answer, and what the others need. */
export function Answers({ view }: { view: RecordView }) {
  return (
    <aside className="postfix-answers" aria-label="What these files answer">
      <h2>What these files answer</h2>
      <ul>
        {answers(view).map(({ question, by, yes }) => (
          <li key={question} data-yes={yes}>
            {yes ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
            <span>
              {question}
              <span className="sub">{by}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
