/** Implements commands of Playwright's own WebKit build with commands that every build has. */
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
  /** Calls `use` with the node of an object and all nodes above it. Meanwhile no other caller asks about nodes. */
  withNodes<T>(
    objectId: string,
    use: (node: Fields | undefined, nodes: Fields[]) => T | Promise<T>,
  ): Promise<T>;
  firstScript(source: string): string;
}

type Emulation = (page: PageTools, params: Fields, target?: string) => Promise<Fields>;

/** Commands with an empty answer: they ask for the current state, or no test needs them. */
export const IGNORED: ReadonlySet<string> = new Set([
  'Dialog.enable',
  'Emulation.setAuthCredentials',
  'Emulation.resetPermissions',
  // A page derives the orientation from the shape of its window.
  'Emulation.setOrientationOverride',
  // What a click may do is already permitted.
  'Emulation.grantPermissions',
  // Here only the size makes a phone. It has a mouse.
  'Page.setTouchEmulationEnabled',
  'Page.createUserWorld',
  // Tests must see the engine under its own name.
  'Page.overrideUserAgent',
  'Page.overrideSetting',
  'Page.setScreenSizeOverride',
  'Page.setInterceptFileChooserDialog',
  'Page.setDefaultBackgroundColorOverride',
  'Page.updateScrollingState',
]);

/** Refuses a command that the driver of this engine cannot do. */
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
    // Returns a separate object, so that it can be released without the first one.
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

/** Returns the element that holds a frame, as an object of the inspector. */
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

/** Returns the origin of a frame's content, in pixels from the corner of the page. */
async function placeOfFrame(page: PageTools, frame: string): Promise<{ x: number; y: number }> {
  const parent = page.parentOf(frame);
  if (parent === null) return { x: 0, y: 0 };
  const { objectId } = await elementOfFrame(page, frame);
  const inside = (await page.call(insideOf, [], String(objectId))) as { x: number; y: number };
  const around = await placeOfFrame(page, parent);
  return { x: inside.x + around.x, y: inside.y + around.y };
}

/** Resizes the window until its page has this size. The size of the window's border is not known before. */
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
    // The window changes when it is drawn, and no event reports that.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`the window does not become ${width} x ${height}: it stays ${(await size()).join(' x ')}`);
}
