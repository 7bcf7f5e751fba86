import type { Page } from '@playwright/test';
import { expect, idle, open, test } from './page.ts';

/** Changes the page as a browser's translation does: wraps each text node in elements, including nodes added later. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const wrap = (root: Node): void => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
      if (root instanceof Text) texts.push(root);
      for (const text of texts) {
        const parent = text.parentElement;
        if (parent === null || !parent.translate || text.data.trim() === '') continue;
        if (parent.closest('[data-translated], script, style, noscript, textarea, svg') !== null) continue;
        const outer = document.createElement('font');
        outer.dataset['translated'] = '';
        const inner = document.createElement('font');
        inner.textContent = `${text.data}\u2020`;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(wrap);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const translated = (page: Page) => page.locator('[data-translated]');

test('a translated run keeps playing: what changes with each frame is not translated', async ({ page }) => {
  await open(page, '#scene=ten-two-two');
  await translate(page);
  await page.keyboard.press('n');
  await idle(page);
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await idle(page);
  await expect(translated(page)).toHaveCount(0);
  await expect(page.locator('.explain_say')).toContainText(/[a-z]/);
});

test('a page whose text was moved is redrawn and opts out of translation', async ({ page, errors }) => {
  await open(page, '#scene=ten-two-two');
  await page.getByRole('button', { name: 'Share' }).click();
  const status = page.locator('.library_share-keep [role=status]');
  await status.evaluate((element) => {
    for (const node of [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)) {
      const font = document.createElement('font');
      node.replaceWith(font);
      font.append(node);
    }
  });
  await page.getByRole('button', { name: 'Keep on this machine' }).click();
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await expect(page.locator('.fault-page')).toHaveCount(0);
  await expect(page.locator('.explain_say')).toContainText('2 preempts 1');
  // React reports that its text is not where it put it. That is normal here.
  errors.length = 0;
});
