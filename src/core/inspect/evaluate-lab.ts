import type { Expression } from '../../protocol/debug.ts';
import type { LabSim } from '../lab/model.ts';
import { labCounters } from '../timers/lab.ts';
import { valueOf } from './expression-value.ts';

const MS_PER_SECOND = 1000;

/** Returns the value of an expression in the timer laboratory; NaN for names that exist only in runs of mail. */
export function evaluateLab({ now, event, raw, designs }: LabSim, expression: Expression): number {
  return valueOf(({ name }) => {
    switch (name) {
      case 'now':
        return now / MS_PER_SECOND;
      case 'event':
        return event;
      case 'timers':
        if (raw !== null) return raw.wheel.count;
        return designs === null ? Number.NaN : labCounters(designs.machines.today).pending;
      case 'cascades':
        return raw?.wheel.counters.cascades ?? Number.NaN;
      default:
        return Number.NaN;
    }
  }, expression);
}
