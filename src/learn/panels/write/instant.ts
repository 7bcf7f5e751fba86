import { galleryItem } from '../../../scenes/gallery.ts';
import { addScene, insertStop, type NewStop, placeStop, showText } from '../../lessons/edit/edits.ts';
import { outlineOf } from '../../lessons/edit/outline.ts';
import { placeText, sceneJson, slugOf } from '../../lessons/edit/form-lines.ts';
import type { Lesson, StopView } from '../../lessons/lesson.ts';
import type { Scenario } from '../../../protocol/scenario.ts';
import { languageToSay } from '../../store/language.ts';
import type { Runtime } from '../../../store/runtime.ts';
import type { BackgroundRun } from '../../store/background-run.ts';
import type { MainPanel } from '../../../store/view.ts';
import { write } from '../../words/en/write.ts';
import { isOnRecord } from '../../../panels/kinds/views.ts';
import { ownWords, loadWords } from '../kit/useWords.ts';

/** The instant on the stage as a stop can name it. */
export interface Instant {
  /** The id of a gallery scene or the name of a scene of the lesson; where neither has it, `json` goes into the file. */
  scene: string;
  json: string;
  place: string;
  show: string;
  title: string;
}

/**
 * What stands on the stage, or the sentence that says why it can be no stop. `lesson` = the lesson that it is for, as far as
 * it can be read.
 */
export async function instantHere(
  { actions, store }: Runtime,
  probe: BackgroundRun,
  lesson: Lesson | null,
): Promise<Instant | string> {
  const { session, view } = store.getState();
  const { scenario } = session;
  const { instant: words } = ownWords(await loadWords(languageToSay()), 'write', write);
  if (scenario === null) return words.nothing;
  if (isOnRecord(scenario)) return words.onRecord;
  const { live, cursor } = await actions.save();
  const common = { show: showOf(view.mainPanel), title: scenario.title };
  const known = live.length > 0 ? '' : sceneName(session.baseScenarioId, scenario, lesson);
  // What was done by hand becomes a part of the script, at its instant.
  const script = [...scenario.script, ...live.map(({ at, command }) => ({ at, command }))];
  const whole = { ...scenario, script: script.toSorted((a, b) => a.at - b.at) };
  const place = await placeOf(probe, whole, cursor);
  if (known !== '') return { ...common, scene: known, json: '', place };
  return { ...common, scene: slugOf(scenario.title, 'scene'), json: sceneJson(whole), place };
}

/** The name under which a stop can ask for the run that is open; "" = it has none. */
function sceneName(base: string | undefined, scenario: Scenario, lesson: Lesson | null): string {
  const [own] = Object.entries(lesson?.scenes ?? {}).find(([, scene]) => scene === scenario) ?? [];
  if (own !== undefined) return own;
  return base !== undefined && galleryItem(base)?.scenario.title === scenario.title ? base : '';
}

/** An instant where that is enough; else the event, because several things happen at one instant. */
async function placeOf(
  { api }: BackgroundRun,
  scenario: Scenario,
  { at, step, event }: { at: number; step: number; event: number },
): Promise<string> {
  const opened = await api.open(scenario, []);
  if (!opened.ok || (await api.seek({ at })).step === step) return placeText(at);
  return (await api.seek({ event })).step === step ? `event ${event}` : placeText(at);
}

/** The panel in the place of the stage, as a stop shows it; "" = the stage. */
function showOf(mainPanel: MainPanel | null): string {
  if (mainPanel === null || mainPanel.kind === 'compare') return '';
  const view: StopView = mainPanel.kind === 'mail' ? 'memory' : mainPanel.kind;
  return showText({ view, destination: mainPanel.kind === 'destination' ? mainPanel.name : '' });
}

/** Puts an instant into the text of a lesson, as a stop behind the one given; its scene goes to the end where it needs one. */
export function insertInstant(text: string, after: number, instant: Instant): string {
  const held = withScene(text, instant);
  const stop: NewStop = {
    title: `Stop ${outlineOf(text).stops.length + 1}`,
    scene: held.name,
    place: instant.place,
    fields: instant.show === '' ? [] : [`show: ${instant.show}`],
  };
  return insertStop(held.text, after, stop);
}

/** A stop stands at another instant, perhaps of another run; everything else of it stays. */
export function moveToInstant(text: string, index: number, instant: Instant): string {
  const held = withScene(text, instant);
  return placeStop(held.text, index, held.name, instant.place);
}

/** The scene of the instant in the file, where it is in no gallery. */
function withScene(text: string, { scene, json }: Instant): { text: string; name: string } {
  if (json === '') return { text, name: scene };
  return addScene(text, scene, json, (name) => galleryItem(name) !== undefined);
}
