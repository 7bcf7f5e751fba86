import { useState } from 'react';
import { useRuntime } from '../../store/hooks.ts';
import type { Runtime } from '../../store/runtime.ts';
import type { Theme } from '../../store/view.ts';
import { fileName, saveBlob } from '../kit/files.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { drawPicture } from './picture/draw.ts';
import { pngOf } from './picture/png.ts';
import css from './export.module.css';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';

type Kind = 'svg' | 'png';

type Look = 'seen' | 'light' | 'dark';

const LOOKS = [
  { value: 'seen', text: 'As seen' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
] as const;

export function PictureExport({ panelId }: { panelId: string | null }) {
  const runtime = useRuntime();
  const [panels] = useState(panelsOnPage);
  const [chosen, setChosen] = useState(() => initial(panels, panelId));
  const [look, setLook] = useState<Look>('seen');
  const [asShapes, setAsShapes] = useState(false);
  const [said, setSaid] = useState('');
  const save = async (kind: Kind): Promise<void> => {
    const panel = panels[chosen];
    if (panel === undefined) return;
    try {
      const name = `${fileName(`${runtime.store.getState().session.scenario?.title ?? ''} ${panel.name}`)}.${kind}`;
      saveBlob(name, await inLook(runtime, look, () => pictureOf(panel, kind, asShapes)));
      setSaid(`Saved ${name}.`);
    } catch (error) {
      setSaid(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <section className={`stack ${css.exportPart}`} aria-labelledby="export-picture">
      <h3 id="export-picture">A picture</h3>
      <div className="row wrap">
        <Select
          label="Panel"
          value={chosen}
          options={panels.map(({ name }, i) => ({ value: i, text: name }))}
          onChange={setChosen}
        />
        <Segmented label="Colours" value={look} options={LOOKS} onChange={setLook} />
        <span className="grow" />
        <Button look="outlined" onClick={() => void save('svg')}>
          SVG
        </Button>
        <Button look="outlined" onClick={() => void save('png')}>
          PNG
        </Button>
      </div>
      <Checkbox className="gap-6 text-2" checked={asShapes} onChange={setAsShapes}>
        Draw SVG text as shapes, for programs without the fonts
      </Checkbox>
      <p className={`side-note ${css.exportSaid}`} role="status">
        {said}
      </p>
    </section>
  );
}

/** Index of the panel that has this id; without one, index of the stage, or else of the whole page. */
function initial(panels: readonly PanelChoice[], panelId: string | null): number {
  const asked = panelId === null ? null : document.getElementById(panelId);
  const at = panels.findIndex(({ element }) => element === asked);
  if (at >= 0) return at;
  const stage = panels.findIndex(({ element }) => element.matches('.stage-panel'));
  return Math.max(0, stage);
}

async function pictureOf({ element }: PanelChoice, kind: Kind, asShapes: boolean): Promise<Blob> {
  const picture = await drawPicture(element, asShapes && kind === 'svg');
  return kind === 'png' ? pngOf(picture) : new Blob([picture.svg], { type: 'image/svg+xml' });
}

/** Draws in the chosen theme. The page has that theme while it is drawn, because the drawing reads computed styles. */
async function inLook<T>({ actions, store }: Runtime, look: Look, draw: () => Promise<T>): Promise<T> {
  const before: Theme = store.getState().view.theme;
  if (look === 'seen') return draw();
  actions.look({ theme: look });
  await painted();
  try {
    return await draw();
  } finally {
    actions.look({ theme: before });
  }
}

/** Waits two frames: the first one renders the change of theme, the second one draws the canvases. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0)));
  });
}

interface PanelChoice {
  name: string;
  element: Element;
}

/** Smallest size of a panel to offer, in pixels; smaller elements are bars and buttons. */
const LEAST = { width: 160, height: 60 };
const REGIONS = 'main, section[aria-label], section[aria-labelledby], aside[aria-label]';

/** Panels on the page: its named landmarks. */
function panelsOnPage(): PanelChoice[] {
  const frame = document.querySelector('.app');
  if (frame === null) return [];
  const found = [...frame.querySelectorAll(REGIONS)].filter((element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width >= LEAST.width && height >= LEAST.height && right > 0 && bottom > 0;
  });
  const panels = found.map((element) => ({ name: nameOf(element), element }));
  const names = new Set<string>();
  const distinct = panels.filter(({ name }) => name !== '' && !names.has(name) && names.add(name));
  return [{ name: 'The whole page', element: frame }, ...distinct];
}

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const heading = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  const text = wordsOf(heading ?? element.querySelector('h1, h2'));
  const whole = element.matches('main') && element.querySelector('.stage-panel') !== null;
  return whole ? `${text}: stage and strip`.replace(/^: /, '') : text;
}

/** Text of a heading without its dim figures, or the selected option of a select in it. */
function wordsOf(heading: Element | null): string {
  const choice = heading?.querySelector('select')?.selectedOptions[0]?.textContent;
  if (choice !== undefined) return choice.trim();
  const parts = [...(heading?.childNodes ?? [])].filter(
    (node) => !(node instanceof Element && node.matches('.dim')),
  );
  return parts
    .map((node) => node.textContent ?? '')
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
