/** A part of the page that can be saved as a picture. */
export interface PanelChoice {
  name: string;
  element: Element;
}

/** Smaller ones are bars and buttons. */
const LEAST = { width: 160, height: 60 };
const REGIONS = 'main, section[aria-label], section[aria-labelledby], aside[aria-label]';

/** The panels on the page now, from the landmarks that name them for all readers: a new panel is here without being listed. */
export function panelsOnPage(): PanelChoice[] {
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

/** A heading without the figures beside it, which change; of a choice in it what is chosen. */
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
