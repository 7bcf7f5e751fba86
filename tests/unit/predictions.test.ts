import { describe, expect, it } from 'vitest';
import type { Predictor } from '../../src/client/predict-client.ts';
import type { Answer, ClassAnswer, PredictView, Tried } from '../../src/protocol/predict.ts';
import { sentenceOf } from '../../src/panels/whatif/words.ts';
import { createPredictions } from '../../src/store/predict.ts';
import { rank } from '../../src/worker/model/rank.ts';
import { createIdleTracker } from '../../src/store/idle.ts';

function figures(p90: number): ClassAnswer {
  const quantiles = { p10: 0, p50: p90 / 2, p90, p99: p90, max: p90 };
  return {
    recipients: 100,
    deliveredFirst: 100,
    deferredFirst: 0,
    bounced: 0,
    open: 0,
    b: quantiles,
    total: quantiles,
    interval: { p50: [0, 0], p90: [0, 0] },
    spread: { b: [0, 0], total: [0, 0], deferred: [0, 0] },
    reach: { b: [0, 0], total: [0, 0], deferred: [0, 0] },
    doubt: null,
    curve: [],
    low: [],
    high: [],
  };
}

function answer(resets: number, news: number): Answer {
  const all = figures(news);
  return {
    classes: [figures(resets), all],
    all,
    empty: 100,
    emptyInterval: [99, 101],
    inFlight: 10,
    beyond: [],
  };
}

const TODAY = answer(48, 110);
const VIEW: PredictView = {
  names: ['resets', 'news'],
  helped: 0,
  recorded: TODAY,
  today: TODAY,
  verdict: { verdict: 'explains', reasons: [] },
  assumed: [],
  servers: [],
  tried: [],
  seeds: 2,
};
const TRIED: Tried = {
  title: 'cost 2',
  because: '',
  changes: [],
  answer: answer(2.9, 140),
  gain: 1,
  cost: 1,
  apply: { lines: [], needs: '', watch: '' },
};

function predictor(parts: Partial<Predictor>): Predictor {
  return {
    study: () => Promise.resolve(VIEW),
    attempt: () => Promise.resolve(TRIED),
    scenario: () => Promise.reject(new Error('not here')),
    onCrash: () => {},
    terminate: () => {},
    ...parts,
  };
}

const OPTIONS = { zone: 'UTC', year: null };

describe('predictions of the page', () => {
  it('says what a change does for the class that is helped, and what it costs the other', () => {
    expect(sentenceOf(VIEW, TRIED)).toBe(
      'A tenth of resets waits over 48 s; with this, over 2.9 s. The last of news is there after 2.3 min instead of 110 s.',
    );
  });

  it('speaks of the whole time where retries are what changes', () => {
    const [first, ...rest] = TODAY.classes;
    if (first === undefined) throw new Error('no class');
    const sooner = { ...first, total: { ...first.total, p90: 1.5 } };
    const tried = { ...TRIED, answer: { ...TODAY, classes: [sooner, ...rest] } };
    expect(sentenceOf(VIEW, tried)).toBe(
      'A tenth of resets takes over 48 s until it is there; with this, over 1.5 s. news takes as long as today.',
    );
  });

  it('says between what it may lie where the record cannot tell', () => {
    const doubt = {
      reasons: ['no mail was tried'],
      between: { ...VIEW.today.all.spread, total: [1, 40] as [number, number] },
    };
    const [first, ...rest] = TRIED.answer.classes;
    if (first === undefined) throw new Error('no class');
    const doubtful = { ...TRIED, answer: { ...TRIED.answer, classes: [{ ...first, doubt }, ...rest] } };
    expect(sentenceOf(VIEW, doubtful)).toBe(
      'The log cannot tell what this does for resets: half of it is there after 1.0 s to 40 s.',
    );
    const likely = (title: string, answer: Answer) => ({
      likely: { title, because: '', changes: [] },
      answer,
    });
    const ranked = rank([likely('doubtful', doubtful.answer), likely('worse', answer(90, 110))], TODAY, 0);
    expect(ranked.map(({ title }) => title)).toEqual(['worse', 'doubtful']);
  });

  it('keeps what is finished when it is cancelled, and says what went wrong', async () => {
    const ended: string[] = [];
    let heard: Parameters<Predictor['study']>[2] = () => {};
    const desk = createPredictions(createIdleTracker({ write: () => {}, afterPaint: () => {} }), () =>
      predictor({
        study: (_files, _options, tell) => {
          heard = tell;
          return new Promise(() => {});
        },
        terminate: () => ended.push('terminated'),
      }),
    );
    desk.study([], OPTIONS, []);
    heard(VIEW, { doing: 'Tries 1 of 3', share: 0.3 });
    desk.cancel();
    expect(ended).toEqual(['terminated']);
    expect(desk.store.getState()).toMatchObject({ view: VIEW, progress: null });
    heard(null, { doing: 'late words', share: 0.5 });
    expect(desk.store.getState().progress).toBeNull();
  });

  it('is done when the answer is there, whatever is heard afterwards', async () => {
    let heard: Parameters<Predictor['study']>[2] = () => {};
    const desk = createPredictions(createIdleTracker({ write: () => {}, afterPaint: () => {} }), () =>
      predictor({
        study: (_files, _options, tell) => {
          heard = tell;
          return Promise.resolve(VIEW);
        },
      }),
    );
    desk.study([], OPTIONS, []);
    await Promise.resolve();
    await Promise.resolve();
    heard(VIEW, { doing: 'Tries 9 of 9', share: 1 });
    expect(desk.store.getState()).toMatchObject({ view: VIEW, progress: null });
  });

  it('tells why there is nothing to predict', async () => {
    const refused = createPredictions(createIdleTracker({ write: () => {}, afterPaint: () => {} }), () =>
      predictor({ study: () => Promise.reject(new Error('No message becomes active')) }),
    );
    refused.study([], OPTIONS, []);
    await Promise.resolve();
    await Promise.resolve();
    expect(refused.store.getState().fault).toBe('No message becomes active');
  });
});
