import { useMemo, useState } from 'react';
import { outlineOf, stopAtLine } from '../../lessons/edit/outline.ts';
import { describeFault } from '../../lessons/lesson-file.ts';
import type { LessonFault } from '../../lessons/lesson-lines.ts';
import { titleOf } from '../../store/drafts.ts';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { Segmented } from '../../../panels/kit/Segmented.tsx';
import { useMedia } from '../../../panels/kit/useMedia.ts';
import { useSecondRun } from '../lesson/usePrepared.ts';
import { TimelinePanel } from '../../../panels/timeline/TimelinePanel.tsx';
import { EditorBar } from './EditorBar.tsx';
import { Preview } from './Preview.tsx';
import { StopBar } from './StopBar.tsx';
import { lineSelection, TextPane } from './TextPane.tsx';
import { useLessonDraft } from './useLessonDraft.ts';
import { useReading } from './useReading.ts';
import { useWords } from '../kit/useWords.ts';
import { useWrite } from './useWrite.ts';
import './write.css';

/** A lesson as it is written: its text at the left, the picture of the stop with the caret at the right. */
export default function Editor({ id, start }: { id: string; start: string }) {
  const draft = useLessonDraft(id, start);
  const write = useWrite();
  const { language } = useWords();
  const { text } = draft;
  const outline = useMemo(() => outlineOf(text), [text]);
  const probe = useSecondRun();
  const reading = useReading(text, probe);
  const [line, setLine] = useState(0);
  const [tab, setTab] = useState<'text' | 'picture'>('text');
  const phone = useMedia('(max-width: 47.5rem)');
  useNamesPage(titleOf(text));
  const at = stopAtLine(outline, line);
  // Above all stops the first one is shown: it is the picture that the lesson opens with.
  const stop = outline.stops.length === 0 ? -1 : Math.max(0, at);
  const goTo = (index: number): void => {
    const target = outline.stops[index];
    if (target === undefined) return;
    setLine(target.from);
    draft.edit(
      (same) => same,
      () => lineSelection(outline, target.from, 3),
    );
  };
  const goToLine = (target: number): void => {
    setLine(target);
    setTab('text');
    draft.edit(
      (same) => same,
      () => lineSelection(outline, target),
    );
  };
  return (
    <main className="write" id="stage" tabIndex={-1} lang={language} data-tab={phone ? tab : undefined}>
      <EditorBar draft={draft} reading={reading} stop={stop} />
      {phone && (
        <Segmented
          label={write.parts.label}
          className="fill write-tabs"
          value={tab}
          options={[
            { value: 'text', text: write.parts.text },
            { value: 'picture', text: write.parts.picture },
          ]}
          onChange={setTab}
        />
      )}
      <section className="write-left" aria-label={write.parts.text}>
        <StopBar draft={draft} outline={outline} stop={stop} onStop={goTo} onLine={setLine} />
        <TextPane
          draft={draft}
          outline={outline}
          faults={reading.faults}
          stop={at}
          line={line}
          onLine={setLine}
        />
        <Faults faults={reading.faults} onLine={goToLine} />
      </section>
      <Preview {...{ draft, outline, reading, stop, probe }} onLine={setLine} onWrite={goToLine} />
      <section className="time-area write-time" aria-label={write.timeline} data-area="timeline">
        <TimelinePanel />
      </section>
    </main>
  );
}

interface FaultsProps {
  faults: readonly LessonFault[];
  onLine: (line: number) => void;
}

/** What is wrong, line by line, with a way to the line. */
function Faults({ faults, onLine }: FaultsProps) {
  const { faultsLabel } = useWrite();
  return (
    <div className="write-faults" id="write-faults" role="status">
      {faults.length > 0 && (
        <ul aria-label={faultsLabel}>
          {faults.map((fault) => (
            <li key={describeFault(fault)}>
              <button type="button" onClick={() => onLine(fault.line - 1)}>
                {describeFault(fault)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
