import { useState } from 'react';
import { pageAddress } from '../../../ui/copy-text.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { lessonHash } from '../../lessons/lesson-link.ts';
import { languageToSay } from '../../store/language.ts';
import { useWords } from '../kit/useWords.ts';
import { PackageButton } from './PackageButton.tsx';
import { ShareCode } from '../../../panels/share/ShareCode.tsx';
import { useLesson } from './useLesson.ts';

/** Content of the Share button of a lesson. The link for students comes first, because it is shared most. */
export default function ShareLesson({ hash }: { hash: string }) {
  const { shareLesson: words, pack } = useWords();
  const found = useLesson(hash);
  const [here, setHere] = useState(false);
  if (found.state !== 'found') return null;
  const { lesson, packed, stop } = found;
  const lang = languageToSay(lesson.languages[0]);
  const which = { id: packed === '' ? lesson.id : '', packed, stop: here ? stop : 1, lang };
  const students = pageAddress(lessonHash({ ...which, student: true }));
  const said = { copied: words.copied, byHand: words.byHand };
  return (
    <div className="stack gap-12">
      <h2>{words.title}</h2>
      <input
        id="share-link"
        className="field mono cut"
        readOnly
        aria-label={words.link}
        value={students}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="dim text-2">{words.studentsHint}</p>
      {stop > 1 && (
        <Checkbox checked={here} onChange={setHere}>
          {words.here}
        </Checkbox>
      )}
      <div className="stack">
        <CopyButton className="btn primary big" text={students} label={words.forStudents} {...said} />
        <CopyButton text={pageAddress(lessonHash(which))} label={words.forTeachers} {...said} />
      </div>
      <ShareCode address={students} />
      <div className="row wrap between">
        <h3 className="text-2">{pack.title}</h3>
        <PackageButton lesson={lesson} packed={packed} />
      </div>
    </div>
  );
}
