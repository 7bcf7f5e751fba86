/** A view of qmgrscope in a page: `<qmgr-scope>`. src/app/embed/README.md describes attributes, events and messages. */
export interface QmgrScope extends HTMLElement {
  /** Opens a scene, a link or a scenario, paused unless the element has the attribute `play`. */
  load(what: { scene: string } | { link: string } | { scenario: unknown }): Promise<QmgrScopeState>;
  /** `speed`: simulated seconds per second, 0.001 to 1000. */
  play(speed?: number): Promise<QmgrScopeState>;
  pause(): Promise<QmgrScopeState>;
  /** `unit`: such as `decision`, `delivery`, `message` or `preemption`. `direction`: 1 or −1. */
  step(unit?: string, direction?: 1 | -1): Promise<QmgrScopeState>;
  seek(to: { at: number } | { step: number } | { event: number }): Promise<QmgrScopeState>;
  state(): Promise<QmgrScopeState>;
}

export interface QmgrScopeState {
  title: string;
  /** Times in simulated microseconds. */
  cursor: { at: number; step: number; event: number; decision: number };
  head: { at: number; step: number; event: number; decision: number };
  playing: boolean;
  ended: boolean;
  /** The decision at the cursor, in a sentence. */
  sentence: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'qmgr-scope': QmgrScope;
  }
}
