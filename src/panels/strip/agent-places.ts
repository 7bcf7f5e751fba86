import type { DeliveryRow } from '../../protocol/rows.ts';
import type { Micros } from '../../protocol/units.ts';

/** True if a delivery is unfinished at an instant. While the cursor is in the past, rows may contain a later end. */
export function isOpen(row: DeliveryRow, now: Micros): boolean {
  return row.end < row.start || row.end > now;
}

/** Message of each agent in the order of the lanes, 0 = the agent is free or has not been started. */
export function agentPlaces(deliveries: readonly DeliveryRow[], limit: number, now: Micros): number[] {
  const agents = [...new Set(deliveries.map((row) => row.agent))].toSorted((a, b) => a - b);
  const busy = new Map(deliveries.filter((row) => isOpen(row, now)).map((row) => [row.agent, row.number]));
  // If the limit was lowered, agents that still run keep their places.
  const places = agents.map((agent) => busy.get(agent) ?? 0);
  while (places.length > limit && places.includes(0)) places.splice(places.indexOf(0), 1);
  return [...places, ...Array.from({ length: Math.max(0, limit - places.length) }, () => 0)];
}
