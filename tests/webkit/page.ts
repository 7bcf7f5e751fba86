/** One page: translates commands for Playwright's own WebKit build into commands for the inspector of the installed WebKit. */
import { EMULATED, IGNORED, type PageTools } from './emulated.ts';
import { tellAddress } from './in-page.ts';
import { Hands } from './input.ts';
import type { Fields, MiniBrowser, PageKey } from './minibrowser.ts';

export interface Message {
  id?: number;
  method?: string;
  params?: Fields;
  result?: Fields;
  error?: { message: string };
}

/** First id of this file's own requests, above all ids of Playwright. */
const OWN = 1_000_000_000;
/**
 * Playwright expects two script worlds, but the engine has one. The id of the second world is the id of the first plus this
 * number.
 */
const SECOND_WORLD = 1_000_000;
const WORLD_NAME = '__playwright_utility_world__';
const TELLS_ADDRESS = '__address_of_the_page__';

interface Navigation {
  url: string;
  withinDocument: boolean;
  settle(result: Fields): void;
  fail(error: Error): void;
}

export class WebKitPage implements PageTools {
  readonly id: string;
  readonly key: PageKey;
  readonly hands: Hands;
  readonly browser: MiniBrowser;
  readonly #send: (message: Message & { pageProxyId: string }) => void;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #trees = new Set<number>();
  readonly #frames = new Map<string, string | null>();
  readonly #contexts = new Map<number, string>();
  readonly #documents = new Set<string>();
  readonly #pages = new Set<string>();
  #asked = OWN;
  #target = '';
  #main = '';
  #url = 'about:blank';
  #navigation: Navigation | null = null;
  #nodes: ((nodes: Fields[]) => void) | null = null;
  #asking: Promise<unknown> = Promise.resolve();
  /** Messages about script worlds, by frame. Each is held back until the position of its frame in the page is known. */
  readonly #held = new Map<string, (() => void)[]>();

  constructor(id: string, key: PageKey, browser: MiniBrowser, send: (message: Message) => void) {
    this.id = id;
    this.key = key;
    this.browser = browser;
    this.hands = new Hands(browser, key.handle);
    this.#send = send;
    browser.inspect(key.target, (text) => this.#hear(JSON.parse(text) as Message));
    this.#tell({ id: this.#next(), method: 'Target.setPauseOnStart', params: { pauseOnStart: true } });
  }

  receive(message: Message): void {
    const { id = 0, method = '', params = {} } = message;
    if (method !== 'Target.sendMessageToTarget') {
      const emulated = EMULATED[method];
      if (emulated === undefined && !IGNORED.has(method)) this.#tell({ id, method, params });
      else this.#answer(emulated?.(this, params), (answer) => this.#say({ id, ...answer }));
      return;
    }
    const target = String(params['targetId']);
    const inner = JSON.parse(String(params['message'])) as Message & { id: number };
    this.#say({ id, result: {} });
    const emulated = EMULATED[inner.method ?? ''];
    if (emulated === undefined && !IGNORED.has(inner.method ?? '')) this.#pass(target, inner);
    else
      this.#answer(emulated?.(this, inner.params ?? {}, target), (answer) =>
        this.#sayFrom(target, { id: inner.id, ...answer }),
      );
  }

  /** Opens an address as if it were typed. Settles with the id of the loaded document, if one was loaded. */
  navigate(url: string): Promise<Fields> {
    const [before, hash] = url.split('#');
    const withinDocument = hash !== undefined && url !== this.#url && before === this.#url.split('#')[0];
    return new Promise((settle, fail) => {
      this.#navigation = { url, withinDocument, settle, fail };
      this.browser
        .drive('navigateBrowsingContext', { handle: this.key.handle, url, pageLoadStrategy: 'None' })
        .catch(fail);
    });
  }

  /** Sends an inspector command to the current page, or to one of its documents (`target`). */
  ask(method: string, params: Fields, target = this.#target): Promise<Fields> {
    const id = this.#next();
    this.#tellTarget(target, { id, method, params });
    return new Promise((settle, fail) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) settle(result ?? {});
        else fail(new Error(error.message));
      });
    });
  }

  /** Calls a function in the page: on the object of `objectId` or, without `objectId`, in the main document. */
  async call(work: unknown, args: readonly unknown[], objectId?: string): Promise<unknown> {
    const given = JSON.stringify(args).slice(1, -1);
    const answer =
      objectId === undefined
        ? await this.ask('Runtime.evaluate', { expression: `${within(work)}(${given})`, returnByValue: true })
        : await this.ask('Runtime.callFunctionOn', {
            objectId,
            functionDeclaration: `function () { return ${within(work)}.call(this${given === '' ? '' : `, ${given}`}); }`,
            returnByValue: true,
          });
    const { result, wasThrown } = answer as {
      result: { value?: unknown; description?: string };
      wasThrown?: boolean;
    };
    if (wasThrown === true) throw new Error(result.description);
    return result.value;
  }

  frameOfObject(objectId: string): string {
    const { injectedScriptId } = JSON.parse(objectId) as { injectedScriptId: number };
    return this.#contexts.get(injectedScriptId) ?? this.#main;
  }

  parentOf(frame: string): string | null {
    return this.#frames.get(frame) ?? null;
  }

  /** Returns the `document` of a frame, as an object of the inspector. */
  async documentOf(frame: string): Promise<string> {
    const contextId = [...this.#contexts].findLast(([, of]) => of === frame)?.[0];
    const { result } = await this.ask('Runtime.evaluate', { expression: 'document', contextId });
    return String((result as Fields)['objectId']);
  }

  withNodes<T>(
    objectId: string,
    use: (node: Fields | undefined, nodes: Fields[]) => T | Promise<T>,
  ): Promise<T> {
    // Requests for nodes run one after another, because each request gives all nodes new numbers.
    const work = this.#asking.then(async () => {
      const { node, nodes } = await this.#nodesUpTo(objectId);
      return use(node, nodes);
    });
    this.#asking = work.catch(() => undefined);
    return work;
  }

  async #nodesUpTo(objectId: string): Promise<{ node: Fields | undefined; nodes: Fields[] }> {
    const nodes: Fields[] = [];
    const collect = (found: Fields[]): void => {
      for (const node of found) {
        nodes.push(node);
        collect((node['children'] as Fields[] | undefined) ?? []);
        collect((node['shadowRoots'] as Fields[] | undefined) ?? []);
        if (node['contentDocument'] !== undefined) collect([node['contentDocument'] as Fields]);
      }
    };
    this.#nodes = collect;
    const { root } = await this.ask('DOM.getDocument', {});
    collect([root as Fields]);
    const { nodeId } = await this.ask('DOM.requestNode', { objectId });
    this.#nodes = null;
    return { node: nodes.findLast((node) => node['nodeId'] === nodeId), nodes };
  }

  /** The script that runs first in every document: Playwright's, and the one that reports the address. */
  firstScript(source: string): string {
    return `${within(tellAddress)}(${JSON.stringify(TELLS_ADDRESS)});\n${source}`;
  }

  #answer(work: Promise<Fields> | undefined, say: (answer: Message) => void): void {
    Promise.resolve(work ?? {}).then(
      (result) => say({ result }),
      (error: unknown) => say({ error: { message: error instanceof Error ? error.message : String(error) } }),
    );
  }

  #next(): number {
    this.#asked += 1;
    return this.#asked;
  }

  #say(message: Message): void {
    this.#send({ ...message, pageProxyId: this.id });
  }

  #sayFrom(targetId: string, message: Message): void {
    const params = { targetId, message: JSON.stringify(message) };
    this.#say({ method: 'Target.dispatchMessageFromTarget', params });
  }

  #tell(message: Message): void {
    this.browser.tell(this.key.target, JSON.stringify(message));
  }

  #tellTarget(targetId: string, message: Message): void {
    const params = { targetId, message: JSON.stringify(message) };
    this.#tell({ id: this.#next(), method: 'Target.sendMessageToTarget', params });
  }

  /** Passes a command on, with Playwright's ids replaced by those of the engine. */
  #pass(target: string, { id, method, params = {} }: Message & { id: number }): void {
    const contextId = Number(params['contextId'] ?? 0);
    if (contextId > SECOND_WORLD) params['contextId'] = contextId - SECOND_WORLD;
    if (method === 'Page.getResourceTree') this.#trees.add(id);
    this.#tellTarget(target, { id, method: method ?? '', params });
  }

  #hear(message: Message): void {
    const { id, method, params = {} } = message;
    if (id !== undefined) {
      if (id < OWN) this.#say(message);
      return;
    }
    if (method === 'Target.dispatchMessageFromTarget') {
      const from = String(params['targetId']);
      if (this.#pages.has(from)) this.#hearTarget(from, JSON.parse(String(params['message'])) as Message);
      return;
    }
    if (method === 'Target.targetCreated') {
      const info = params['targetInfo'] as { targetId: string; type: string; isProvisional?: boolean };
      if (info.type !== 'page') return;
      this.#pages.add(info.targetId);
      if (info.isProvisional !== true) this.#target = info.targetId;
    }
    if (method === 'Target.didCommitProvisionalTarget') this.#target = String(params['newTargetId']);
    if (method === 'Target.targetDestroyed' && !this.#pages.delete(String(params['targetId']))) return;
    this.#say(message);
  }

  #hearTarget(target: string, message: Message): void {
    const { id, method, params = {} } = message;
    if (id !== undefined) {
      if (id >= OWN) {
        this.#waiting.get(id)?.(message);
        this.#waiting.delete(id);
        return;
      }
      if (this.#trees.delete(id)) this.#knowTree((message.result ?? {})['frameTree'] as Tree);
      this.#sayFrom(target, message);
      return;
    }
    const translate = this.#events[method ?? ''];
    if (translate === undefined) this.#sayFrom(target, message);
    else translate(target, params, message);
  }

  #knowTree({ frame, childFrames = [] }: Tree): void {
    // Without an address, Playwright would wait forever.
    frame.url ||= 'about:blank';
    if (frame.parentId === undefined) this.#main = frame.id;
    this.#frames.set(frame.id, frame.parentId ?? null);
    for (const child of childFrames) this.#knowTree(child);
  }

  #knowFrame(target: string, frameId: string, parentFrameId: string | undefined): void {
    if (this.#frames.has(frameId)) return;
    if (this.#main === '') this.#main = frameId;
    this.#frames.set(frameId, parentFrameId ?? null);
    if (parentFrameId !== undefined)
      this.#sayFrom(target, { method: 'Page.frameAttached', params: { frameId, parentFrameId } });
  }

  /**
   * Calls `say` when the frame's position in the page is known. A frame may run scripts before its position is known;
   * then the positions of all frames are requested.
   */
  #whenKnown(target: string, frameId: string, say: () => void): void {
    if (this.#main === '') this.#knowFrame(target, frameId, undefined);
    if (this.#frames.has(frameId)) return say();
    const held = this.#held.get(frameId);
    if (held !== undefined) return void held.push(say);
    this.#held.set(frameId, [say]);
    const attach = ({ frame, childFrames = [] }: Tree): void => {
      if (frame.parentId !== undefined) this.#knowFrame(target, frame.id, frame.parentId);
      for (const child of childFrames) attach(child);
    };
    this.ask('Page.getResourceTree', {}, target).then(
      ({ frameTree }) => {
        attach(frameTree as Tree);
        const says = this.#held.get(frameId) ?? [];
        this.#held.delete(frameId);
        if (this.#frames.has(frameId)) for (const one of says) one();
      },
      () => this.#held.delete(frameId),
    );
    return undefined;
  }

  /** Events that the installed engine reports differently from Playwright's own build. */
  readonly #events: Readonly<Record<string, (target: string, params: Fields, message: Message) => void>> = {
    'Page.frameNavigated': (target, params, message) => {
      const frame = params['frame'] as Tree['frame'];
      if (frame.parentId === undefined) {
        this.#main = frame.id;
        this.#frames.set(frame.id, null);
        this.#url = frame.url;
        if (this.#navigation?.withinDocument === false) this.#arrived({ loaderId: frame.loaderId });
      } else this.#knowFrame(target, frame.id, frame.parentId);
      this.#held.delete(frame.id);
      for (const [context, of] of this.#contexts) if (of === frame.id) this.#contexts.delete(context);
      this.#sayFrom(target, message);
    },
    'Page.frameDetached': (target, params, message) => {
      this.#frames.delete(String(params['frameId']));
      this.#held.delete(String(params['frameId']));
      this.#sayFrom(target, message);
    },
    'Page.loadEventFired': (target, params, message) => this.#withMainFrame(target, params, message),
    'Page.domContentEventFired': (target, params, message) => this.#withMainFrame(target, params, message),
    'Runtime.executionContextCreated': (target, params, message) => {
      const context = params['context'] as { id: number; type: string; frameId: string };
      if (context.type !== 'normal') return;
      this.#contexts.set(context.id, context.frameId);
      this.#whenKnown(target, context.frameId, () => {
        this.#sayFrom(target, message);
        const second = { ...context, id: context.id + SECOND_WORLD, type: 'user', name: WORLD_NAME };
        this.#sayFrom(target, { method: 'Runtime.executionContextCreated', params: { context: second } });
      });
    },
    'Console.messageAdded': (target, params, message) => {
      const { parameters = [] } = params['message'] as { parameters?: { value?: unknown }[] };
      if (parameters[0]?.value !== TELLS_ADDRESS) return this.#sayFrom(target, message);
      this.#url = String(parameters[1]?.value);
      if (this.#navigation?.withinDocument === true) this.#arrived({});
      const event = { frameId: this.#main, url: this.#url };
      return this.#sayFrom(target, { method: 'Page.navigatedWithinDocument', params: event });
    },
    'Network.requestWillBeSent': (target, params, message) => {
      if (params['type'] === 'Document') this.#documents.add(String(params['requestId']));
      this.#sayFrom(target, message);
    },
    'Network.loadingFailed': (target, params, message) => {
      const document = this.#documents.delete(String(params['requestId']));
      if (document && this.#navigation?.withinDocument === false) {
        this.#navigation.fail(new Error(String(params['errorText'])));
        this.#navigation = null;
      }
      this.#sayFrom(target, message);
    },
    'DOM.setChildNodes': (_target, params) => this.#nodes?.(params['nodes'] as Fields[]),
  };

  #withMainFrame(target: string, params: Fields, { method }: Message): void {
    this.#sayFrom(target, { method: method ?? '', params: { ...params, frameId: this.#main } });
  }

  #arrived(result: Fields): void {
    this.#navigation?.settle(result);
    this.#navigation = null;
  }
}

interface Tree {
  frame: { id: string; parentId?: string; loaderId: string; url: string };
  childFrames?: Tree[];
}

/** Returns the source of a function for the page. Also defines `__name`, which the compiler has put into functions. */
function within(work: unknown): string {
  return `((__name) => (${String(work)}))((named) => named)`;
}
