import { GALLERY } from '../../scenes/gallery.ts';
import { mixedStream } from '../../scenes/mixed-stream.ts';
import type { MailScenario, Scenario } from '../../protocol/scenario.ts';
import { mailRun } from '../../scenario/kinds/narrow.ts';

/** A scenario that can be swept. */
export interface SceneChoice {
  id: string;
  text: string;
  scenario: MailScenario;
}

/** The stream made for it, the run that is open (its script, not what was done by hand), and the gallery's runs of mail. */
export function sceneChoices(open: Scenario | null): SceneChoice[] {
  const choices: SceneChoice[] = [{ id: 'mixed', text: mixedStream.title, scenario: mixedStream }];
  const own = sweepable(open);
  if (own !== null) choices.push({ id: 'open', text: `The open run: ${own.title}`, scenario: own });
  for (const { id, title, scenario: made } of GALLERY) {
    const scenario = sweepable(made);
    if (scenario !== null) choices.push({ id, text: title, scenario });
  }
  return choices;
}

/** The scenario when mail comes in it: what a sweep measures are messages. */
function sweepable(scenario: Scenario | null): MailScenario | null {
  const mail = mailRun(scenario);
  return mail?.script.some(({ command }) => command.kind === 'message.inject') === true ? mail : null;
}
