/**
 * Where the presentation stands, told between its windows on this machine: the stage in front of the class and the notes
 * in front of the speaker. Either of them may turn the page.
 */
export interface PresentState {
  /** Address of the lesson without its stop (`presentKey`): windows of other lessons do not listen. */
  key: string;
  stop: number;
  /** Words of the question on the stage, and of its answer; "" = none. */
  question: string;
  answer: string;
  revealed: boolean;
}

export type PresentMessage =
  | ({ kind: 'state' } & PresentState)
  | { kind: 'ask'; key: string }
  | { kind: 'turn'; key: string; by: 1 | -1 };

const NAME = 'qmgrscope.presenter';

export interface PresentChannel {
  send(message: PresentMessage): void;
  close(): void;
}

/** Opens the channel; what comes is handed on when it is about `key`. */
export function openChannel(key: string, hear: (message: PresentMessage) => void): PresentChannel {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', (event: MessageEvent<PresentMessage>) => {
    if (event.data.key === key) hear(event.data);
  });
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
