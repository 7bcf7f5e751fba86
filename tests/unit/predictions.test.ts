import { describe, expect, it } from 'vitest';
import { holdThread } from '../../src/client/job-thread.ts';
import type { Answer, ClassAnswer, PredictView, PredictedChange } from '../../src/record/protocol/predict.ts';
import { sentenceOf, whyOf, worth } from '../../src/record/panels/whatif/prediction-sentences.ts';
import { offBy, slowest } from '../../src/record/panels/whatif/prediction-words.ts';
import { createPredictions } from '../../src/record/store/predict.ts';
import { rank } from '../../src/record/worker/model/rank.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { toldThreads } from '../fixtures/job-threads.ts';

const POINTS = { middle: [], low: [], high: [] };
const NOTHING_DRAWN = { b: POINTS, total: POINTS };

function figures(p90: number): ClassAnswer {
  const quantiles = { p10: 0, p50: p90 / 2, p90, p99: p90, max: p90 };
  return {
    recipients: 100,
    deliveredFirst: 100,
    deferredFirst: 0,
    awayFirst: 0,
    bounced: 0,
    open: 0,
    b: quantiles,
    total: quantiles,
    interval: { p50: [0, 0], p90: [0, 0], total50: [0, 0], total90: [0, 0], deferred: [0, 0] },
    spread: { b: [0, 0], total: [0, 0], deferred: [0, 0] },
    reach: { b: [0, 0], total: [0, 0], deferred: [0, 0] },
    doubt: null,
    curves: NOTHING_DRAWN,
    times: NOTHING_DRAWN,
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
    perMinute: 60,
    beyond: [],
    known: { classes: [figures(resets), all], all, empty: 100, inFlight: 10 },
  };
}

const TODAY = answer(48, 110);
const VIEW: PredictView = {
  names: ['resets', 'news'],
  helped: 0,
  recorded: TODAY,
  today: TODAY,
  verdict: { verdict: 'explains', reasons: [], classes: ['explains', 'explains'] },
  assumed: [],
  servers: [],
  processes: { start: 0, idle: 100, uses: 100, seen: 0 },
  tried: [],
  arriving: 60,
  seeds: 2,
};
const TRIED: PredictedChange = {
  title: 'cost 2',
  because: '',
  changes: [],
  answer: answer(2.9, 140),
  gain: 1,
  cost: 1,
  apply: { lines: [], needs: '', watch: '' },
};

function desk() {
  const { threads, start } = toldThreads();
  const idle = createIdleTracker({ write: () => {}, afterPaint: () => {} });
  const predictions = createPredictions(idle, () => holdThread(start()));
  return { threads, predictions, state: () => predictions.store.getState() };
}

/** Waits for one turn of the event loop, in which answers arrive. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const OPTIONS = { zone: 'UTC', year: null };

describe('predictions of the page', () => {
  it('say what a change does for the class it helps, and what it costs the other', () => {
    expect(sentenceOf(VIEW, TRIED)).toBe(
      'The slowest 10 % of resets take over 48 s today, and 2.9 s with this change. The slowest delivery of news takes 2.3 min instead of 110 s.',
    );
  });

  it('show the figures of the sentence on the card, and name who pays', () => {
    expect(worth(VIEW, TRIED)).toEqual([
      'slowest 10 % over 48 s → 2.9 s, median 24 s → 1.4 s',
      'news: maximum 110 s → 2.3 min',
    ]);
    expect(worth(VIEW, { ...TRIED, answer: answer(2.9, 110) })).toEqual([
      'slowest 10 % over 48 s → 2.9 s, median 24 s → 1.4 s',
    ]);
    expect(worth(VIEW, { ...TRIED, answer: TODAY })).toEqual(['changes nothing here']);
    // Figures that look equal when printed count as unchanged, and differences below 0.01 s are not reported.
    const alike = { ...TRIED, answer: answer(48.1, 110) };
    expect(worth(VIEW, alike)).toEqual(['changes nothing here']);
    expect(sentenceOf(VIEW, alike)).toContain('and the same with this change.');
    expect(slowest(0)).toBe('90 % under 0.01 s');
  });

  it('say which figures of the model differ from those of the log', () => {
    const log = { ...VIEW.recorded, all: { ...VIEW.recorded.all, deferredFirst: 64 } };
    const model = { ...TODAY, all: { ...TODAY.all, deferredFirst: 75 } };
    expect(offBy({ ...VIEW, recorded: log, today: model })).toEqual([
      'all mail: 64 recipients are deferred at the first attempt in the log, and 75 in the model',
    ]);
    expect(offBy(VIEW)).toEqual([]);
  });

  it('lead with the time until delivery where fewer first attempts are deferred', () => {
    const [first, ...rest] = TODAY.classes;
    if (first === undefined) throw new Error('no class');
    const before = { ...first, deferredFirst: 80, total: figures(240).total };
    const view = { ...VIEW, today: { ...TODAY, classes: [before, ...rest] } };
    const after = { ...before, deferredFirst: 0, b: figures(186).b, total: figures(192).total };
    const tried = { ...TRIED, answer: { ...TODAY, classes: [after, ...rest] } };
    expect(sentenceOf(view, tried)).toContain(
      'The slowest 10 % of resets take over 4.0 min today, and 3.2 min with this change.',
    );
    expect(worth(view, tried)[0]).toBe('slowest 10 % over 4.0 min → 3.2 min, median 2.0 min → 96 s');
    expect(whyOf(view, tried)).toBe(
      'None of its recipients are deferred at the first attempt, instead of 80. In return, the slowest 10 % wait over 3.1 min in the queue manager for the first attempt, instead of 48 s.',
    );
    // A wait that changes in the opposite direction does not explain the change, unless fewer recipients are deferred.
    const same = { ...after, deferredFirst: 80 };
    expect(whyOf(view, { ...tried, answer: { ...TODAY, classes: [same, ...rest] } })).toBe('');
    expect(whyOf(VIEW, TRIED)).toBe(
      'The slowest 10 % wait over 2.9 s in the queue manager for the first attempt, instead of 48 s.',
    );
  });

  it('give ranges in sentence and card when runs differ by much of the gain', () => {
    const [, other] = TRIED.answer.classes;
    if (other === undefined) throw new Error('no class');
    const runs = (most: number): ClassAnswer => ({
      ...figures(2.9),
      curves: {
        ...NOTHING_DRAWN,
        total: { middle: [0, 1.4, 2.9], low: [0, 1.4, 1.3], high: [1, 1.4, most] },
      },
    });
    const tried = { ...TRIED, answer: { ...TRIED.answer, classes: [runs(23), other] } };
    expect(sentenceOf(VIEW, tried)).toContain('and 1.3 s to 23 s with this change, depending on the run.');
    expect(worth(VIEW, tried)[0]).toContain('slowest 10 % over 48 s → 1.3 s to 23 s');
    const alike = { ...TRIED, answer: { ...TRIED.answer, classes: [runs(3.5), other] } };
    expect(sentenceOf(VIEW, alike)).toContain('and 2.9 s with this change.');
  });

  it('mention a median that is longer although the 90th percentile is shorter', () => {
    const [, other] = TODAY.classes;
    if (other === undefined) throw new Error('no class');
    const mixed = { ...figures(48), total: { ...figures(48).total, p50: 30, p90: 40 } };
    const tried = { ...TRIED, answer: { ...TODAY, classes: [mixed, other] } };
    expect(sentenceOf(VIEW, tried)).toContain(
      'and 40 s with this change. But the median is 30 s instead of 24 s.',
    );
  });

  it('speak of the whole time where retries change', () => {
    const [first, ...rest] = TODAY.classes;
    if (first === undefined) throw new Error('no class');
    const sooner = { ...first, total: { ...first.total, p90: 1.5 } };
    const tried = { ...TRIED, answer: { ...TODAY, classes: [sooner, ...rest] } };
    expect(sentenceOf(VIEW, tried)).toBe(
      'The slowest 10 % of resets take over 48 s today, and 1.5 s with this change. news takes as long as today.',
    );
  });

  it('speak of the whole time, or of its median, where no wait is worth mentioning', () => {
    const [first, ...rest] = TODAY.classes;
    if (first === undefined) throw new Error('no class');
    const none = { ...first, b: figures(0).b };
    const view = { ...VIEW, today: { ...TODAY, classes: [none, ...rest] } };
    const sooner = { ...none, total: { ...none.total, p50: 20 } };
    const tried = { ...TRIED, answer: { ...TODAY, classes: [sooner, ...rest] } };
    expect(sentenceOf(view, tried)).toContain(
      'The median of resets is 24 s today, and 20 s with this change.',
    );
    expect(sentenceOf(view, { ...TRIED, answer: view.today })).toContain(
      'The slowest 10 % of resets take over 48 s today, and the same with this change.',
    );
  });

  it('give the 90th percentile of a class whose maximum stays as today', () => {
    const [first, other] = TODAY.classes;
    if (first === undefined || other === undefined) throw new Error('no class');
    const later = { ...other, total: { ...other.total, p90: other.total.p90 + 24 } };
    const tried = { ...TRIED, answer: { ...TODAY, classes: [first, later] } };
    expect(sentenceOf(VIEW, tried)).toContain('The slowest 10 % of news take over 2.2 min instead of 110 s');
    expect(sentenceOf(VIEW, tried)).not.toContain('as long as today');
  });

  it('give the possible range where the record cannot tell', () => {
    const doubt = {
      reasons: ['no mail was tried'],
      between: { ...VIEW.today.all.spread, total: [1, 40] as [number, number] },
    };
    const [first, ...rest] = TRIED.answer.classes;
    if (first === undefined) throw new Error('no class');
    const doubtful = { ...TRIED, answer: { ...TRIED.answer, classes: [{ ...first, doubt }, ...rest] } };
    expect(sentenceOf(VIEW, doubtful)).toBe(
      'The log cannot tell what this does for resets: its median is 1.0 s to 40 s.',
    );
    const likely = (title: string, answer: Answer) => ({
      suggestion: { title, because: '', changes: [] },
      answer,
    });
    const ranked = rank([likely('doubtful', doubtful.answer), likely('worse', answer(90, 110))], TODAY, 0);
    expect(ranked.map(({ title }) => title)).toEqual(['worse', 'doubtful']);
  });

  it('put first, among equal helpers of a class, what helps other mail most', () => {
    const likely = (title: string, one: Answer) => ({
      suggestion: { title, because: '', changes: [] },
      answer: one,
    });
    const today = answer(1.4, 110);
    const order = (...answers: [string, Answer][]): string[] =>
      rank(
        answers.map(([title, one]) => likely(title, one)),
        today,
        0,
      ).map(({ title }) => title);
    // Differences of 0.1 s for the resets must not outweigh a large difference for the newsletter.
    expect(
      order(
        ['own transport', answer(1.2, 106)],
        ['nothing', answer(1.4, 110)],
        ['twenty processes', answer(1.25, 50)],
        ['one recipient', answer(1.3, 130)],
      ),
    ).toEqual(['twenty processes', 'own transport', 'nothing', 'one recipient']);
    // The larger gain for the class ranks first, whatever other mail gains.
    const slow = answer(48, 110);
    const ranked = rank([likely('others', answer(40, 20)), likely('resets', answer(3, 110))], slow, 0);
    expect(ranked.map(({ title }) => title)).toEqual(['resets', 'others']);
  });

  it('keep what is finished when cancelled', async () => {
    const { threads, predictions, state } = desk();
    predictions.study([], OPTIONS, []);
    threads[0]?.say({ view: VIEW, progress: { doing: 'Tries 1 of 3', share: 0.3 } });
    expect(state().progress).toEqual({ doing: 'Tries 1 of 3', share: 0.3 });
    predictions.cancel();
    expect(threads[0]?.alive).toBe(false);
    expect(state()).toMatchObject({ view: VIEW, progress: null });
    threads[0]?.say({ view: null, progress: { doing: 'late words', share: 0.5 } });
    await settled();
    expect(state()).toMatchObject({ progress: null, fault: '' });
    await expect(predictions.run([])).rejects.toThrow('start it again');
  });

  it('are done once answered, ignore later messages, and try what is requested', async () => {
    const { threads, predictions, state } = desk();
    predictions.study([], OPTIONS, ['news=from *'], ['a.example sessions=3']);
    expect(threads[0]?.sent).toEqual([
      {
        files: [],
        options: { ...OPTIONS, classes: ['news=from *'], servers: ['a.example sessions=3'], seeds: 8 },
      },
    ]);
    threads[0]?.done(VIEW);
    await settled();
    threads[0]?.say({ view: VIEW, progress: { doing: 'Tries 9 of 9', share: 1 } });
    expect(state()).toMatchObject({ view: VIEW, progress: null });
    const tried = predictions.attempt('smtp_x=5');
    threads[0]?.say({ doing: 'Tries smtp_x=5', share: 0.5 });
    expect(state().progress).toEqual({ doing: 'Tries smtp_x=5', share: 0.5 });
    threads[0]?.done(TRIED);
    expect(await tried).toBe(true);
    expect(state()).toMatchObject({ asked: [TRIED], progress: null });
  });

  it('say why there is nothing to predict, and that their thread has ended', async () => {
    const { threads, predictions, state } = desk();
    predictions.study([], OPTIONS, []);
    threads[0]?.fail('No message becomes active');
    await settled();
    expect(state()).toMatchObject({ fault: 'No message becomes active', progress: null });
    predictions.study([], OPTIONS, []);
    threads[1]?.crash();
    await settled();
    expect(state()).toMatchObject({ fault: 'The computation failed: out of memory.', progress: null });
  });
});
