/** What the page knocks with and the worker answers, beside their calls: Comlink passes over both. */
export const KNOCK = 'qmgrscope-knock';
export const ANSWER = 'qmgrscope-here';
