import { describe, expect, it } from 'vitest';
import { projectAll } from '../../src/core/project.ts';
import { applyCommand, createSimulation, stepOnce, type Simulation } from '../../src/core/simulation.ts';
import type { View } from '../../src/protocol/frame.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';

const ROWS: View = { transport: 'smtp', selected: 0, deliveries: 10 };
const COLUMNS: View = { ...ROWS, rows: 60 };

function busy(messages: number, steps: number): Simulation {
  const sim = createSimulation(
    completeScenario({
      agents: { smtp: 8 },
      params: { default_delivery_slot_cost: 2, default_destination_recipient_limit: 1 },
      servers: { '*': { latency: [500, 1500] } },
    }),
    { event() {}, decision() {} } as never,
  );
  for (let i = 0; i < messages; i += 1) {
    const to = [{ destination: `d${i % 7}.example`, count: 1 + ((i * 7) % 12) }];
    applyCommand(sim, { kind: 'message.inject', to }, 0);
  }
  for (let i = 0; i < steps; i += 1) stepOnce(sim);
  return sim;
}

describe('a list of jobs too long for rows', () => {
  it.each([100, 300, 900])('%i jobs: the columns say what the rows would', (count) => {
    const sim = busy(count, count);
    let long = 0;
    for (let step = 0; step < 60; step += 1) {
      for (let i = 0; i < 7; i += 1) stepOnce(sim);
      const rows = projectAll(sim, ROWS).job;
      const { lists, transport } = projectAll(sim, COLUMNS);
      expect(lists).toHaveLength(rows.length > 60 ? 1 : 0);
      const [list] = lists;
      if (list === undefined) continue;
      long += 1;
      const share = rows.map(({ counts: { s, x } }) => (x === 0 ? 0 : Math.round((255 * x) / (s + x))));
      expect({
        count: transport[0]?.jobCount,
        ids: [...list.ids],
        numbers: [...list.numbers],
        left: [...list.left],
        flags: [...list.flags],
        blocked: rows.length > 400 ? [] : [...list.blocked],
      }).toEqual({
        count: rows.length,
        ids: rows.map((row) => row.id),
        numbers: rows.map((row) => row.number),
        left: rows.map((row) => row.read - row.selected + row.unread),
        flags: rows.map((row) => (row.blocker ? 1 : 0)),
        blocked: rows.length > 400 ? [] : share,
      });
    }
    expect(long).toBeGreaterThan(0);
  });

  it('gives rows to current job, stack, candidate, selection and head, in list order', () => {
    const sim = busy(300, 600);
    const all = projectAll(sim, ROWS);
    const selected = all.job.at(-5)?.number ?? 0;
    const { job, transport } = projectAll(sim, { ...COLUMNS, selected });
    const wanted = all.job.filter(
      (row, i) =>
        i < 12 ||
        row.level > 0 ||
        row.children.length > 0 ||
        row.number === selected ||
        row.id === transport[0]?.current ||
        row.id === transport[0]?.candidate,
    );
    expect(job).toEqual(wanted);
    expect(transport[0]?.jobs).toEqual(wanted.map((row) => row.id));
  });

  it('orders the columns by queue time when the view does', () => {
    const sim = busy(200, 500);
    const { byTime } = projectAll(sim, ROWS).transport[0] ?? { byTime: [] };
    const list = projectAll(sim, { ...COLUMNS, order: 'time' }).lists[0];
    expect([...(list?.ids ?? [])]).toEqual(byTime);
  });
});
