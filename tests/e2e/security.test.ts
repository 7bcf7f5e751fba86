import type { Page } from '@playwright/test';
import { checksum, deflate, toBase64Url } from '../../src/scenario/bytes.ts';
import { expect, idle, open, test } from './page.ts';

test.use({ reuseContext: false });

/** A few places are enough: a refusal is also a console error, which fails every test, and looks.test.ts opens every page. */
const PLACES = ['#gallery', '#s=AAAA', '?view=wheel#scene=ten-two-two'];

declare global {
  // What the page's policy has refused. The script in `collect` records it.
  var refused: string[];
}

async function collect(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.refused = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      globalThis.refused.push(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
}

test('the policy holds on pages and in what they load later', async ({ page }) => {
  await collect(page);
  for (const place of PLACES) {
    await page.goto('about:blank');
    await page.goto(`/${place}`);
    await idle(page);
    await expect(page.getByRole('main')).toBeVisible();
    expect(await page.evaluate(() => globalThis.refused), place).toEqual([]);
  }
  // Open popovers, sheets and the debugger, too, because the policy also applies to what opens later.
  for (const key of ['d', 'd', 'Shift+Digit1', 'Escape', 'Shift+Digit4', 'Escape']) {
    await page.keyboard.press(key);
    await idle(page);
  }
  for (const key of ['?', '/']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('textbox', { name: 'link' })).toHaveValue(/#s=/);
  expect(await page.evaluate(() => globalThis.refused)).toEqual([]);
});

test.describe('attempts', () => {
  // The console logs these attempts. That is expected.
  test('inline scripts, eval, foreign hosts and markup from text are refused', async ({ page, errors }) => {
    await collect(page);
    await open(page, '#gallery');
    await expect(page.getByRole('main')).toBeVisible();
    const outcome = await page.evaluate(async () => {
      const attempt = async (act: () => unknown): Promise<string> => {
        try {
          await act();
          return 'allowed';
        } catch {
          return 'refused';
        }
      };
      // Runs in a task of the page, because the policy does not restrict eval in code that the test injects.
      const evaluated = new Promise<string>((resolve) => {
        // oxlint-disable-next-line no-eval
        setTimeout(() => void attempt(() => (0, eval)('1')).then(resolve));
      });
      const script = document.createElement('script');
      const style = document.createElement('style');
      style.textContent = 'body { --planted: 1 }';
      document.head.append(style);
      return {
        fetch: await attempt(() => fetch('https://example.invalid/')),
        eval: await evaluated,
        markup: await attempt(() => {
          document.createElement('p').innerHTML = '<img src=x>';
        }),
        script: await attempt(() => {
          script.src = 'https://example.invalid/x.js';
        }),
        worker: await attempt(() => new Worker('https://example.invalid/w.js')),
        style: getComputedStyle(document.body).getPropertyValue('--planted') === '' ? 'refused' : 'allowed',
      };
    });
    expect(Object.values(outcome), JSON.stringify(outcome)).toEqual(Array(6).fill('refused'));
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    // Console messages may arrive until the page is closed.
    await page.close();
    errors.length = 0;
  });
});

const HOSTILE = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>&lt;b&gt; javascript:alert(1) {{7*7}} \${7*7}`;

async function linkOf(scenario: object): Promise<string> {
  // A link contains the same scenario as a file. Opening a file gives the same run as opening this link.
  const body = `s=${toBase64Url(await deflate(JSON.stringify(scenario)))}&e=1`;
  return `#${body}&c=${checksum(body)}`;
}

async function expectPlain(page: Page): Promise<void> {
  await expect(page.locator('img, iframe, object, embed, body script:not([src])')).toHaveCount(0);
  expect(
    await page.evaluate(() => [...document.querySelectorAll('*')].some((e) => 'onerror' in e.attributes)),
  ).toBe(false);
  await expect(page).not.toHaveTitle('owned');
}

test('hostile text in a file, its names and its link stays text', async ({ page }) => {
  await collect(page);
  await open(page, '#gallery');
  const script = [
    {
      at: 0,
      command: {
        kind: 'message.inject',
        sender: HOSTILE.slice(0, 300),
        to: [{ destination: 'a.example', count: 4 }],
      },
    },
  ];
  const file = { version: 1, title: HOSTILE.slice(0, 200), about: HOSTILE, script };
  await page.locator('input[type=file]').setInputFiles({
    name: `${HOSTILE.slice(0, 40).replaceAll('/', '')}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await idle(page);
  await expect(page.getByRole('button', { name: /^This run:/ })).toContainText('<img src=x');
  await page.keyboard.press('n');
  await idle(page);
  await expectPlain(page);
  // Open the link that the page made from the file, in a new document.
  const link = await page.evaluate(() => location.hash);
  await page.goto('about:blank');
  await page.goto(`/${link}`);
  await idle(page);
  await expect(page.getByRole('button', { name: /^This run:/ })).toContainText('<img src=x');
  await expectPlain(page);
  expect(await page.evaluate(() => globalThis.refused)).toEqual([]);
});

test('hostile names in every field of a file are refused as text', async ({ page }) => {
  await open(page, '#gallery');
  const inject = (to: object) => ({ at: 0, command: { kind: 'message.inject', to: [to] } });
  const files: object[] = [
    { version: 1, script: [inject({ destination: HOSTILE, count: 1 })] },
    { version: 1, script: [inject({ destination: 'a.example', count: 1, transport: HOSTILE })] },
    { version: 1, script: [inject({ destination: 'a.example', count: HOSTILE })] },
    { version: 1, servers: { [HOSTILE]: { latency: 1 } } },
    { version: 1, params: { [HOSTILE]: 1 } },
    { version: 1, params: { default_delivery_slot_cost: HOSTILE } },
    { version: 1, agents: { [HOSTILE]: 1 } },
    { version: HOSTILE },
    { version: 1, view: { transport: HOSTILE } },
    { version: 1, [HOSTILE]: 1 },
    // The title contains a character that reverses the direction of the following letters.
    { version: 1, title: 'fdp\u202Etxt.exe' },
  ];
  for (const file of files) {
    await page.locator('input[type=file]').setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await expect(page.getByRole('alert')).toBeVisible();
    await expectPlain(page);
  }
});

test('hostile links show a readable page without markup', async ({ page }) => {
  const links = [
    `#${encodeURIComponent(HOSTILE)}`,
    `#scene=${HOSTILE}`,
    `#policies&x=${encodeURIComponent(HOSTILE)}`,
    await linkOf({ t: HOSTILE, v: 1, n: 1, s: HOSTILE }),
    await linkOf({ t: 'x', v: 1, n: 1, [HOSTILE]: 1 }),
  ];
  for (const link of links) {
    await page.goto('about:blank');
    await page.goto(`/${link}`);
    await idle(page);
    await expect(page.getByRole('main')).toBeVisible();
    await expectPlain(page);
  }
});
