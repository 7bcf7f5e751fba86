import { useMemo, useRef, useState } from 'react';
import { type Outline, outlineOf } from '../../lessons/edit/outline.ts';
import { placeText } from '../../lessons/edit/form-lines.ts';
import { type Lesson, lessonIn, type LessonStop, type StopPlace } from '../../lessons/lesson.ts';
import type { Micros } from '../../../protocol/units.ts';
import { useRuntime, useSession, useActions } from '../../../store/hooks.ts';
import { useWantedLanguage } from '../../store/language.ts';
import { whileBusy } from '../../../store/idle.ts';
import { viewOf } from '../../../panels/kinds/views.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { Select } from '../../../ui/Select.tsx';
import { StagePlace } from '../lesson/LessonStage.tsx';
import { showAt, usePreparedBy, type Prepared, type WithBackgroundRun } from '../lesson/usePrepared.ts';
import { galleryItem } from '../../../scenes/gallery.ts';
import { SHELVES } from '../../../scenes/shelves.ts';
import { insertInstant, type Instant, instantHere, moveToInstant } from './instant.ts';
import { MarksPane, MarkPicker, useMarking } from './MarksPane.tsx';
import { QuestionPane } from './QuestionPane.tsx';
import { StopPane } from './StopPane.tsx';
import { lineSelection } from './TextPane.tsx';
import type { DraftText } from './useLessonDraft.ts';
import type { Reading } from './useReading.ts';
import { useWrite } from './useWrite.ts';
import css from './write.module.css';
import { Button } from '../../../ui/Button.tsx';

export interface PreviewProps {
  draft: DraftText;
  outline: Outline;
  reading: Reading;
  /** Index of the stop, from 0; -1 = the lesson has no stops. */
  stop: number;
  probe: WithBackgroundRun;
  onLine: (line: number) => void;
  /** Goes to a line of the text. */
  onWrite: (line: number) => void;
}

/** In a lesson without stops, the picture is the run that the stage shows. */
const NOTHING: Lesson = {
  id: '',
  title: '',
  document: 'own',
  about: '',
  minutes: 1,
  assumes: '',
  able: [],
  scenes: {},
  sceneTitles: {},
  stops: [],
  language: 'en',
  languages: ['en'],
  others: [],
};

const PLAIN: LessonStop = {
  title: '',
  scene: '',
  place: { at: 0 },
  view: 'stage',
  destination: '',
  orders: [],
  jobs: [],
  ask: null,
  own: null,
  rule: null,
  slow: null,
  marks: [],
  text: [],
  notes: [],
};

/** Shows, as a class sees it, the stop that contains the caret. Offers everything that can be added to the stop. */
export function Preview({ draft, outline, reading, stop: at, probe, onLine, onWrite }: PreviewProps) {
  const language = useWantedLanguage();
  const write = useWrite();
  const lesson = lessonIn(reading.lesson ?? NOTHING, language);
  const stop = lesson.stops[at];
  const steady = useSteady(lesson, at);
  const found = usePreparedBy(probe, steady, at);
  const prepared = stop === undefined ? null : found;
  const phone = useMedia('(max-width: 47.5rem)');
  const step = useSession((session) => session.cursor.step);
  const scenario = useSession((session) => session.scenario);
  const there = prepared !== null && prepared.step === step && prepared.scenario === scenario;
  const away = prepared !== null && prepared.step >= 0 && !there;
  const picture = useRef<HTMLDivElement>(null);
  const marking = useMarking();
  const shown = useMemo((): LessonStop => {
    if (stop === undefined) return PLAIN;
    return away ? { ...stop, marks: [], jobs: prepared?.scenario === scenario ? stop.jobs : [] } : stop;
  }, [stop, away, prepared, scenario]);
  return (
    <section className={css.writeRight} aria-label={write.parts.picture}>
      <InstantBar
        draft={draft}
        outline={outline}
        reading={reading}
        stop={at}
        probe={probe}
        onLine={onLine}
        away={away}
        prepared={prepared}
      />
      <div className={css.writePicture} ref={picture} data-picking={marking.kind !== null || undefined}>
        {at < 0 && scenario === null ? (
          <EmptyState size="panel">{write.instant.choose}</EmptyState>
        ) : (
          <StagePlace stop={shown} phone={phone} />
        )}
        {marking.kind !== null && !away && (
          <MarkPicker picture={picture} marking={marking} draft={draft} stop={at} />
        )}
      </div>
      <div className={css.writePanes}>
        <StopPane
          key={`stop ${at}`}
          draft={draft}
          outline={outline}
          stop={at}
          lesson={lesson}
          fault={prepared?.fault ?? ''}
          there={there}
          onWrite={onWrite}
        />
        <QuestionPane
          key={`question ${at}`}
          draft={draft}
          stop={at}
          lesson={lesson}
          prepared={prepared}
          probe={probe}
        />
        <MarksPane {...{ draft, outline, picture, marking, away }} stop={at} />
      </div>
    </section>
  );
}

/**
 * Returns the same lesson object until an edit changes the scene, place, view or question of the stop, so that all
 * other edits do not move the run.
 */
function useSteady(lesson: Lesson, at: number): Lesson {
  const [held, setHeld] = useState({ lesson, at });
  const same = held.at === at && opens(held.lesson, at) === opens(lesson, at);
  const sameScene =
    held.lesson.scenes[held.lesson.stops[at]?.scene ?? ''] === lesson.scenes[lesson.stops[at]?.scene ?? ''];
  if (same && sameScene) return held.lesson;
  setHeld({ lesson, at });
  return lesson;
}

function opens(lesson: Lesson, at: number): string {
  const { place, view, destination, ask, own } = lesson.stops[at] ?? PLAIN;
  return JSON.stringify([lesson.id, at, place, view, destination, ask?.kind, ask?.about, own]);
}

/** Says that the run is at an event, when the instant of that event differs from the instant that the stop asks for. */
function WhyThen({ place, at }: { place: StopPlace | undefined; at: Micros }) {
  const { instant: words } = useWrite();
  if (place === undefined || !('at' in place) || place.at === at) return null;
  const asked = placeText(place.at);
  return <span className="dim text-2">{at < place.at ? words.last(asked) : words.asks(asked)}</span>;
}

interface InstantBarProps extends Omit<PreviewProps, 'onWrite'> {
  away: boolean;
  prepared: Prepared | null;
}

/** Shows the run and its instant, and the actions for them. */
function InstantBar({ draft, reading, stop, probe, onLine, away, prepared }: InstantBarProps) {
  const runtime = useRuntime();
  const at = useSession((session) => session.cursor.at);
  const scenario = useSession((session) => session.scenario);
  const [said, setSaid] = useState('');
  const { instant: words } = useWrite();
  const take = (use: (text: string, instant: Instant) => string, target: number): void => {
    const work = probe((run) => instantHere(runtime, run, reading.lesson));
    void whileBusy(work).then((instant) => {
      if (typeof instant === 'string') return setSaid(instant);
      setSaid('');
      draft.edit(
        (text) => use(text, instant),
        (text) => {
          const next = outlineOf(text);
          const line = next.stops[target]?.from ?? 0;
          onLine(line);
          return lineSelection(next, line, 3);
        },
      );
      return undefined;
    });
  };
  const back = (): void => {
    if (prepared !== null) void showAt(runtime, prepared.scenario, prepared.step);
  };
  return (
    <div className={`row wrap gap-6 ${css.writeInstant}`} role="toolbar" aria-label={words.label}>
      <ScenePick lesson={reading.lesson} />
      <span className="mono">{scenario === null ? '' : viewOf(scenario).instant(at)}</span>
      {!away && prepared !== null && <WhyThen place={reading.lesson?.stops[stop]?.place} at={at} />}
      {away && (
        <>
          <Button onClick={back}>{words.back(stop + 1)}</Button>
          <Button
            look="outlined"
            onClick={() => take((text, instant) => moveToInstant(text, stop, instant), stop)}
          >
            {words.move(stop + 1)}
          </Button>
        </>
      )}
      {said !== '' && (
        <span className="field-error" role="alert">
          {said}
        </span>
      )}
      <span className="grow" />
      <Button
        look="primary"
        disabled={scenario === null}
        onClick={() => take((text, instant) => insertInstant(text, stop, instant), stop + 1)}
      >
        {words.insert}
      </Button>
    </div>
  );
}

/** Shows the run on the stage, and lets the author open another run of the lesson or of the gallery. */
function ScenePick({ lesson }: { lesson: Lesson | null }) {
  const actions = useActions();
  const { instant } = useWrite();
  const title = useSession((session) => session.scenario?.title ?? '');
  const own = Object.entries(lesson?.scenes ?? {});
  const open = (value: string): void => {
    const [kind, name = ''] = value.split(' ');
    const scene = kind === 'own' ? lesson?.scenes[name] : undefined;
    const item = kind === 'gallery' ? galleryItem(name) : undefined;
    if (item !== undefined) actions.look({ mainPanel: null });
    const run = scene ?? item?.scenario;
    if (run === undefined) return;
    const from = item === undefined ? {} : { id: item.id, own: true };
    // Goes past the first events, because an empty stage shows nothing.
    void actions
      .openScenario(run, { ...from, step: 0, play: false })
      .then(() => actions.seek({ at: item?.opensAt ?? 0 }));
  };
  return (
    <Select
      className={css.writeScene}
      label={instant.run}
      value=""
      options={[
        { value: '', text: title === '' ? instant.chooseRun : instant.runIs(title) },
        {
          group: instant.own,
          options: own.map(([name, scene]) => ({ value: `own ${name}`, text: scene.title })),
        },
        ...SHELVES.map((shelf) => ({
          group: shelf.title,
          options: shelf.items.map((item) => ({ value: `gallery ${item.id}`, text: item.title })),
        })),
      ]}
      onChange={open}
    />
  );
}
