/** Written by `UPDATE=1 npx vitest run tests/unit/gallery-shapes.test.ts`; the test fails when a scene no longer runs like this. */
import { tenths } from '../../charts/round.ts';

/**
 * Tiny pictures of scenes that are not about the order of delivery slots, each from the scene's own state where it opens.
 * `shapes.ts` stores them; a test computes them again.
 */
export type StoredShape =
  /** Window of a destination after each feedback event, with blanks between; 0 = dead. */
  | { kind: 'window'; windows: string }
  /** Runnable threads over time, `at count` in µs with commas between, and the limit. */
  | { kind: 'runnable'; limit: number; steps: string };

/** A picture in a box of 100 × 50, as paths and marks. */
interface ShapePicture {
  lines: { d: string; look: 'main' | 'limit' | 'over' | 'ground' }[];
  crosses: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 100;
const HEIGHT = 50;

/** Steps: each value holds until the next. */
function steps(values: readonly number[], most: number): string {
  const y = (value: number): number => HEIGHT - (value / Math.max(1, most)) * (HEIGHT - 4);
  const pitch = WIDTH / Math.max(1, values.length);
  return (
    values
      .map(
        (value, i) =>
          `${i === 0 ? 'M0' : 'H'}${i === 0 ? '' : tenths(i * pitch)} ${i === 0 ? '' : 'V'}${tenths(y(value))}`,
      )
      .join('') + `H${WIDTH}`
  );
}

/** What to draw for a stored shape. */
export function shapePicture(shape: StoredShape): ShapePicture {
  return shape.kind === 'window'
    ? windowPicture(shape.windows.split(' ').map(Number))
    : runnablePicture(shape.limit, samplesOf(shape.steps));
}

function windowPicture(windows: readonly number[]): ShapePicture {
  const pitch = WIDTH / Math.max(1, windows.length);
  const crosses = windows.flatMap((window, i) =>
    window === 0 && windows[i - 1] !== 0 ? [[tenths((i + 0.5) * pitch), HEIGHT - 6] as const] : [],
  );
  return {
    lines: [
      { d: `M0 ${HEIGHT}H${WIDTH}`, look: 'limit' },
      { d: steps(windows, Math.max(...windows)), look: 'main' },
    ],
    crosses,
  };
}

function samplesOf(text: string): (readonly [at: number, count: number])[] {
  return text.split(',').map((sample) => {
    const [at = 0, count = 0] = sample.split(' ').map(Number);
    return [at, count] as const;
  });
}

function runnablePicture(limit: number, samples: readonly (readonly [number, number])[]): ShapePicture {
  const first = samples[0]?.[0] ?? 0;
  const last = samples.at(-1)?.[0] ?? 1;
  const most = Math.max(limit, ...samples.map(([, count]) => count));
  const x = (at: number): number => tenths(((at - first) / Math.max(1, last - first)) * WIDTH);
  const y = (count: number): number => tenths(HEIGHT - (count / Math.max(1, most)) * (HEIGHT - 4));
  const path = (of: (count: number) => number): string =>
    samples
      .map(([at, count], i) => `${i === 0 ? `M${x(at)}` : `H${x(at)}`} ${i === 0 ? '' : 'V'}${of(count)}`)
      .join('');
  const over = path((count) => y(Math.max(count, limit)));
  return {
    lines: [
      { d: `${path(y)}V${HEIGHT}H0Z`, look: 'ground' },
      { d: `${over}V${y(limit)}H0Z`, look: 'over' },
      { d: path(y), look: 'main' },
      { d: `M0 ${y(limit)}H${WIDTH}`, look: 'limit' },
    ],
    crosses: [],
  };
}

export const SHAPES: Readonly<Record<string, StoredShape>> = {
  'three-feedbacks': {
    kind: 'window',
    windows:
      '6 5 6 5 6 7 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 5 6 7 6 5 6 5',
  },
  'dead-and-back': {
    kind: 'window',
    windows:
      '5 5 5 5 6 6 6 6 6 6 7 6 6 6 6 6 6 7 6 6 6 6 6 6 5 5 5 5 5 5 4 4 4 4 4 4 3 3 3 2 2 2 1 2 1 1 0 5 5 5 5 5 6 6 6 6 6 6 7 6',
  },
  'one-over-the-limit': { kind: 'runnable', limit: 2, steps: '0 2,2000 1,2000 2,3000 3,5000 2,7000 1' },
  'lifo-keeps-threads-warm': {
    kind: 'runnable',
    limit: 2,
    steps:
      '12154 1,12222 0,12382 1,12498 0,12621 1,12721 0,12884 1,12940 0,13213 1,13340 0,13567 1,13713 0,13860 1,13910 0,14059 1,14157 0,14360 1,14501 0,14664 1,14783 0,14893 1,14999 0,15287 1,15436 0,15649 1,15728 0,15957 1,16084 0,16254 1,16340 0,16639 1,16735 0,16964 1,17062 2,17084 1,17112 0,17163 1,17237 0,17415 1,17515 0,17772 1,17901 0,17962 1,18098 0,18215 1,18272 0,18388 1,18484 0,18616 1,18730 0,18873 1,19021 0,19138 1,19249 0,19343 1,19421 0,19665 1,19786 0,19800 1,19927 0',
  },
  'caller-first': { kind: 'runnable', limit: 1, steps: '0 1,5000 0,6000 1,7000 0' },
  timeouts: { kind: 'runnable', limit: 1, steps: '0 1,2000 2,3000 1,5000 2,5000 1,8000 2,9000 1' },
  signals: { kind: 'runnable', limit: 1, steps: '0 1,1000 2,4000 1' },
  'raising-and-lowering-cv': {
    kind: 'runnable',
    limit: 2,
    steps: '0 1,1000 1,1000 2,1000 3,3000 3,4000 3,5000 2',
  },
  'page-fault-and-stop': {
    kind: 'runnable',
    limit: 1,
    steps: '0 1,2000 0,2000 1,3000 2,4000 1,5000 0,5000 1,6000 2,7000 1',
  },
  'growing-the-pool': {
    kind: 'runnable',
    limit: 3,
    steps: '0 0,1000 1,2000 2,2000 3,2000 2,3000 3,3000 4,3000 3,5000 2,5000 3,6000 2,7000 3',
  },
  'handlers-never-block': {
    kind: 'runnable',
    limit: 2,
    steps:
      '4950 2,5082 1,5085 2,5119 1,5180 2,5234 1,5295 2,5360 1,5413 2,5546 1,5547 0,5558 1,5632 2,5661 1,5777 2,5847 1,5919 2,5979 1,6017 2,6049 1,6079 2,6137 1,6146 2,6321 1,6400 2,6450 1,6513 2,6575 1,6600 2,6695 1,6710 2,6824 1,6844 2,6871 1,6912 2,7092 1,7101 2,7284 1,7329 2,7345 1,7488 2,7581 1,7588 0,7591 1,7697 0,7698 1,7793 2,8181 1,8229 2,8244 1,8319 2,8337 1,8435 2,8526 1,8530 2,8648 1,8675 2,9720 1,9757 2,9926 1',
  },
  'slow-greeting': {
    kind: 'runnable',
    limit: 2,
    steps:
      '95260 1,95590 0,96380 1,96710 0,121710 1,122402 0,125290 1,125620 0,127590 1,128363 0,143402 1,146204 0,166363 1,168866 0,174350 1,174680 0,181620 1,182243 0,198680 1,199161 0,223161 1,224243 2,224363 1,225398 0,246204 1,246634 0,268866 1,269296 0,319634 1,319864 0,324363 1,324793 0,325398 1,325798 0,332296 1,332526 0,347793 1,348023 0,349798 1,349998 0,411023 1,411323 0,422864 1,423194 0,454323 1,454784 0,461194 1,461641 0,476784 1,478231 0,485641 1,487455 0,578231 1,578661 0,587455 1,587885 0,598661 1,598891 0,659885 1,660115 0',
  },
  'restart-herd': {
    kind: 'runnable',
    limit: 4,
    steps:
      '2000 17,2000 18,2000 19,2000 20,2000 21,2000 22,2000 23,2000 24,2000 25,2000 26,2000 27,2000 28,2000 29,2000 30,2000 31,2000 32,2000 33,2000 34,2000 35,2000 36,2000 37,2000 38,2000 39,2000 40,2300 39,2300 38,2300 37,2300 36,2600 35,2600 34,2600 33,2600 32,2900 31,2900 30,2900 29,2900 28,3200 27,3200 26,3200 25,3200 24,3500 23,3500 22,3500 21,3500 20,3800 19,3800 18,3800 17,3800 16,4100 15,4100 14,4100 13,4100 12,4400 11,4400 10,4400 9,4400 8,4700 7,4700 6,4700 5,4700 4',
  },
  'aio-herd': {
    kind: 'runnable',
    limit: 2,
    steps:
      '0 0,1000 1,1000 2,1000 3,1000 4,1000 5,1000 6,1030 5,1030 4,1030 3,1030 2,1060 1,1060 2,1060 1,2000 2,2000 3,2000 4,2000 5,2000 6,2030 5,2030 4,2060 3,2060 2,2090 1,2090 2',
  },
  'a-thousand-threads': {
    kind: 'runnable',
    limit: 4,
    steps:
      '16700 5,16750 4,16800 5,16850 4,16875 5,16900 6,16925 5,16950 6,17075 4,17150 5,17175 4,17425 5,17475 4,17500 5,17550 4,17700 5,17750 4,17825 5,17850 6,17875 5,17975 4,18000 5,18050 4,18125 5,18175 6,18275 7,18300 8,18325 7,18350 5,18400 4,18450 5,18475 4,18500 5,18575 6,18600 5,18625 4,18775 5,18850 4,18925 5,18950 4,19025 5,19050 4,19150 5,19200 4,19225 5,19275 4,19300 5,19350 4,19450 6,19500 4,19525 6,19550 5,19575 6,19600 5,19625 7,19725 6,19750 4,19850 5,19875 4,19975 5',
  },
  'agents-in-greeting': {
    kind: 'runnable',
    limit: 2,
    steps:
      '5886700 0,5972300 1,6000000 2,6000000 1,6012300 0,6072000 1,6082300 2,6092000 1,6102300 0,6120000 1,6126300 2,6150000 1,6156300 0,6177300 1,6208000 2,6235600 1,6265500 0,6286600 1,6302500 2,6439900 1,6512300 0,6639900 1,6679900 0,6709900 1,6712300 2,6729900 1,6752300 0,6778900 1,6808900 0,6820300 1,6828900 2,6840300 1,6884400 0,6914400 1,6960300 2,6990300 1,7039300 2,7082500 1,7085200 0,7142200 1,7282500 2,7322500 1,7425200 0,7500000 1,7500000 0,7550000 1,7570000 0,7625200 1,7652000 2,7665200 1,7682000 0,7726200 1,7735000 2,7746200 1,7778100 0,7812100 1,7846200 2,7876200 1,7913200 2,7989600 1',
  },
  'forty-replies': {
    kind: 'runnable',
    limit: 4,
    steps:
      '2400 3,2400 4,2400 3,2400 4,2700 3,2700 4,2700 3,2700 4,2700 3,2700 4,2700 3,2700 4,3000 3,3000 2,3000 1,3000 0,10000300 1,10000300 2,10000300 3,10000300 4,10000600 5,10000600 6,10000600 7,10000600 8,10000900 9,10000900 10,10000900 11,10000900 12,10001200 13,10001200 14,10001200 15,10001200 16,10001500 17,10001500 18,10001500 19,10001500 20,10001800 21,10001800 22,10001800 23,10001800 24,10002100 25,10002100 26,10002100 27,10002100 28,10002400 29,10002400 30,10002400 31,10002400 32,10002700 33,10002700 34,10002700 35,10002700 36,10003000 37,10003000 38,10003000 39,10003000 40,10017967 39,10018496 38,10018939 37,10029901 36',
  },
  'content-filter': {
    kind: 'runnable',
    limit: 2,
    steps: '0 2,300030 1,300030 0,500000 1,500000 2,800000 1,800000 0',
  },
  'warm-agents': {
    kind: 'runnable',
    limit: 2,
    steps:
      '4607245 0,4651818 1,4659818 0,4800000 1,4800000 2,4800000 1,4800000 2,4800000 1,4800600 0,4857000 1,4861600 0,4868000 1,4872600 0,4919600 1,4919600 2,4926200 1,4926200 0,4955200 1,4968840 0,4973200 1,4984200 0,5026840 1,5044200 2,5068700 1,5093700 0,5207174 1,5215174 0,5266529 1,5274529 0,5400000 1,5400000 2,5400000 1,5400000 2,5400000 1,5400600 0,5433000 1,5437600 0,5459000 1,5463000 0,5464600 1,5470600 0,5499000 1,5505000 0,5529600 1,5540760 0,5560000 1,5565760 2,5568660 1,5594920 0,5626660 1,5664180 0,5773844 1,5781844 0,5917602 1,5925602 0,6000000 1,6000000 2,6000000 1,6000000 2,6000000 1',
  },
  'bound-ahead': {
    kind: 'runnable',
    limit: 1,
    steps:
      '1200 1,1800 0,1800 1,2400 0,400600 1,401200 2,401800 3,402400 4,442000 3,566001 2,568171 1,570310 0,570310 1,570910 0,570910 1,571510 0,571510 1,572110 0,970310 1,970910 2,971510 3,972110 4,1011710 3,1135711 2,1137881 1,1140020 0,1140020 1,1140620 0,1140620 1,1141220 0,1141220 1,1141820 0,1540020 1,1540620 2,1541220 3,1541820 4,1581420 3,1705421 2,1707591 1,1709730 0,1709730 1,1710330 0,1710330 1,1710930 0,1710930 1,1711530 0,2109730 1,2110330 2,2110930 3,2111530 4,2151130 3,2275131 2,2277301 1,2279440 0,2279440 1,2280040 0,2280040 1,2280640 0,2280640 1,2281240 0',
  },
};
