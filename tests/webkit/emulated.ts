/** Implements commands of Playwright's own WebKit build with commands that every WebKit build has. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { askForMenu, giveFiles, insertText, insideOf, quadsOf, scrollTo } from './in-page.ts';
import type { Hands } from './input.ts';
import type { Fields, MiniBrowser, PageKey } from './minibrowser.ts';

export interface PageTools {
  readonly key: PageKey;
  readonly hands: Hands;
  readonly browser: MiniBrowser;
  ask(method: string, params: Fields, target?: string): Promise<Fields>;
  call(work: unknown, args: readonly unknown[], objectId?: string): Promise<unknown>;
  frameOfObject(objectId: string): string;
  parentOf(frame: string): string | null;
  documentOf(frame: string): Promise<string>;
  /** Calls `use` with the node of an object and with all nodes above it. Other calls wait until `use` has ended. */
  withNodes<T>(
    objectId: string,
    use: (node: Fields | undefined, nodes: Fields[]) => T | Promise<T>,
  ): Promise<T>;
  firstScript(source: string): string;
}

type Emulation = (page: PageTools, params: Fields, target?: string) => Promise<Fields>;

/**
 * Commands that get an empty answer and have no effect, because they would change nothing or because no test needs
 * their effect.
 */
export const IGNORED: ReadonlySet<string> = new Set([
  'Dialog.enable',
  'Emulation.setAuthCredentials',
  'Emulation.resetPermissions',
  // The orientation follows from the shape of the window.
  'Emulation.setOrientationOverride',
  // Everything that the tests need is already permitted.
  'Emulation.grantPermissions',
  // A phone is emulated only by its window size. It has a mouse, not a touchscreen.
  'Page.setTouchEmulationEnabled',
  'Page.createUserWorld',
  // Tests must see the engine's real name.
  'Page.overrideUserAgent',
  'Page.overrideSetting',
  'Page.setScreenSizeOverride',
  'Page.setInterceptFileChooserDialog',
  'Page.setDefaultBackgroundColorOverride',
  'Page.updateScrollingState',
]);

function impossible(what: string): Emulation {
  return () => Promise.reject(new Error(`WebKitGTK's driver has no ${what}`));
}

export const EMULATED: Readonly<Record<string, Emulation>> = {
  'Emulation.setActiveAndFocused': focus,
  'Target.activate': focus,
  'Emulation.setDeviceMetricsOverride': async (page, { width, height }) => {
    await resize(page, Number(width), Number(height));
    return {};
  },
  'Input.dispatchKeyEvent': async (page, params) => {
    const known = await page.hands.key(params as Parameters<Hands['key']>[0]);
    if (!known && params['key'] === 'ContextMenu' && params['type'] === 'keyDown')
      await page.call(askForMenu, []);
    return {};
  },
  'Input.dispatchMouseEvent': async (page, params) => {
    await page.hands.mouse(params as Parameters<Hands['mouse']>[0]);
    return {};
  },
  'Input.dispatchWheelEvent': async (page, params) => {
    await page.hands.wheel(params as Parameters<Hands['wheel']>[0]);
    return {};
  },
  'Input.dispatchTapEvent': impossible('touch'),
  'Page.setForcedColors': (page, params) =>
    params['forcedColors'] === 'Active' ? impossible('forced colours')(page, params) : Promise.resolve({}),
  'Network.setEmulateOfflineState': (page, params) =>
    params['offline'] === true ? impossible('way to be offline')(page, params) : Promise.resolve({}),
  'Page.setTimeZone': impossible('time zones'),
  'Runtime.addBinding': impossible('bindings'),
  'Page.setBootstrapScript': (page, { source }, target) =>
    page.ask('Page.setBootstrapScript', { source: page.firstScript(source as string) }, target),
  'Page.goBack': async (page) => {
    await page.call(() => history.back(), []);
    return {};
  },
  'Page.goForward': async (page) => {
    await page.call(() => history.forward(), []);
    return {};
  },
  'Page.insertText': async (page, { text }) => {
    await page.call(insertText, [text]);
    return {};
  },
  'Page.snapshotRect': (page, { x, y, width, height, coordinateSystem }, target) =>
    page.ask(
      'Page.snapshotRect',
      {
        x: Math.floor(Number(x)),
        y: Math.floor(Number(y)),
        width: Math.ceil(Number(width)),
        height: Math.ceil(Number(height)),
        coordinateSystem,
      },
      target,
    ),
  'DOM.describeNode': (page, params) => {
    const objectId = String(params['objectId']);
    return page.withNodes(objectId, (node) => {
      const within = node?.['contentDocument'] as Fields | undefined;
      return {
        ownerFrameId: page.frameOfObject(objectId),
        ...(within ? { contentFrameId: within['frameId'] } : {}),
      };
    });
  },
  'DOM.resolveNode': async (page, { objectId, frameId }) => {
    if (frameId !== undefined) return { object: await elementOfFrame(page, frameId as string) };
    // Returns a new reference to the same node, so that releasing the new one keeps the first.
    const { result } = await page.ask('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: 'function () { return this; }',
    });
    return { object: result };
  },
  'DOM.getContentQuads': async (page, params) => {
    const objectId = String(params['objectId']);
    const quads = (await page.call(quadsOf, [], objectId)) as number[][] | null;
    if (quads === null) throw new Error('Node does not have a layout object');
    const { x, y } = await placeOfFrame(page, page.frameOfObject(objectId));
    return { quads: quads.map((quad) => quad.map((one, at) => one + (at % 2 === 0 ? x : y))) };
  },
  'DOM.scrollIntoViewIfNeeded': async (page, { objectId, rect }) => {
    const wrong = await page.call(scrollTo, [rect ?? null], String(objectId));
    if (wrong !== '') throw new Error(String(wrong));
    return {};
  },
  'DOM.setInputFiles': async (page, { objectId, paths }) => {
    const files = (paths as string[]).map((path) => ({
      name: basename(path),
      data: readFileSync(path).toString('base64'),
    }));
    await page.call(giveFiles, [files], String(objectId));
    return {};
  },
};

function focus(page: PageTools): Promise<Fields> {
  return page.browser.drive('switchToBrowsingContext', { browsingContextHandle: page.key.handle });
}

/** Returns the element that contains a frame, as an object of the inspector. */
async function elementOfFrame(page: PageTools, frame: string): Promise<Fields> {
  return page.withNodes(await page.documentOf(frame), async (_, nodes) => {
    const owner = nodes.findLast(
      (node) => (node['contentDocument'] as Fields | undefined)?.['frameId'] === frame,
    );
    if (owner === undefined) throw new Error('Frame has been detached.');
    const { object } = await page.ask('DOM.resolveNode', { nodeId: owner['nodeId'] });
    return object as Fields;
  });
}

/** Returns the origin of a frame's content, in pixels from the top left corner of the page. */
async function placeOfFrame(page: PageTools, frame: string): Promise<{ x: number; y: number }> {
  const parent = page.parentOf(frame);
  if (parent === null) return { x: 0, y: 0 };
  const { objectId } = await elementOfFrame(page, frame);
  const inside = (await page.call(insideOf, [], String(objectId))) as { x: number; y: number };
  const around = await placeOfFrame(page, parent);
  return { x: inside.x + around.x, y: inside.y + around.y };
}

/** Resizes the window until its page has this size, because the width of the window's border is unknown. */
async function resize(page: PageTools, width: number, height: number): Promise<void> {
  const size = (): Promise<[number, number]> =>
    page.call(() => [innerWidth, innerHeight], []) as Promise<[number, number]>;
  let asked = [width, height];
  for (let tries = 0; tries < 60; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const [wide, high] = await size();
    if (wide === width && high === height) return;
    if (tries % 10 === 0) {
      asked = tries === 0 ? [width, height] : [asked[0]! + width - wide, asked[1]! + height - high];
      // oxlint-disable-next-line no-await-in-loop
      await page.browser.drive('setWindowFrameOfBrowsingContext', {
        handle: page.key.handle,
        origin: { x: 0, y: 0 },
        size: { width: asked[0], height: asked[1] },
      });
    }
    // The window changes its size when it is drawn next, and no event reports that.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`the window does not become ${width} x ${height}: it stays ${(await size()).join(' x ')}`);
}
