import { createContext, useContext } from 'react';
import { mixOklab } from './oklab.ts';

/** The two palettes. `system` is resolved by the shell before anything is drawn. */
export type Theme = 'light' | 'dark';

/** Place of a message in the palette: hue 1–8 (0 = the grey crowd) and generation (2 = darker, with a collar). */
export interface Identity {
  hue: number;
  generation: 1 | 2;
}

/** How many messages keep their colour once there are more than colours. */
export const COLOURED_MAX = 16;

const PALETTE: Record<Theme, { fill: readonly string[]; label: readonly string[] }> = {
  light: {
    fill: ['#8b8f98', '#3f6fd1', '#e2921c', '#37a796', '#9a4a86', '#8ccbf8', '#bf5212', '#5b2a96', '#c3dc62'],
    label: [
      '#0b0c10',
      '#ffffff',
      '#16181d',
      '#16181d',
      '#ffffff',
      '#16181d',
      '#ffffff',
      '#ffffff',
      '#16181d',
    ],
  },
  dark: {
    fill: ['#8b919c', '#6a9eea', '#efa92a', '#3dc5a6', '#c4608f', '#a2ddff', '#e8701f', '#7d50e6', '#d1ec84'],
    label: [
      '#0b0c10',
      '#111318',
      '#111318',
      '#111318',
      '#111318',
      '#111318',
      '#111318',
      '#ffffff',
      '#111318',
    ],
  },
};
const STAGE: Record<Theme, string> = { light: '#ffffff', dark: '#15181e' };
const EDGE_INK: Record<Theme, readonly [string, number]> = {
  light: ['#1a1c21', 0.34],
  dark: ['#ffffff', 0.26],
};
const TINT: Record<Theme, number> = { light: 0.26, dark: 0.3 };
const NEAR_BLACK = '#0b0c10';

/** Which colour a message has, by its number alone, so that links and compared runs agree. */
export function identityOf(number: number): Identity {
  const place = (number - 1) % COLOURED_MAX;
  return { hue: (place % 8) + 1, generation: place < 8 ? 1 : 2 };
}

/** Concrete colours of one message. */
export interface Paint {
  fill: string;
  /** Text on the fill, 4.5:1 or better. */
  label: string;
  /** Outlines, hatches and links: 3:1 or better on the stage. */
  edge: string;
  /** Ground of what is delivered. */
  tint: string;
}

const paints = new Map<string, Paint>();

/** Colours of an identity for canvas; the same as `identity.css` computes. */
export function paintOf(identity: Identity, theme: Theme): Paint {
  const key = `${theme}${identity.hue}${identity.generation}`;
  const known = paints.get(key);
  if (known !== undefined) return known;
  const base = PALETTE[theme].fill[identity.hue] as string;
  const second = identity.generation === 2;
  const fill = second ? mixOklab(base, NEAR_BLACK, 0.66) : base;
  const [ink, share] = EDGE_INK[theme];
  const secondLabel = identity.hue === 5 || identity.hue === 8 ? NEAR_BLACK : '#ffffff';
  const paint: Paint = {
    fill,
    label: second ? secondLabel : (PALETTE[theme].label[identity.hue] as string),
    edge: mixOklab(ink, fill, share),
    tint: mixOklab(fill, STAGE[theme], TINT[theme]),
  };
  paints.set(key, paint);
  return paint;
}

/** The grey of each message whose colour another needs more. */
export const CROWD: Identity = { hue: 0, generation: 1 };

/** What decides who keeps a colour when more than 16 messages are about. Numbers, most important group first. */
export interface ColourClaims {
  pinned?: readonly number[];
  selected?: number;
  current?: number;
  candidate?: number;
  /** Numbers of jobs with a parent or with children. */
  stacked?: readonly number[];
  /** Every number on the list, oldest first. */
  oldestFirst: readonly number[];
}

/** Up to 16 live messages that keep their colour (visual language §3). */
export function colouredNumbers(claims: ColourClaims): ReadonlySet<number> {
  const set = new Set<number>();
  const order = [
    ...(claims.pinned ?? []),
    claims.selected ?? 0,
    claims.current ?? 0,
    claims.candidate ?? 0,
    ...(claims.stacked ?? []),
    ...claims.oldestFirst,
  ];
  for (const number of order) {
    if (set.size === COLOURED_MAX) break;
    if (number > 0) set.add(number);
  }
  return set;
}

/** Numbers above 16 that keep a colour on this page. */
export const ColouredNumbers = createContext<ReadonlySet<number>>(new Set());

/** Identity as shown: 1–16 are always coloured, later ones while they are among the chosen. */
export function shownIdentity(number: number, coloured: ReadonlySet<number>): Identity {
  return number <= COLOURED_MAX || coloured.has(number) ? identityOf(number) : CROWD;
}

/** The attributes that give an element its message colours (`identity.css`). */
export interface IdentityAttributes {
  'data-hue': number;
  'data-gen': 1 | 2;
  'data-number': number;
}

/** Attributes for a number under the present choice of coloured messages. */
export function identityAttributes(number: number, coloured: ReadonlySet<number>): IdentityAttributes {
  const { hue, generation } = shownIdentity(number, coloured);
  return { 'data-hue': hue, 'data-gen': generation, 'data-number': number };
}

/** `identityAttributes` with the page's choice. Spread on every mark that stands for a message. */
export function useIdentity(number: number): IdentityAttributes {
  return identityAttributes(number, useContext(ColouredNumbers));
}
