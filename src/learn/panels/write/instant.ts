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

/** The instant on the stage, in the form in which a stop names it. */
export interface Instant {
  /** Id of a gallery scene, or name of a scene of the lesson; otherwise `json` is added to the file under this name. */
  scene: string;
  json: string;
  place: string;
  show: string;
  title: string;
}

/**
 * Reads the instant on the stage, or returns why it cannot become a stop. `lesson` = the lesson that gets the stop;
 * null = that lesson has errors.
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
  // Live commands become part of the script, at their instants.
  const script = [...scenario.script, ...live.map(({ at, command }) => ({ at, command }))];
  const whole = { ...scenario, script: script.toSorted((a, b) => a.at - b.at) };
  const place = await placeOf(probe, whole, cursor);
  if (known !== '') return { ...common, scene: known, json: '', place };
  return { ...common, scene: slugOf(scenario.title, 'scene'), json: sceneJson(whole), place };
}

/** Returns the name by which a stop can ask for the open run; "" = the run has no name. */
function sceneName(base: string | undefined, scenario: Scenario, lesson: Lesson | null): string {
  const [own] = Object.entries(lesson?.scenes ?? {}).find(([, scene]) => scene === scenario) ?? [];
  if (own !== undefined) return own;
  return base !== undefined && galleryItem(base)?.scenario.title === scenario.title ? base : '';
}

/** Names an instant if it identifies the step; else names an event, because several events can share an instant. */
async function placeOf(
  { api }: BackgroundRun,
  scenario: Scenario,
  { at, step, event }: { at: number; step: number; event: number },
): Promise<string> {
  const opened = await api.open(scenario, []);
  if (!opened.ok || (await api.seek({ at })).step === step) return placeText(at);
  return (await api.seek({ event })).step === step ? `event ${event}` : placeText(at);
}

/** Returns the main panel as a value of `show:`; "" = the stage. */
function showOf(mainPanel: MainPanel | null): string {
  if (mainPanel === null || mainPanel.kind === 'compare') return '';
  const view: StopView = mainPanel.kind === 'mail' ? 'memory' : mainPanel.kind;
  return showText({ view, destination: mainPanel.kind === 'destination' ? mainPanel.name : '' });
}

/** Inserts an instant as a stop after the given one, and its scene at the end if the lesson lacks it. */
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

/** Moves a stop to another instant, possibly of another run, and keeps everything else in the stop. */
export function moveToInstant(text: string, index: number, instant: Instant): string {
  const held = withScene(text, instant);
  return placeStop(held.text, index, held.name, instant.place);
}

/** Adds the scene of the instant to the file if it is not in the gallery. */
function withScene(text: string, { scene, json }: Instant): { text: string; name: string } {
  if (json === '') return { text, name: scene };
  return addScene(text, scene, json, (name) => galleryItem(name) !== undefined);
}
