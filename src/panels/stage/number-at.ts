/** The number of the message whose mark on the stage an event happened on, 0 = between the marks. */
export function numberAt(target: EventTarget): number {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-number]') : null;
  return Number(mark?.dataset['number'] ?? 0);
}
