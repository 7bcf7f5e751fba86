/**
 * Finds faults in the look of a page. Each function runs in the page with `page.evaluate`, so it must not use anything else
 * in this file.
 */

export interface LooksLimits {
  smallest: number;
}

/**
 * Returns the faults of the picture that a page shows, one line each with the text concerned: text that is cut off, outside
 * its box, on other text, covered or too small; boxes wider than the window; marks that no style rule colours.
 *
 * Only the visible part of scrolling content counts. Tiles, bars and cells may lack a number if they are too small for it. A
 * name may be shortened if its `title` has the full text.
 */
export function blemishes({ smallest }: LooksLimits): string[] {
  const found = new Set<string>();
  const near = 1.5;
  interface Piece {
    element: Element;
    text: string;
    rect: DOMRect;
  }
  // Read each element's values only once; the page does not change during the check.
  const once = <T>(read: (element: Element) => T): ((element: Element) => T) => {
    const known = new Map<Element, T>();
    return (element) => {
      const before = known.get(element);
      if (before !== undefined || known.has(element)) return before as T;
      const now = read(element);
      known.set(element, now);
      return now;
    };
  };
  const shows = once((element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }),
  );
  const rectOf = once((element) => element.getBoundingClientRect());
  const styleOf = once((element) => {
    const style = getComputedStyle(element);
    return {
      position: style.position,
      overflowX: style.overflowX,
      overflowY: style.overflowY,
      textOverflow: style.textOverflow,
      clipPath: style.clipPath,
      backgroundColor: style.backgroundColor,
      borderTopWidth: style.borderTopWidth,
      boxShadow: style.boxShadow,
      opacity: style.opacity,
      fontSize: style.fontSize,
    };
  });
  const named = (element: Element): string => {
    const name = element.getAttribute('class')?.trim().split(/\s+/).slice(0, 2).join('.') ?? '';
    return `${element.tagName.toLowerCase()}${name === '' ? '' : `.${name}`}`;
  };
  const said = (text: string): string => `“${text.length > 44 ? `${text.slice(0, 42)}…` : text}”`;
  // True for hidden text such as table headings that are only for screen readers, and for everything inside it.
  const isClippedAway: (element: Element) => boolean = once(
    (element) =>
      styleOf(element).clipPath === 'inset(50%)' ||
      (element.parentElement !== null && isClippedAway(element.parentElement)),
  );
  const hiddenOnPurpose = once(
    (element) =>
      element.closest('.sr-only, [hidden], .skip, option, dialog:not([open]), title, desc') !== null ||
      isClippedAway(element),
  );
  const parents: (element: Element) => readonly Element[] = once((element) =>
    element.parentElement === null ? [] : [element.parentElement, ...parents(element.parentElement)],
  );
  const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
  const cuts = (value: string): boolean => value === 'hidden' || value === 'clip';

  /** The part of a rectangle that is visible within all boxes that scroll or clip; null when nothing is visible. */
  const inView = (element: Element, rect: DOMRect): DOMRect | null => {
    let { left, top, right, bottom } = rect;
    // Fixed elements are positioned in the window, not in a scrolling ancestor.
    if (styleOf(element).position === 'fixed') return rect;
    for (const box of [element, ...parents(element)]) {
      const style = styleOf(box);
      const view = rectOf(box);
      const shortened = cuts(style.overflowX) && style.textOverflow === 'ellipsis';
      if (scrolls(style.overflowX) || shortened)
        [left, right] = [Math.max(left, view.left), Math.min(right, view.right)];
      if (scrolls(style.overflowY)) [top, bottom] = [Math.max(top, view.top), Math.min(bottom, view.bottom)];
      if (style.position === 'fixed') break;
    }
    return right - left < 1 || bottom - top < 1 ? null : new DOMRect(left, top, right - left, bottom - top);
  };

  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue?.trim() ?? '';
    if (element === null || text === '' || hiddenOnPurpose(element) || !shows(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      pieces.push({ element, text, rect });
    }
  }

  // The size of text on the screen, with everything that scales it.
  for (const element of new Set(pieces.map((piece) => piece.element))) {
    const px = Number.parseFloat(styleOf(element).fontSize);
    const drawn = element as Element & { currentCSSZoom?: number; getScreenCTM?: () => DOMMatrix | null };
    const matrix = drawn.getScreenCTM?.() ?? null;
    const scale = matrix === null ? (drawn.currentCSSZoom ?? 1) : Math.hypot(matrix.a, matrix.b);
    const size = px * scale;
    if (size > 0 && size < smallest - 0.05)
      found.add(`${size.toFixed(1)} px: ${named(element)} ${said(element.textContent.trim())}`);
  }

  // Text that is cut off, outside its box, or outside the window.
  for (const { element, text, rect } of pieces) {
    const style = styleOf(element);
    const floats = parents(element).some((box) => styleOf(box).position === 'sticky');
    const shortened =
      style.textOverflow === 'ellipsis' ||
      parents(element).some((box) => styleOf(box).textOverflow === 'ellipsis');
    const named2 = element.closest('[title], [data-tip]') !== null;
    let boxed = false;
    let moved = style.position === 'absolute';
    for (const box of [element, ...parents(element)]) {
      const one = styleOf(box);
      const view = rectOf(box);
      if (box === document.body || box === document.documentElement || view.width === 0) continue;
      const beyondX = rect.right > view.right + near || rect.left < view.left - near;
      // Allow some room, because the rectangle of a line is taller than its text.
      const room = rect.height * 0.2 + near;
      const beyondY = rect.bottom > view.bottom + room || rect.top < view.top - room;
      if (box.namespaceURI === 'http://www.w3.org/1999/xhtml' || box.tagName === 'svg') {
        if ((cuts(one.overflowX) && beyondX) || (cuts(one.overflowY) && beyondY)) {
          if (!(shortened && named2 && !beyondY))
            found.add(`cut off: ${said(text)} of ${named(element)} by ${named(box)}`);
          break;
        }
        if (scrolls(one.overflowX) || scrolls(one.overflowY)) break;
        const isBox =
          one.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
          Number.parseFloat(one.borderTopWidth) > 0 ||
          one.boxShadow !== 'none';
        if (!boxed && isBox && !moved && box.tagName !== 'svg') {
          boxed = true;
          if (beyondX || beyondY) found.add(`outside: ${said(text)} of ${named(element)} in ${named(box)}`);
        }
        if (one.position === 'absolute' || one.position === 'fixed') moved = true;
      }
      if (one.position === 'fixed') break;
    }
    const seen = inView(element, rect);
    if (seen !== null && !floats && (seen.right > innerWidth + near || seen.left < -near))
      found.add(`outside the window: ${said(text)} of ${named(element)}`);
    if (
      seen !== null &&
      (seen.bottom > innerHeight + rect.height * 0.2 + near || seen.top < -rect.height * 0.2 - near)
    )
      found.add(`outside the window: ${said(text)} of ${named(element)}`);
  }

  // Text that is shortened with three dots, and whose full text is nowhere.
  for (const element of new Set(pieces.map((piece) => piece.element))) {
    if (styleOf(element).textOverflow !== 'ellipsis' || element.clientWidth === 0) continue;
    if (element.scrollWidth > element.clientWidth + 1 && element.closest('[title], [data-tip]') === null)
      found.add(`shortened, nowhere in full: ${said(element.textContent.trim())} of ${named(element)}`);
  }

  // Text on text, and covered text.
  const seen = pieces
    .map(({ element, text, rect }) => {
      const view = inView(element, rect);
      return view === null
        ? null
        : {
            element,
            text,
            rect: new DOMRect(view.x, view.y + view.height * 0.16, view.width, view.height * 0.68),
          };
    })
    .filter((piece) => piece !== null)
    .filter(
      ({ rect }) => rect.top < innerHeight && rect.left < innerWidth && rect.bottom > 0 && rect.right > 0,
    )
    .toSorted((a, b) => a.rect.top - b.rect.top);
  const opaque = (element: Element): boolean => {
    const { backgroundColor, opacity } = styleOf(element);
    return (
      Number(opacity) > 0.9 &&
      /^rgb\(|^ok|^color\(/.test(backgroundColor) &&
      !/\/ 0(\.\d+)?\)/.test(backgroundColor)
    );
  };
  /** The opaque element that contains `over` but not `other`, and so covers `other`; null when there is none. */
  const covers = (over: Element, other: Element): Element | null => {
    for (let at: Element | null = over; at !== null && !at.contains(other); at = at.parentElement)
      if (opaque(at)) return at;
    return null;
  };
  const floating = (element: Element | null): boolean => {
    for (let at = element; at !== null; at = at.parentElement)
      if (
        ['fixed', 'sticky'].includes(styleOf(at).position) ||
        at.matches('[popover], dialog, [data-floats]')
      )
        return true;
    return false;
  };
  for (const [i, a] of seen.entries()) {
    for (let j = i + 1; j < seen.length; j++) {
      const b = seen[j];
      if (b === undefined || b.rect.top >= a.rect.bottom) break;
      if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) {
        if (a.element === b.element) continue;
      }
      const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (width < 2 || height < 2) continue;
      const over = [covers(a.element, b.element), covers(b.element, a.element)];
      // Elements that float above the page or stick to its edge may cover other elements.
      if (over.some(floating)) continue;
      const cover = over.find((one) => one !== null) ?? null;
      found.add(
        `${cover === null ? 'on' : 'over'} text: ${said(a.text)} (${named(a.element)}) ${said(b.text)} (${named(b.element)})`,
      );
    }
  }

  // Boxes wider than the window.
  if (document.documentElement.scrollWidth > innerWidth)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const box of document.querySelectorAll(
    'main, section, aside, header, footer, nav, figure, table, svg, button, a',
  )) {
    if (!shows(box) || hiddenOnPurpose(box) || box.closest('.sr-only, .skip') !== null) continue;
    const rect = rectOf(box);
    if (rect.width === 0 || (rect.right <= innerWidth + near && rect.left >= -near)) continue;
    const reach = parents(box).some((one) => {
      const { overflowX, overflowY } = styleOf(one);
      return (scrolls(overflowX) || cuts(overflowX)) && one !== document.body && overflowY !== '';
    });
    if (!reach) found.add(`wider than the window: ${named(box)}`);
  }

  // Marks that no style rule colours are black, a colour that the product never uses.
  for (const shape of document.querySelectorAll('svg :is(path, circle, rect, polygon)')) {
    const { fill, stroke } = getComputedStyle(shape);
    if (
      fill !== 'rgb(0, 0, 0)' ||
      stroke !== 'none' ||
      !shows(shape) ||
      shape.closest('.share_qr, defs') !== null
    )
      continue;
    const box = shape.getBoundingClientRect();
    if (box.width > 0 || box.height > 0) found.add(`without a style: ${named(shape)}`);
  }
  for (const row of document.querySelectorAll('.world_param')) {
    if (shows(row) && getComputedStyle(row).display === 'list-item')
      found.add(`without a style: ${named(row)} ${said(row.textContent.trim())}`);
  }
  return [...found];
}
