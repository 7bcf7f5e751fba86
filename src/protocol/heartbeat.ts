/** Heartbeat messages between the page and the worker. Comlink ignores both. */
export const KNOCK = 'qmgrscope-knock';
export const ANSWER = 'qmgrscope-here';
