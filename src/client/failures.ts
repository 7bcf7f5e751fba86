/** Calls `fail` with the reason when a worker cannot be loaded, dies, or sends a message that cannot be read. */
export function hearFailures(worker: Worker, fail: (reason: string) => void): void {
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message || 'the worker could not be loaded');
  });
  worker.addEventListener('messageerror', () => fail('a message could not be read'));
}
