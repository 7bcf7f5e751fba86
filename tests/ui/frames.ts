/** Measures frames of a page that receives new input in each frame. */

export interface Measured {
  /** Milliseconds from the start of an animation frame to the first task after its paint. */
  frames: number[];
  /** Milliseconds from one animation frame to the next. */
  intervals: number[];
  longTasks: number;
}

/** Frames that are not counted at the start. */
const WARM = 30;

/** Shows the result of `next` in each frame. Making it is not measured, because on the page it arrives from the worker. */
export async function measureFrames<T>(
  frames: number,
  next: (step: number) => T,
  show: (made: T) => void,
): Promise<Measured> {
  const result: Measured = { frames: [], intervals: [], longTasks: 0 };
  const observer = new PerformanceObserver((list) => {
    result.longTasks += list.getEntries().length;
  });
  let last = 0;
  for (let step = 0; step < frames + WARM; step += 1) {
    const made = next(step);
    const began = await new Promise<number>((resolve) =>
      requestAnimationFrame(() => resolve(performance.now())),
    );
    show(made);
    const done = await afterPaint();
    if (step === WARM) observer.observe({ type: 'longtask' });
    if (step > WARM) {
      result.frames.push(done - began);
      result.intervals.push(began - last);
    }
    last = began;
  }
  observer.disconnect();
  return result;
}

/** Resolves in the first task after the next paint. */
function afterPaint(): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(performance.now());
    };
    port2.postMessage(0);
  });
}
