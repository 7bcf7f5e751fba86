/** What a person sees and does, for any driver. Flows are written once and run in every engine. */
export interface View {
  /** Opens an address of the page ("#scene=fifo") as a new visit, and waits until the page is idle. */
  open(hash: string): Promise<void>;
  idle(): Promise<void>;
  /** Text of all elements that the CSS selector finds, joined by line ends. "" when there are none. */
  text(selector: string): Promise<string>;
  count(selector: string): Promise<number>;
  /** Waits for the first element of the selector and clicks it. A selector that begins with "//" is XPath. */
  click(selector: string): Promise<void>;
  /** Presses keys one after the other. Names are those of `KeyboardEvent.key`. */
  press(...keys: string[]): Promise<void>;
  /**
   * Runs a function in the page. Its source is sent, so it can use nothing but its argument, which is JSON. The result is
   * awaited there for at most two minutes.
   */
  run<Asked, Answer>(work: (asked: Asked) => Promise<Answer> | Answer, asked: Asked): Promise<Answer>;
  /** A picture of the page as PNG, for people to look at. */
  picture(): Promise<Buffer>;
  resize(width: number, height: number): Promise<void>;
  /** Errors since the page was opened: uncaught ones, and console errors where the driver reports them. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** XPath of the button with this name or text. */
export function button(name: string): string {
  return `//button[normalize-space()="${name}" or @aria-label="${name}"]`;
}

/** XPath of the first button whose text or name begins with `start`. */
export function buttonFrom(start: string): string {
  return `//button[starts-with(normalize-space(), "${start}") or starts-with(@aria-label, "${start}")]`;
}
