import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSimulation, nextInstant, position, stepOnce } from '../../src/core/simulation.ts';
import { GALLERY } from '../../src/scenes/gallery.ts';
import type { GalleryItem } from '../../src/scenes/item.ts';
import { scenePicture } from '../../src/panels/gallery/ScenePicture.tsx';
import { type StoredStrip, STRIPS } from '../../src/panels/gallery/strips.ts';
import { asMail } from '../fixtures/of-kind.ts';

const FILE = 'src/panels/gallery/strips.ts';
const HOUR = 3_600_000_000;
/** Number of delivery slots to search for the part with the most changes. A picture shows fewer. */
const MOST_DELIVERY_SLOTS = 400;

function stripOf(item: GalleryItem): StoredStrip {
  const deliverySlots: number[] = [];
  const preemptions: number[] = [];
  const asked = item.scenario.script.flatMap(({ command }) =>
    command.kind === 'message.inject' ? [command] : [],
  );
  const numbers = new Map<number, number>();
  const sim = createSimulation(asMail(item.scenario), {
    event: (_at, _step, event) => {
      if (event.kind !== 'message.injected') return;
      const next = Math.max(0, ...numbers.values()) + 1;
      numbers.set(event.msg, asked[numbers.size]?.number ?? next);
    },
    decision: (_at, _step, decision) => {
      if (decision.rule !== 'selection' || decision.chosen === undefined) return;
      if (decision.preemption?.outcome === 'preempted') preemptions.push(deliverySlots.length);
      deliverySlots.push(numbers.get(decision.chosen.msg) ?? decision.chosen.msg);
    },
  });
  let opens = 0;
  for (let next = nextInstant(sim); next !== null && next <= HOUR; next = nextInstant(sim)) {
    stepOnce(sim);
    if (position(sim).at <= item.opensAt) opens = deliverySlots.length;
  }
  return {
    deliverySlots: deliverySlots.slice(0, MOST_DELIVERY_SLOTS),
    preemptions: preemptions.filter((at) => at < MOST_DELIVERY_SLOTS),
    opens: item.opensAt === 0 ? 0 : opens,
  };
}

function fileText(strips: Record<string, StoredStrip>): string {
  const head = `/**
 * Delivery slots of each scene of the gallery, as the simulation gives them: the pictures of the cards. Written by
 * \`UPDATE=1 npx vitest run tests/unit/gallery-strips.test.ts\`; the test fails when a scene no longer runs like this.
 */
export interface StoredStrip {
  /** Message numbers, in the order in which the messages got delivery slots. */
  deliverySlots: readonly number[];
  /** Places in \`deliverySlots\` at which a job had just preempted. */
  preemptions: readonly number[];
  /** Slots given before the instant at which the scene opens. */
  opens: number;
}

export const STRIPS: Readonly<Record<string, StoredStrip>> = {
`;
  const lines = Object.entries(strips).map(
    ([id, { deliverySlots, preemptions, opens }]) =>
      `  '${id}': {\n    deliverySlots: strip('${deliverySlots.join(' ')}'),\n    preemptions: [${preemptions.join(', ')}],\n    opens: ${opens},\n  },\n`,
  );
  return `${head}${lines.join('')}};

function strip(text: string): number[] {
  return text.split(' ').map(Number);
}
`;
}

const strips = Object.fromEntries(GALLERY.map((item) => [item.id, stripOf(item)]));

/**
 * True if new pictures were written. They are not compared, because this file has already imported the old pictures.
 */
const written = process.env['UPDATE'] === '1';
if (written) writeFileSync(FILE, fileText(strips));

test.skipIf(written)('gallery pictures match what the scenes do', () => {
  expect(STRIPS).toEqual(strips);
});

test.skipIf(written)('each scene has a picture of at most three rows of eight', () => {
  for (const { id } of GALLERY) {
    const rows = scenePicture(id);
    expect(rows.length, id).toBeGreaterThan(0);
    expect(rows.length, id).toBeLessThanOrEqual(3);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(8);
  }
});
