import { useMemo, useState } from 'react';
import { outlineOf, stopAtLine, type Outline } from '../../lessons/edit/outline.ts';
import { describeFault } from '../../lessons/lesson-file.ts';
import type { LessonFault } from '../../lessons/lesson-lines.ts';
import { titleOf } from '../../store/drafts.ts';
import { useNamesPage } from '../../../panels/kit/page-title.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { useBackgroundRun } from '../lesson/usePrepared.ts';
import { TimelinePanel } from '../../../panels/timeline/TimelinePanel.tsx';
import { useWords } from '../kit/useWords.ts';
import { removeStop, swapWithNext } from '../../lessons/edit/edits.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { EditorBar } from './EditorBar.tsx';
import { Preview } from './Preview.tsx';
import { lineSelection, TextPane } from './TextPane.tsx';
import { useLessonDraft, type DraftText } from './useLessonDraft.ts';
import { useReading } from './useReading.ts';
import { useWrite } from './useWrite.ts';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

/** Shows the text of a lesson at the left, and the stop that contains the caret at the right. */
export default function Editor({ id, start }: { id: string; start: string }) {
  const draft = useLessonDraft(id, start);
  const write = useWrite();
  const { language } = useWords();
  const { text } = draft;
  const outline = useMemo(() => outlineOf(text), [text]);
  const probe = useBackgroundRun();
  const reading = useReading(text, probe);
  const [line, setLine] = useState(0);
  const [tab, setTab] = useState<'text' | 'picture'>('text');
  const phone = useMedia('(max-width: 47.5rem)');
  useNamesPage(titleOf(text));
  const at = stopAtLine(outline, line);
  // When the caret is above all stops, the first stop is shown.
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
    <main className={css.write} id="stage" tabIndex={-1} lang={language} data-tab={phone ? tab : undefined}>
      <EditorBar draft={draft} reading={reading} stop={stop} />
      {phone && (
        <Segmented
          label={write.parts.label}
          className="fill"
          value={tab}
          options={[
            { value: 'text', text: write.parts.text },
            { value: 'picture', text: write.parts.picture },
          ]}
          onChange={setTab}
        />
      )}
      <div className={css.writeParts}>
        <section className={css.writeLeft} aria-label={write.parts.text}>
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
      </div>
      <section className={`time-area ${css.writeTime}`} aria-label={write.timeline} data-area="timeline">
        <TimelinePanel />
      </section>
    </main>
  );
}

interface FaultsProps {
  faults: readonly LessonFault[];
  onLine: (line: number) => void;
}

/** Lists the errors. Each error is a button that goes to its line. */
function Faults({ faults, onLine }: FaultsProps) {
  const { faultsLabel } = useWrite();
  return (
    <div className={css.writeFaults} id="write-faults" role="status">
      {faults.length > 0 && (
        <ul aria-label={faultsLabel}>
          {faults.map((fault) => (
            <li key={describeFault(fault)}>
              <button type="button" className="field-error" onClick={() => onLine(fault.line - 1)}>
                {describeFault(fault)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface StopBarProps {
  draft: DraftText;
  outline: Outline;
  stop: number;
  onStop: (index: number) => void;
  onLine: (line: number) => void;
}

interface ToolButtonProps {
  icon: 'down' | 'close';
  label: string;
  tip: string;
  disabled: boolean;
  onPress: () => void;
  /** Turns the icon upside down. */
  up?: boolean;
}

function ToolButton({ icon, label, tip, disabled, onPress, up = false }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={up ? `icon-btn ${css.writeUp}` : 'icon-btn'}
      aria-label={label}
      data-tip={tip}
      data-tip-at="below"
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Lists the stops in order, with buttons to open, move or delete a stop, and buttons for undo and redo. */
function StopBar({ draft, outline, stop, onStop, onLine }: StopBarProps) {
  const { stops } = outline;
  const { stops: words } = useWrite();
  const change = (make: (text: string) => string, then: number): void => {
    const next = outlineOf(make(draft.text));
    const line = next.stops[Math.max(0, Math.min(then, next.stops.length - 1))]?.from ?? 0;
    draft.edit(make, () => lineSelection(next, line, 3));
    onLine(line);
  };
  const name = stops[stop]?.raw.title ?? '';
  const last = stops.length - 1;
  return (
    <div className={`row gap-4 ${css.writeStops}`} role="toolbar" aria-label={words.label}>
      <Steps outline={outline} stop={stop} onStop={onStop} />
      <span className="grow" />
      <ToolButton
        up
        icon="down"
        label={words.up}
        tip={words.upTip(name)}
        disabled={stop < 1}
        onPress={() => change((text) => swapWithNext(text, stop - 1), stop - 1)}
      />
      <ToolButton
        icon="down"
        label={words.down}
        tip={words.downTip(name)}
        disabled={stop < 0 || stop >= last}
        onPress={() => change((text) => swapWithNext(text, stop), stop + 1)}
      />
      <ToolButton
        icon="close"
        label={words.remove}
        tip={words.removeTip(name)}
        disabled={stop < 0}
        onPress={() => change((text) => removeStop(text, stop), Math.max(0, stop - 1))}
      />
      <Button disabled={draft.undo === null} onClick={() => draft.undo?.()}>
        {words.undo}
      </Button>
      <Button disabled={draft.redo === null} onClick={() => draft.redo?.()}>
        {words.redo}
      </Button>
    </div>
  );
}

function Steps({ outline: { stops }, stop, onStop }: Pick<StopBarProps, 'outline' | 'stop' | 'onStop'>) {
  return (
    <ol className="row wrap gap-4">
      {stops.map(({ from, raw }, i) => (
        <li key={from}>
          <button
            type="button"
            className="icon-btn"
            aria-label={`Stop ${i + 1}: ${raw.title}`}
            aria-current={i === stop ? 'step' : undefined}
            data-tip={raw.title}
            data-tip-at="below"
            onClick={() => onStop(i)}
          >
            {i + 1}
          </button>
        </li>
      ))}
      {stops.length === 0 && <li className="dim">no stops yet</li>}
    </ol>
  );
}
