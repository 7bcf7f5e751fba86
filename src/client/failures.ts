/** Tells when a worker cannot be loaded, dies, or sends what cannot be read: why, in words. */
export function hearFailures(worker: Worker, fail: (reason: string) => void): void {
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message || 'the worker could not be loaded');
  });
  worker.addEventListener('messageerror', () => fail('a message could not be read'));
}
