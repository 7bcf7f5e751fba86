/**
 * The state of a presentation, shared by the class's window and the speaker's window. Each window can go to another
 * stop.
 */
export interface PresentState {
  /** Address of the lesson without its stop; windows of other lessons ignore the message. */
  key: string;
  stop: number;
  /** Text of the question and of its answer; "" = the stop has none. */
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

/** Opens the channel for messages about `key`. */
export function openChannel(key: string, hear: (message: PresentMessage) => void): PresentChannel {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', (event: MessageEvent<PresentMessage>) => {
    if (event.data.key === key) hear(event.data);
  });
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
