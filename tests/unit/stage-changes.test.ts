import { describe, expect, it } from 'vitest';
import { changesOf, preemptionOf } from '../../src/panels/stage/changes.ts';
import { focusAfter } from '../../src/panels/stage/useForestControls.ts';
import { stageLayout } from '../../src/panels/stage/layout.ts';
import { lightingOf } from '../../src/panels/stage/Forest.tsx';
import { jobLabel } from '../../src/panels/stage/stage-words.ts';
import { drawList, FIRST_RUN, WHOLE_PICTURE } from '../fixtures/rows.ts';

function draw(picture: string) {
  const { jobs, transport } = drawList(picture);
  return stageLayout({
    jobs,
    order: 'scheduler',
    current: transport.current,
    candidate: transport.candidate,
    candidateScore: transport.candidateScore,
    selected: 0,
    now: 60,
    width: 858,
    height: 400,
    rem: 16,
    annotations: true,
  });
}

const BEFORE = '1* L0 d8s16 @0\n2 L0 s3 @1';
const AFTER = '2* L1 s3 <1 @1\n1 L0 d8s16 2x3 @0';

describe('changesOf', () => {
  it('finds the one job that preempted another, also one that has just joined the list', () => {
    const jobs = (picture: string) => drawList(picture).jobs;
    for (const before of [BEFORE, '1* L0 d8s16 @0'])
      expect(preemptionOf(jobs(before), jobs(AFTER))).toMatchObject({
        job: { number: 2 },
        payer: { number: 1 },
      });
    expect(preemptionOf(jobs(AFTER), jobs(AFTER))).toBeNull();
    expect(preemptionOf(jobs(AFTER), jobs(BEFORE))).toBeNull();
  });

  it('a finished preemptor sinks, and its unused coins fly back', () => {
    const after = '1* L0 d8b2s14 2x1 @0';
    const changes = changesOf(draw(AFTER), draw(after));
    expect(changes.exits).toEqual(['job:102']);
    expect(changes.refunds).toMatchObject([{ number: 2 }]);
    expect(changes.refunds[0]?.to).toHaveLength(2);
    expect(changesOf(draw(AFTER), draw('1* L0 d8b2s14 2x3 @0')).refunds).toEqual([]);
  });

  it('a parent that goes becomes a ghost and does not sink', () => {
    const before = '7! L2 x2 <4\n4* L1 d3b1 7x2 <1\n1! L0 d9x9 4x4';
    const after = '7! L2 x2 <1 ?4\n1* L0 d9x9 4x4';
    const changes = changesOf(draw(before), draw(after));
    expect(changes.exits).toEqual([]);
    expect(changes.vanished.map((ghost) => ghost.key)).toEqual(['ghost:4']);
    expect(changes.links).toContain('link:ghost:4');
  });

  it('names new jobs, and those whose blocked entries changed', () => {
    const changes = changesOf(draw(FIRST_RUN[0]), draw(FIRST_RUN[1]));
    expect(changes.enters).toEqual(['job:102']);
    expect(changesOf(draw('1* L0 s4'), draw('1! L0 x4')).hatched).toEqual(['job:101']);
  });

  it('has no changes between equal pictures', () => {
    const layout = draw(WHOLE_PICTURE);
    expect(Object.values(changesOf(layout, layout)).flat().join('')).toBe('');
  });
});

describe('text for readers who do not see the picture', () => {
  const { jobs, transport } = drawList(WHOLE_PICTURE);
  const say = (number: number): string => {
    const job = jobs.find((row) => row.number === number);
    if (job === undefined) throw new Error(`no job ${number}`);
    const parent = jobs.find((row) => row.id === job.parent)?.number ?? 0;
    const candidate = job.id === transport.candidate;
    return jobLabel({
      job,
      current: job.id === transport.current,
      candidate,
      score: candidate ? '2.7' : '',
      parent,
    });
  };

  it.each([
    [6, 'job 6, current, level 1, 3 of 8 selected, 3 being delivered, 1 delivery slot on hand, preempts 3'],
    [1, 'job 1, blocker, level 0, 14 of 24 selected, 2 being delivered, owes 3 delivery slots'],
    [7, 'job 7, blocker, level 2, 1 of 3 selected, preempted 4, which is gone, adopted by 1'],
    [9, 'job 9, best candidate, score 2.7, level 0, 0 of 4 selected'],
    [5, 'job 5, level 0, 0 of 12 selected, 20 unread'],
  ])('job %i', (number, expected) => {
    expect(say(number)).toBe(expected);
  });
});

describe('arrows in the forest', () => {
  const { jobs } = drawList(WHOLE_PICTURE);
  const go = (number: number, key: string, orientation: 'rail' | 'outline' = 'rail'): number | undefined => {
    const id = focusAfter(key, number + 100, jobs, orientation);
    return jobs.find((job) => job.id === id)?.number;
  };

  it.each([
    [6, 'ArrowLeft', 2],
    [6, 'ArrowRight', 3],
    [6, 'ArrowUp', 3],
    [3, 'ArrowDown', 6],
    [7, 'ArrowUp', 1],
    [7, 'ArrowLeft', 7],
    [12, 'ArrowRight', 12],
    [6, 'Home', 7],
    [6, 'End', 12],
    [6, 'x', undefined],
  ])('from %i %s leads to %s', (from, key, to) => {
    expect(go(from, key)).toBe(to);
  });

  it('turn with the stage', () => {
    expect([go(6, 'ArrowDown', 'outline'), go(6, 'ArrowLeft', 'outline')]).toEqual([3, 3]);
  });
});

describe('lightingOf', () => {
  const { jobs } = drawList(WHOLE_PICTURE);

  it('keeps parents and children of the hovered message lit', () => {
    const { hits, full } = lightingOf(jobs, 6, 9);
    expect([...hits]).toEqual([6, 9]);
    expect([...(full ?? [])]).toEqual([6, 3]);
    expect([...(lightingOf(jobs, 1, 0).full ?? [])].toSorted((a, b) => a - b)).toEqual([1, 7, 8]);
  });

  it('lights what hangs from a ghost', () => {
    expect([...(lightingOf(jobs, 4, 0).full ?? [])]).toEqual([4, 7, 8]);
  });

  it('dims nothing for a message that has no job here', () => {
    expect(lightingOf(jobs, 99, 0).full).toBeNull();
    expect(lightingOf(jobs, 0, 0).full).toBeNull();
  });
});
