import { createContext, useContext } from 'react';

/** The palettes. A `system` theme is resolved to one of these before anything is drawn. */
export type Theme = 'light' | 'dark';

/** Colour of a message: its hue, 1–8 (0 = grey), and its generation (2 = darker, with a collar). */
export interface Identity {
  hue: number;
  generation: 1 | 2;
}

/** Number of messages that keep a colour at the same time; further messages are grey. */
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

/** Colour of a message. It depends only on the number, so that links and compared runs show equal colours. */
export function identityOf(number: number): Identity {
  const place = (number - 1) % COLOURED_MAX;
  return { hue: (place % 8) + 1, generation: place < 8 ? 1 : 2 };
}

/** Colours of one message as `#rrggbb`. */
export interface Paint {
  fill: string;
  /** Text on the fill, with a contrast of at least 4.5:1. */
  label: string;
  /** Outlines, hatches and links, with a contrast of at least 3:1 on the stage. */
  edge: string;
  /** Background of delivered entries. */
  tint: string;
}

const paints = new Map<string, Paint>();

/** Colours of a message for drawing on a canvas; equal to those that `identity.css` computes. */
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

/** The grey of messages without a colour, while other messages keep the colours. */
export const CROWD: Identity = { hue: 0, generation: 1 };

/** Message numbers that need a colour, for when there are more than 16. Earlier members have priority. */
export interface ColourClaims {
  pinned?: readonly number[];
  selected?: number;
  current?: number;
  candidate?: number;
  /** Numbers of jobs with a parent or with children. */
  stacked?: readonly number[];
  /** All numbers on the job list, oldest first. */
  oldestFirst: readonly number[];
}

/** Chooses up to 16 messages that keep their colour (visual language §3). */
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

/** Message numbers above 16 that keep a colour on this page. */
export const ColouredNumbers = createContext<ReadonlySet<number>>(new Set());

/** Colour of a message on this page. Messages 1–16 always have one; later messages only if they are in `coloured`. */
export function shownIdentity(number: number, coloured: ReadonlySet<number>): Identity {
  return number <= COLOURED_MAX || coloured.has(number) ? identityOf(number) : CROWD;
}

/** The attributes that give an element its message colours (`identity.css`). */
export interface IdentityAttributes {
  'data-hue': number;
  'data-gen': 1 | 2;
  'data-number': number;
}

/** Attributes of a message by its number. `coloured`: messages above 16 that have a colour now. */
export function identityAttributes(number: number, coloured: ReadonlySet<number>): IdentityAttributes {
  const { hue, generation } = shownIdentity(number, coloured);
  return { 'data-hue': hue, 'data-gen': generation, 'data-number': number };
}

/** Hook: `identityAttributes` with the colours of this page. Spread it on every mark that represents a message. */
export function useIdentity(number: number): IdentityAttributes {
  return identityAttributes(number, useContext(ColouredNumbers));
}

// `color-mix(in oklab, …)` for canvas, which cannot resolve CSS expressions. Matrices: Björn Ottosson, OKLab (2020).

type Triple = readonly [number, number, number];

const toLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toGamma = (v: number): number => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

function linearRgb(hex: string): Triple {
  const channel = (at: number): number => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

function toOklab(hex: string): Triple {
  const [r, g, b] = linearRgb(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (v: number): string =>
    Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, v)))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${linear.map(byte).join('')}`;
}

/** Mixes two colours `#rrggbb` in OKLab: `share` of `a`, the rest of `b`. */
function mixOklab(a: string, b: string, share: number): string {
  const x = toOklab(a);
  const y = toOklab(b);
  const at = (i: 0 | 1 | 2): number => x[i] * share + y[i] * (1 - share);
  return toHex([at(0), at(1), at(2)]);
}
