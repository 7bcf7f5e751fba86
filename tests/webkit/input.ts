/** Turns Playwright's keys, mouse and wheel into commands of WebKitGTK's automation. */
import type { Fields, MiniBrowser } from './minibrowser.ts';

/** Keys that produce no character. */
const KEYS: Readonly<Record<string, string>> = {
  Shift: 'Shift',
  Control: 'Control',
  Alt: 'Alternate',
  Meta: 'Meta',
  Enter: 'Return',
  ' ': 'Space',
  ArrowLeft: 'LeftArrow',
  ArrowRight: 'RightArrow',
  ArrowUp: 'UpArrow',
  ArrowDown: 'DownArrow',
  ...Object.fromEntries(
    ['Backspace', 'Tab', 'Escape', 'PageUp', 'PageDown', 'End', 'Home', 'Insert', 'Delete', 'Pause'].map(
      (key) => [key, key],
    ),
  ),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, `Function${at + 1}`])),
};

const BUTTONS: Readonly<Record<string, string>> = {
  left: 'Left',
  middle: 'Middle',
  right: 'Right',
  none: 'None',
};
const MOVES: Readonly<Record<string, string>> = { move: 'Move', down: 'Down', up: 'Up' };
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** Number of inputs so far, in all pages. */
let deeds = 0;

export class Hands {
  /** Number of the last input on this page. The page with the largest number was used last. */
  used = 0;
  readonly #browser: MiniBrowser;
  readonly #handle: string;
  readonly #pressed = new Set<string>();
  /** Sum of all movements of the wheel so far. Each command sends the difference to the previous sum. */
  readonly #turned = { width: 0, height: 0 };
  #before: Promise<unknown> = Promise.resolve();

  constructor(browser: MiniBrowser, handle: string) {
    this.#browser = browser;
    this.#handle = handle;
  }

  /** Handles `Input.dispatchKeyEvent`. Returns false when the key does not exist. */
  async key({ type, key }: { type: string; key: string }): Promise<boolean> {
    const virtual = KEYS[key];
    if (virtual === undefined && [...key].length > 1) return false;
    if (virtual !== undefined) {
      if (type === 'keyDown') this.#pressed.add(virtual);
      else this.#pressed.delete(virtual);
    }
    const character = virtual === undefined && type === 'keyDown' ? { pressedCharKey: key } : {};
    const state = { sourceId: 'keyboard', pressedVirtualKeys: [...this.#pressed], ...character };
    await this.#drive('performInteractionSequence', {
      inputSources: [{ sourceId: 'keyboard', sourceType: 'Keyboard' }],
      steps: [{ states: [state] }],
    });
    return true;
  }

  async mouse(
    params: Fields & { type: string; button: string; x: number; y: number; modifiers: number },
  ): Promise<void> {
    await this.#drive('performMouseInteraction', {
      position: { x: params.x, y: params.y },
      button: params.type === 'move' ? 'None' : BUTTONS[params.button],
      interaction: MOVES[params.type],
      modifiers: MODIFIERS.filter((_, at) => (params.modifiers & (1 << at)) !== 0),
    });
  }

  async wheel({
    x,
    y,
    deltaX,
    deltaY,
  }: {
    x: number;
    y: number;
    deltaX: number;
    deltaY: number;
  }): Promise<void> {
    this.#turned.width += deltaX;
    this.#turned.height += deltaY;
    const state = { sourceId: 'wheel', location: { x, y }, delta: { ...this.#turned } };
    await this.#drive('performInteractionSequence', {
      inputSources: [{ sourceId: 'wheel', sourceType: 'Wheel' }],
      steps: [{ states: [state] }],
    });
  }

  /**
   * Sends commands one after another: Playwright requests a whole click in one go, but the automation accepts one command at a
   * time.
   */
  #drive(method: string, params: Fields): Promise<unknown> {
    deeds += 1;
    this.used = deeds;
    const work = this.#before.then(() => this.#browser.drive(method, { handle: this.#handle, ...params }));
    this.#before = work.catch(() => undefined);
    return work;
  }
}
