/**
 * Connects Playwright to the WebKit of the distribution. Playwright starts this file in place of its own WebKit build, and
 * talks to it through two pipes (file descriptors 3 and 4, JSON messages that end with a zero byte). Each context is a
 * separate MiniBrowser.
 *
 *     node --import tsx tests/webkit/bridge.ts MINIBROWSER XVFB
 */
import { Socket } from 'node:net';
import { startDisplay } from './display.ts';
import { type Fields, MiniBrowser } from './minibrowser.ts';
import { type Message, WebKitPage } from './page.ts';

const CLOSE = -9999;
const [program = '', displayProgram = ''] = process.argv.slice(2);
const output = new Socket({ fd: 4, readable: false, writable: true });
const contexts = new Map<string, Context>();
let count = 0;

interface Context {
  id: string;
  browser: Promise<MiniBrowser> | null;
  pages: Map<string, WebKitPage>;
  /** Pages are created one after another, so that each call knows which new page belongs to it. */
  creating: Promise<unknown>;
}

function say(message: Message): void {
  output.write(`${JSON.stringify(message)}\0`);
}

const display = await startDisplay(displayProgram);

function contextOf(params: Fields): Context {
  const context = contexts.get(String(params['browserContextId']));
  if (context === undefined) throw new Error('no such context');
  return context;
}

function pageOf(id: unknown): WebKitPage | undefined {
  for (const { pages } of contexts.values()) {
    const page = pages.get(String(id));
    if (page !== undefined) return page;
  }
  return undefined;
}

function browserOf(context: Context): Promise<MiniBrowser> {
  context.browser ??= (async () => {
    const browser = new MiniBrowser();
    await browser.start(program, display.name);
    browser.onPage = (target) => void adopt(context, browser, target);
    browser.onPageGone = (target) => {
      for (const page of context.pages.values()) if (page.key.target === target) forget(context, page);
    };
    return browser;
  })();
  return context.browser;
}

function taken(context: Context): Set<number> {
  return new Set([...context.pages.values()].map(({ key }) => key.target));
}

function announce(
  context: Context,
  browser: MiniBrowser,
  key: WebKitPage['key'],
  openerId?: string,
): WebKitPage {
  count += 1;
  const id = `page-${count}`;
  const params = {
    pageProxyId: id,
    browserContextId: context.id,
    ...(openerId === undefined ? {} : { openerId }),
  };
  say({ method: 'Playwright.pageProxyCreated', params });
  const page = new WebKitPage(id, key, browser, say);
  context.pages.set(id, page);
  return page;
}

function forget(context: Context, page: WebKitPage): void {
  if (context.pages.delete(page.id))
    say({ method: 'Playwright.pageProxyDestroyed', params: { pageProxyId: page.id } });
}

/** Registers a window that a page has opened. Its opener is assumed to be the page that was clicked last. */
async function adopt(context: Context, browser: MiniBrowser, target: number): Promise<void> {
  await context.creating;
  if (taken(context).has(target)) return;
  const known = new Set([...context.pages.values()].map(({ key }) => key.handle));
  const { contexts: windows } = await browser.drive('getBrowsingContexts', {});
  const handle = (windows as { handle: string }[]).find((one) => !known.has(one.handle))?.handle;
  if (handle === undefined || taken(context).has(target)) return;
  announce(context, browser, { target, handle }, openerOf(context));
}

function openerOf({ pages }: Context): string | undefined {
  return [...pages.values()].toSorted((a, b) => a.hands.used - b.hands.used).at(-1)?.id;
}

const COMMANDS: Readonly<Record<string, (params: Fields) => Promise<Fields> | Fields>> = {
  'Playwright.createContext': () => {
    count += 1;
    const id = `context-${count}`;
    contexts.set(id, { id, browser: null, pages: new Map(), creating: Promise.resolve() });
    return { browserContextId: id };
  },
  'Playwright.deleteContext': async (params) => {
    const context = contextOf(params);
    contexts.delete(context.id);
    for (const page of context.pages.values()) forget(context, page);
    await (await context.browser)?.end();
    return {};
  },
  'Playwright.createPage': async (params) => {
    const context = contextOf(params);
    const created = context.creating.then(async () => {
      const browser = await browserOf(context);
      return announce(context, browser, await browser.newPage(taken(context)));
    });
    context.creating = created.catch(() => undefined);
    return { pageProxyId: (await created).id };
  },
  'Playwright.closePage': async ({ pageProxyId }) => {
    const page = pageOf(pageProxyId);
    await page?.browser.drive('closeBrowsingContext', { handle: page.key.handle });
    for (const context of contexts.values()) if (page !== undefined) forget(context, page);
    return {};
  },
  'Playwright.navigate': async ({ pageProxyId, url }) =>
    (await pageOf(pageProxyId)?.navigate(String(url))) ?? {},
  'Playwright.getAllCookies': async (params) => {
    const [page] = contextOf(params).pages.values();
    return page === undefined ? { cookies: [] } : page.ask('Page.getCookies', {});
  },
};

async function end(): Promise<void> {
  await Promise.all([...contexts.values()].map(async ({ browser }) => (await browser)?.end()));
  await display.end();
  process.exit(0);
}

function receive(message: Message & { pageProxyId?: string }): void {
  const { id = 0, method = '', params = {}, pageProxyId } = message;
  if (id === CLOSE) {
    void end();
  } else if (pageProxyId === undefined) {
    // Commands that are missing in COMMANDS (download folder, languages) cannot be done here and get an empty answer.
    Promise.resolve()
      .then(() => COMMANDS[method]?.(params) ?? {})
      .then(
        (result) => say({ id, result }),
        (error: unknown) => say({ id, error: { message: String(error) } }),
      );
  } else pageOf(pageProxyId)?.receive(message);
}

let rest = '';
const input = new Socket({ fd: 3, readable: true, writable: false });
input.setEncoding('utf8');
input.on('data', (data) => {
  const parts = (rest + String(data)).split('\0');
  rest = parts.pop() ?? '';
  for (const part of parts) receive(JSON.parse(part) as Message);
});
input.on('close', () => void end());
process.on('SIGTERM', () => void end());
