import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, idle, open, test } from './page.ts';

/** Serves a page that embeds views of this copy, on another port and so from another origin. */
const hosts: Server[] = [];
async function host(
  page: Page,
  baseURL: string | undefined,
  body: string,
  script = `${baseURL}/qmgr-scope.js`,
): Promise<void> {
  // Listen from the start, because a view may be ready before the test can ask.
  const listen = `globalThis.heard = [];
    for (const kind of ['ready', 'state', 'decisions'])
      document.addEventListener('qmgr-' + kind, () => heard.push(kind), true);`;
  const html = `<!doctype html><html lang="en"><title>host</title><link rel="icon" href="${baseURL}/icon.svg"><script>${listen}</script><script src="${script}"></script>${body}`;
  const server = createServer(({ url }, response) => {
    const own = url === '/copy.js';
    response.setHeader('Content-Type', own ? 'text/javascript' : 'text/html');
    response.end(own ? readFileSync('public/qmgr-scope.js') : html);
  });
  hosts.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test.afterAll(() => {
  for (const server of hosts) server.close();
});

declare global {
  // Kinds of the messages that the views sent. The script in `listen` collects them.
  var heard: string[];
}

interface View extends HTMLElement {
  step(
    unit?: string,
    direction?: number,
  ): Promise<{ cursor: { decision: number; at: number }; playing: boolean }>;
  seek(to: object): Promise<{ cursor: { at: number } }>;
  load(what: object): Promise<{ title: string }>;
  state(): Promise<{ title: string; playing: boolean; cursor: { decision: number } }>;
  play(): Promise<{ playing: boolean }>;
  pause(): Promise<{ playing: boolean }>;
}

test('a copy of the element frames the page that home names', async ({ page, baseURL }) => {
  await host(page, baseURL, `<qmgr-scope home="${baseURL}" scene="ten-two-two"></qmgr-scope>`, '/copy.js');
  const title = await page.evaluate(
    async () => (await (document.querySelector('qmgr-scope') as View).state()).title,
  );
  expect(title).toBe('Ten, two, two');
});

test('another origin opens, steps, seeks and listens to an embedded view', async ({ page, baseURL }) => {
  // The test sends nine requests one after another. The view answers each when it has painted, which takes long on a
  // busy machine.
  await host(page, baseURL, '<qmgr-scope scene="ten-two-two" style="height:420px"></qmgr-scope>');
  const told = await page.evaluate(async () => {
    const view = document.querySelector('qmgr-scope') as View;
    const decided: { n: number; sentence: string }[] = [];
    view.addEventListener('qmgr-decisions', ({ detail }: CustomEventInit) => {
      decided.push(...detail.decisions);
    });
    const start = await view.state();
    const told = new Promise((resolve) => {
      view.addEventListener('qmgr-decisions', resolve, { once: true });
    });
    await view.step('decision', 1);
    const stepped = await view.step('decision', 1);
    // A view that still exists reports its decisions a little after the step.
    await told;
    const back = await view.seek({ at: 0 });
    const wrong = await view.seek({ at: -1 }).catch((error: unknown) => String(error));
    const other = await view.load({ scene: 'first-letter' });
    const none = await view.load({ scene: 'no-such-scene' }).catch((error: unknown) => String(error));
    return {
      start,
      stepped: stepped.cursor.decision,
      back: back.cursor.at,
      wrong,
      other,
      none,
      heard: globalThis.heard,
      decided,
    };
  });
  expect(told.start.playing).toBe(false);
  expect(told.stepped).toBe(told.start.cursor.decision + 2);
  expect(told.back).toBe(0);
  expect(told.wrong).toContain('to holds {"at":-1}');
  expect(told.other.title).not.toBe(told.start.title);
  expect(told.none).toContain('no scene called no-such-scene');
  expect(new Set(told.heard)).toEqual(new Set(['ready', 'state', 'decisions']));
  expect(told.decided.some(({ sentence }) => sentence.length > 10)).toBe(true);
});

test('answers only an embedding page of the origin that the address names', async ({
  page,
  baseURL,
  errors,
}) => {
  await host(page, baseURL, '');
  const heard = await page.evaluate(async (base) => {
    const messages: MessageEvent[] = [];
    addEventListener('message', (event) => messages.push(event));
    const open = async (search: string): Promise<Window> => {
      const frame = document.createElement('iframe');
      frame.src = `${base}/?embed=stage${search}#scene=ten-two-two`;
      document.body.append(frame);
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve);
      });
      if (frame.contentWindow === null) throw new Error('no window');
      return frame.contentWindow;
    };
    const ask = async (view: Window, times: number): Promise<void> => {
      for (let i = 0; i < times; i += 1) {
        view.postMessage({ qmgrscope: 1, id: i, type: 'state' }, '*');
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    };
    // Views whose `origin` does not allow this page: another origin, none, and two values that are not origins.
    const deaf = await Promise.all(
      ['&origin=https://else.example', '', '&origin=null', '&origin=*'].map((search) => open(search)),
    );
    const hearing = await open(`&origin=${location.origin}`);
    // The view that may answer is loaded last. When it answers, the other views have had time to answer, too.
    // oxlint-disable-next-line no-await-in-loop
    while (!messages.some(({ source }) => source === hearing)) await ask(hearing, 1);
    await Promise.all(deaf.map((view) => ask(view, 10)));
    return {
      answered: messages.some(({ source }) => source === hearing),
      others: messages.filter(({ source }) => source !== hearing).length,
    };
  }, baseURL);
  expect(heard).toEqual({ answered: true, others: 0 });
  // Firefox logs an error when another origin does not receive a message. That is expected.
  const told = errors.splice(0);
  expect(
    told.filter((text) => !/target origin provided .* does not match|^Unable to post message to/.test(text)),
  ).toEqual([]);
});

test('an embedded view stores nothing and requests only its own files', async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    // Make each use of storage fail, as in a browser that forbids storage to frames.
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, {
        get() {
          console.error(`${name} was touched`);
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  for (const view of ['stage', 'strip', 'wheel', 'threads', 'lesson']) {
    await page.goto('about:blank');
    await page.goto(`/?embed=${view}&theme=dark#scene=ten-two-two`);
    await idle(page);
    await page.keyboard.press('ArrowRight');
    await idle(page);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open in full' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
  expect(asked.filter((url) => !url.startsWith(baseURL ?? 'none') && url !== 'about:blank')).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('shows the rule beside the picture when the address asks for it, and closes it', async ({ page }) => {
  await page.goto('/?embed=stage&rule=selection#scene=ten-two-two');
  await idle(page);
  const rule = page.getByRole('region', { name: 'The rule, line by line' });
  await page.getByRole('button', { name: 'Next decision' }).click();
  await idle(page);
  await expect(rule.getByRole('listitem')).toHaveCount(18);
  await rule.getByRole('button', { name: 'Without the rule' }).click();
  await expect(rule).toHaveCount(0);
});

test('Open in full shows the same instant on the whole page', async ({ page }) => {
  await page.goto('/?embed=stage#scene=ten-two-two');
  await idle(page);
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('ArrowRight');
    await idle(page);
  }
  const clock = await page.locator('.embed-clock').innerText();
  const [full] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open in full' }).click(),
  ]);
  await idle(full);
  await expect(full.getByRole('link', { name: 'Explore' })).toBeVisible();
  await expect(full.locator('.timeline_clock')).toContainText(clock.split(' ')[0] ?? 'none');
});

test('the example page works as it is served', async ({ page }) => {
  await page.goto('/examples/embed.html');
  await expect(page.locator('qmgr-scope iframe')).toBeVisible();
  await page.getByRole('button', { name: 'Next preemption' }).click();
  await expect(page.locator('#said')).toContainText(/preempt/i);
});

test('a lesson in an article column shows its text, navigation and question', async ({ page }) => {
  for (const [width, height] of [
    [700, 500],
    [800, 600],
    [900, 640],
  ] as const)
    for (const embed of ['?embed=lesson', '']) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await open(page, `${embed}#lesson=what-is-a-job&stop=6`);
      await expect(page.getByText('has handed over two more entries since the last stop')).toBeInViewport({
        ratio: 1,
      });
      await page.getByRole('button', { name: 'Show me' }).click({ trial: true });
      await page.getByRole('button', { name: /it is the best candidate/ }).click({ trial: true });
    }
});

test('threads and lessons can be embedded, and lesson answers are reported', async ({ page, baseURL }) => {
  await page.goto('/?embed=threads#scene=one-over-the-limit');
  await idle(page);
  await expect(page.getByRole('main')).toContainText(/runnable/i);
  await page.keyboard.press('ArrowRight');
  await idle(page);

  await host(
    page,
    baseURL,
    '<qmgr-scope view="lesson" link="#lesson=earning&stop=1" style="height:640px"></qmgr-scope>',
  );
  const view = page.frameLocator('qmgr-scope iframe');
  await page.evaluate(() => {
    const results: unknown[] = [];
    Object.assign(globalThis, { results });
    document.querySelector('qmgr-scope')?.addEventListener('qmgr-quiz', (event: CustomEventInit) => {
      results.push(event.detail.result);
    });
  });
  await view.locator('.lesson_answer').first().click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { results: unknown[] }).results))
    .toMatchObject([{ lesson: 'earning', question: 1, attempts: 1 }]);
});

test('the example talk works as delivered: turning a slide steps the picture', async ({ page }) => {
  await page.goto('/examples/reveal.html');
  await page.keyboard.press('ArrowRight');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('until the next preemption')).toBeVisible();
  await expect(frame.locator('.explain_saybar')).toContainText('preempts');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('until the next preemption')).toBeHidden();
});
