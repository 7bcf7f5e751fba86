/** Heartbeat: the page sends one of these messages and the worker answers with the other. Comlink ignores both. */
export const KNOCK = 'qmgrscope-knock';
export const ANSWER = 'qmgrscope-here';
