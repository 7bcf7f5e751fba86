import { GALLERY } from '../../lessons/gallery.ts';
import { mixedStream } from '../../lessons/mixed-stream.ts';
import type { Scenario } from '../../protocol/scenario.ts';

/** A scenario that can be swept. */
export interface SceneChoice {
  id: string;
  text: string;
  scenario: Scenario;
}

/** The stream made for it, the run that is open (its script, not what was done by hand), and the gallery's runs of mail. */
export function sceneChoices(open: Scenario | null): SceneChoice[] {
  const choices: SceneChoice[] = [{ id: 'mixed', text: mixedStream.title, scenario: mixedStream }];
  if (open !== null && isMail(open))
    choices.push({ id: 'open', text: `The open run: ${open.title}`, scenario: open });
  for (const { id, title, scenario } of GALLERY) {
    if (isMail(scenario)) choices.push({ id, text: title, scenario });
  }
  return choices;
}

function isMail({ script, lab, cmgroup }: Scenario): boolean {
  return (
    lab === undefined &&
    cmgroup === undefined &&
    script.some(({ command }) => command.kind === 'message.inject')
  );
}
