import { axisNamed, type Axis } from './axes.ts';
import type { Draft } from './SetupForm.tsx';

/** What the page opens with. */
export const FIRST_DRAFT: Draft = {
  scene: 'mixed',
  x: { kind: 'delivery_slot_cost', values: '0, 2, 3, 5, 10' },
  y: null,
  seeds: '20',
};

/** `#experiments&scene=…&x=name:values&y=…&n=seeds`: the sweep in the address, so that it can be passed on. */
export function draftToHash({ scene, x, y, seeds }: Draft): string {
  const axis = ({ kind, values }: Axis): string =>
    encodeURIComponent(`${kind}:${values.replaceAll(' ', '')}`);
  const second = y === null ? '' : `&y=${axis(y)}`;
  return `#experiments&scene=${encodeURIComponent(scene)}&x=${axis(x)}${second}&n=${encodeURIComponent(seeds)}`;
}

/** The sweep that an address names; what it does not say, or says wrongly, is as the page opens with. */
export function draftFromHash(hash: string): Draft {
  const fields = new URLSearchParams(hash.replace(/^#experiments&?/, ''));
  const axis = (text: string | null): Axis | null => {
    const found = /^([a-z_]{1,80}):(.{0,400})$/s.exec(text ?? '');
    const kind = axisNamed(found?.[1] ?? '');
    return kind === undefined ? null : { kind: kind.id, values: (found?.[2] ?? '').replaceAll(',', ', ') };
  };
  return {
    scene: fields.get('scene') ?? FIRST_DRAFT.scene,
    x: axis(fields.get('x')) ?? FIRST_DRAFT.x,
    y: axis(fields.get('y')),
    seeds: (fields.get('n') ?? FIRST_DRAFT.seeds).slice(0, 8),
  };
}
