/** What a person sees and does, in whatever drives the browser: flows are written once and run in every engine. */
export interface View {
  /** Goes to an address of the page ("#scene=fifo"), as a new visit, and waits until nothing is left to do. */
  open(hash: string): Promise<void>;
  /** Settles when the page says that nothing is left to do. */
  idle(): Promise<void>;
  /** Text of all that the CSS selector finds, joined by line ends; "" while there is nothing. */
  text(selector: string): Promise<string>;
  /** How many elements the CSS selector finds. */
  count(selector: string): Promise<number>;
  /** Clicks the first of what the selector finds; it is waited for. A selector that begins with "//" is XPath. */
  click(selector: string): Promise<void>;
  /** Keys as they are named in `KeyboardEvent.key`, one after the other. */
  press(...keys: string[]): Promise<void>;
  /**
   * Runs a function in the page: its source is sent, so that it can use nothing but its argument, which is JSON. The
   * result is awaited there, at most two minutes.
   */
  run<Asked, Answer>(work: (asked: Asked) => Promise<Answer> | Answer, asked: Asked): Promise<Answer>;
  /** A picture of the page as PNG, for people to look at. */
  picture(): Promise<Buffer>;
  resize(width: number, height: number): Promise<void>;
  /** What went wrong in the page since it was opened: uncaught errors, and what the console calls errors where that is told. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The button with this name or text, as XPath. */
export function button(name: string): string {
  return `//button[normalize-space()="${name}" or @aria-label="${name}"]`;
}

/** The first button whose text or name begins so, as XPath. */
export function buttonFrom(start: string): string {
  return `//button[starts-with(normalize-space(), "${start}") or starts-with(@aria-label, "${start}")]`;
}
