import { useEffect, useRef, useState } from 'react';
import { toText } from '../../../explain/tokens.ts';
import type { LessonStop, OwnQuestion } from '../../lessons/lesson.ts';
import { solutionOf } from '../../questions/question.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { Icon } from '../../../panels/kit/Icon.tsx';
import { Segmented } from '../../../panels/kit/Segmented.tsx';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import type { WithSecondRun } from '../lesson/usePrepared.ts';
import { OwnForm } from './OwnForm.tsx';
import { usePossible } from './usePossible.ts';
import { viewOf } from '../../../panels/kinds/views.ts';
import { useWrite } from './useWrite.ts';
import './write.css';

interface QuestionSheetProps {
  stop: LessonStop;
  scenario: Scenario;
  seed: string;
  probe: WithSecondRun;
  /** With what `ask:` is to say. */
  onAsk: (asked: string) => void;
  /** With the lines of a question. */
  onOwn: (lines: string[]) => void;
  onClose: () => void;
}

type Tab = 'engine' | OwnQuestion['kind'];

/** Every question that can be asked at the stop with the engine's answer, and forms for the author's own. */
export function QuestionSheet({ stop, scenario, seed, probe, onAsk, onOwn, onClose }: QuestionSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { question: words } = useWrite();
  const [tab, setTab] = useState<Tab>(stop.own?.kind ?? 'engine');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className="sheet write-sheet" aria-label={words.sheet} onClose={onClose}>
      <header className="sheet-head">
        <h2>{words.sheet}</h2>
        <button type="button" className="icon-btn" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Segmented
        label={words.kindLabel}
        value={tab}
        options={[
          { value: 'engine', text: words.kinds.engine },
          { value: 'choose', text: words.kinds.choose },
          { value: 'number', text: words.kinds.number },
          { value: 'write', text: words.kinds.write },
        ]}
        onChange={setTab}
      />
      {tab === 'engine' ? (
        <Possible
          stop={stop}
          scenario={scenario}
          seed={seed}
          probe={probe}
          onAsk={(asked) => {
            onAsk(asked);
            close();
          }}
        />
      ) : (
        <OwnForm
          key={tab}
          kind={tab}
          before={stop.own?.kind === tab ? stop.own : null}
          onDone={(lines) => {
            onOwn(lines);
            close();
          }}
        />
      )}
    </dialog>
  );
}

function Possible(props: Pick<QuestionSheetProps, 'stop' | 'scenario' | 'seed' | 'probe' | 'onAsk'>) {
  const { found, tried, all } = usePossible(props);
  const done = tried === all;
  const { question: words } = useWrite();
  const { instant } = viewOf(props.scenario);
  return (
    <>
      <p className="sub" role="status">
        {!done && words.trying(all, tried, found.length)}
        {done && (found.length === 0 ? words.nothing : words.found(found.length))}
      </p>
      <ul className="write-possible">
        {found.map(({ asked, question, later }) => (
          <li key={asked}>
            <div>
              <p>
                <b>
                  <Sentence tokens={question.text} />
                </b>
              </p>
              <p className="write-solution">
                <Icon name="check" /> {solutionOf(question)}
              </p>
              <p className="dim">
                <code className="mono">ask: {asked}</code>
                {later && words.standsAt(instant(question.before.at))},{' '}
                {words.choices(question.choices.length)}
              </p>
            </div>
            <button
              type="button"
              className="btn outlined"
              aria-label={words.askOf(toText(question.text))}
              onClick={() => props.onAsk(asked)}
            >
              {words.askThis}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
