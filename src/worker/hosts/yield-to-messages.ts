/**
 * Returns a function whose promise settles after all waiting messages were handled: the function posts a message to itself.
 * Timers that are set again and again wait at least 4 ms.
 */
export function createMessageYield(): () => Promise<void> {
  const turns: (() => void)[] = [];
  const channel = new MessageChannel();
  channel.port1.addEventListener('message', () => turns.shift()?.());
  channel.port1.start();
  return () =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    });
}
