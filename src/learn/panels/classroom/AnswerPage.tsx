import { useMemo, useState } from 'react';
import { answerCode, questionTag } from '../../class/answer-code.ts';
import type { Question } from '../../questions/question.ts';
import { LanguagePick } from '../kit/LanguagePick.tsx';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { Sentence } from '../../../panels/kit/Sentence.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { StagePlace } from '../lesson/LessonStage.tsx';
import { useWords } from '../kit/useWords.ts';
import { Markup } from '../lesson/Markup.tsx';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { Rules } from '../practice/Rules.tsx';
import { qrCode } from '../../../panels/share/qr.ts';
import { QrPicture } from '../../../panels/share/QrPicture.tsx';
import { parseClassHash } from './address.ts';
import { letterOf } from './Bars.tsx';
import { type AskedOfClass, ClassQuestion } from './ClassQuestion.tsx';
import { drawPhone, phone } from './class-kept.ts';
import lessonCss from '../lesson/lesson.module.css';
import kitCss from '../kit/kit.module.css';
import css from './classroom.module.css';
import { Button } from '../../../ui/Button.tsx';

/** `#answer=windows&stop=6` shows the teacher's question on a phone and encodes the student's answer. */
export default function AnswerPage({ hash }: { hash: string }) {
  const { language, phone: words } = useWords();
  const address = parseClassHash(hash);
  if (address === null)
    return (
      <main className="page" id="stage" tabIndex={-1} lang={language}>
        <div className={kitCss.pageColumn} data-narrow>
          <h1>{words.noQuestion}</h1>
          <p>{words.scanAgain}</p>
          <a className="btn primary big" href="#lessons">
            {words.lessons}
          </a>
        </div>
      </main>
    );
  return (
    <ClassQuestion key={hash} address={address} hash={hash} draw={(asked) => <Answering asked={asked} />} />
  );
}

function Answering({ asked }: { asked: AskedOfClass }) {
  const { language, phone: words } = useWords();
  const { question } = asked;
  const small = useMedia('(max-width: 40rem)');
  const [place, setPlace] = useState<number | null>(null);
  useNamesPage(asked.title);
  const choose = (at: number): boolean => {
    if (question?.choices[at] === undefined || place !== null) return false;
    setPlace(at);
    return true;
  };
  useLessonKeys({ next: () => {}, back: () => setPlace(null), choose, leave: () => setPlace(null) });
  return (
    <main className={lessonCss.lesson} id="stage" tabIndex={-1} lang={language} data-asks>
      <div className={lessonCss.lessonWords}>
        <p className="sub">
          {words.where(asked.where)} <LanguagePick languages={asked.languages} />
        </p>
        <h1 lang={asked.language}>{asked.title}</h1>
        <div className={lessonCss.lessonText} lang={asked.language}>
          {asked.text.map((paragraph) => (
            <p key={paragraph}>
              <Markup text={paragraph} />
            </p>
          ))}
          {asked.settings !== null && <Rules scenario={asked.settings} />}
          {asked.fault !== '' && <p className="field-error text-2">{asked.fault}</p>}
        </div>
      </div>
      <StagePlace stop={asked.ready ? asked.stop : null} phone={small} />
      {question !== null && (
        <div className={lessonCss.lessonAsk} data-asks-for={question.kind} lang={asked.askedIn}>
          {place === null ? (
            <Choices question={question} onChoose={choose} />
          ) : (
            <Coded question={question} place={place} part={asked.part} onChange={() => setPlace(null)} />
          )}
        </div>
      )}
    </main>
  );
}

/** Shows the answers as tiles. The tiles do not tell which answer is right, because the teacher reveals that. */
function Choices({ question, onChoose }: { question: Question; onChoose: (place: number) => void }) {
  return (
    <div className={`stack ${lessonCss.question}`}>
      <h2>
        <Sentence tokens={question.text} size="large" />
      </h2>
      <ul className={lessonCss.answers}>
        {question.choices.map((choice, i) => (
          <li key={choice.key}>
            <button type="button" className={lessonCss.answer} onClick={() => onChoose(i)}>
              <span className={css.wallLetter}>{letterOf(i)}</span>
              <span>
                <Sentence tokens={choice.label} size="large" />
              </span>
              {choice.hint !== '' && <span className={lessonCss.answerHint}>{choice.hint}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CodedProps {
  question: Question;
  place: number;
  part: string;
  onChange: () => void;
}

/** Shows the code of the answer, to read out, type, or hold to the teacher's camera. */
function Coded({ question, place, part, onChange }: CodedProps) {
  const { language, phone: words } = useWords();
  const known = phone.use();
  const [drawn] = useState(() => known ?? drawPhone());
  const code = answerCode({ tag: questionTag(part), place, phone: known ?? drawn });
  const picture = useMemo(() => qrCode(code.replace('-', '')), [code]);
  return (
    <section className={css.coded} aria-label={words.yourAnswer} lang={language}>
      {picture !== null && <QrPicture code={picture} label={words.qrOf(code)} />}
      <div className="stack gap-6" role="status">
        <p>
          {words.yourAnswerIs} <b>{letterOf(place)}</b>,{' '}
          <b>
            <Sentence tokens={question.choices[place]?.label ?? []} />
          </b>
        </p>
        <p className={`${css.codedCode} mono`}>{code}</p>
        <p className="side-note">{words.show}</p>
        <div className="row wrap">
          <Button look="outlined" size="big" onClick={onChange}>
            {words.change}
          </Button>
          <Button
            size="big"
            onClick={() => {
              drawPhone();
              onChange();
            }}
          >
            {words.another}
          </Button>
        </div>
      </div>
    </section>
  );
}
