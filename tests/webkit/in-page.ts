/** Functions that run in the page. Only their source text is sent, so they must not use anything else in this file. */

/** Returns the position of an element as quads, relative to its frame; null when the element is not rendered. */
export function quadsOf(this: Node): number[][] | null {
  const element = this.nodeType === 1 ? (this as Element) : this.parentElement;
  const rects = [...(element?.getClientRects() ?? [])];
  if (rects.length === 0) return null;
  return rects.map(({ left, top, right, bottom }) => [left, top, right, top, right, bottom, left, bottom]);
}

/** Returns the distance of a frame's content from the top left corner of the page that contains the frame. */
export function insideOf(this: Element): { x: number; y: number } {
  const { left, top } = this.getBoundingClientRect();
  const style = getComputedStyle(this);
  const of = (side: 'Left' | 'Top'): number =>
    Number.parseFloat(style[`border${side}Width`]) + Number.parseFloat(style[`padding${side}`]);
  return { x: left + of('Left'), y: top + of('Top') };
}

/**
 * Scrolls to an element (or to `part` of it) unless it is fully visible. Returns "" or an error text that Playwright
 * recognizes.
 */
export function scrollTo(this: Node, part: DOMRect | null): string {
  if (!this.isConnected) return 'Node is detached from document';
  const element = this.nodeType === 1 ? (this as Element) : this.parentElement;
  const box = element?.getBoundingClientRect();
  if (element === null || box === undefined || element.getClientRects().length === 0)
    return 'Node does not have a layout object';
  const left = box.left + (part?.x ?? 0);
  const top = box.top + (part?.y ?? 0);
  const right = left + (part?.width ?? box.width);
  const bottom = top + (part?.height ?? box.height);
  const { clientWidth, clientHeight } = document.documentElement;
  let seen = left >= 0 && top >= 0 && right <= clientWidth && bottom <= clientHeight;
  // A scrolling ancestor may also hide the element.
  for (let around = element.parentElement; seen && around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflow === 'visible') continue;
    const frame = around.getBoundingClientRect();
    seen =
      left >= frame.left - 1 &&
      top >= frame.top - 1 &&
      right <= frame.right + 1 &&
      bottom <= frame.bottom + 1;
  }
  if (!seen) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return '';
}

/** Sets the files of a file field, as if a person had chosen them. */
export function giveFiles(this: HTMLInputElement, files: { name: string; data: string }[]): void {
  const held = new DataTransfer();
  for (const { name, data } of files)
    held.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0)], name));
  this.files = held.files;
  for (const kind of ['input', 'change'])
    this.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
}

/** Inserts text at the focus, like pasting. Also works inside a frame. */
export function insertText(text: string): void {
  let there: Document = document;
  while (there.activeElement instanceof there.defaultView!.HTMLIFrameElement) {
    const within = there.activeElement.contentDocument;
    if (within === null) break;
    there = within;
  }
  there.execCommand('insertText', false, text);
}

/** Opens the context menu of the focused element, like the menu key. */
export function askForMenu(): void {
  const { left, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
  const place = { clientX: left, clientY: bottom, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new MouseEvent('contextmenu', place));
}

/** Reports changes of the address that load no document, because the inspector does not report them. */
export function tellAddress(tag: string): void {
  const told = window as unknown as Record<string, boolean>;
  if (window.top !== window || told[tag] === true) return;
  Object.defineProperty(window, tag, { value: true });
  const { debug } = console;
  let last = location.href;
  const tell = (): void => {
    if (location.href === last) return;
    last = location.href;
    debug.call(console, tag, last);
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = History.prototype[name];
    History.prototype[name] = function told(...words) {
      original.apply(this, words);
      tell();
    };
  }
  addEventListener('popstate', tell, true);
  addEventListener('hashchange', tell, true);
}
