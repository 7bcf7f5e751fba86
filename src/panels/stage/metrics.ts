import type { CellMetrics } from '../../charts/cells.ts';

/**
 * Sizes of the stage's marks at one size step, in pixels. They are computed, never measured: card text is monospaced or
 * in chips of known width, so the same rows always give the same picture.
 */
export interface Metrics extends CellMetrics {
  /** Name of the step, from which the stylesheet derives font sizes. */
  step: Step;
  /** Pixels per design pixel (rem ÷ 16). */
  unit: number;
  chip: number;
  digit: number;
  padX: number;
  padTop: number;
  padBottom: number;
  rowGap: number;
  /** Character width of the footer's monospaced font, and its line height. */
  mono: number;
  footer: number;
  cardMin: number;
  barWidth: number;
  /** Horizontal distance of columns. */
  columnGap: number;
  columnGapMax: number;
  /** Vertical distance of stack levels, with space for links and a label. */
  levelGap: number;
  levelGapMax: number;
  rail: number;
  station: number;
}

export type Step = 'large' | 'medium' | 'normal' | 'small' | 'outline';

interface StepSizes {
  cell: number;
  gap: number;
  chip: number;
  pad: number;
  font: number;
  rowGap: number;
}

const SIZES: Record<Step, StepSizes> = {
  large: { cell: 16, gap: 3, chip: 22, pad: 10, font: 11.5, rowGap: 8 },
  medium: { cell: 11, gap: 2, chip: 20, pad: 8, font: 11, rowGap: 6 },
  normal: { cell: 8, gap: 1.5, chip: 18, pad: 7, font: 10, rowGap: 4 },
  small: { cell: 6.5, gap: 1.25, chip: 17, pad: 6, font: 9.5, rowGap: 4 },
  outline: { cell: 10, gap: 2, chip: 26, pad: 10, font: 11, rowGap: 10 },
};

/** Largest number of columns of cells before a block wraps. */
const COLUMNS_MAX = 24;
const COLUMNS_MAX_WIDE = 36;
const COLUMNS_MAX_LARGE = 14;

/** Character width of JetBrains Mono, in em. */
const MONO_ADVANCE = 0.6;

/** All sizes of one step; `wide` = few cards share the width of the stage. */
export function metricsOf(step: Step, rem: number, wide = false): Metrics {
  const unit = rem / 16;
  const size = SIZES[step];
  const u = (v: number): number => v * unit;
  return {
    step,
    unit,
    cell: u(size.cell),
    gap: u(size.gap),
    coinGap: u(size.gap + 1.5),
    columnsMax: step === 'large' ? COLUMNS_MAX_LARGE : wide ? COLUMNS_MAX_WIDE : COLUMNS_MAX,
    chip: u(size.chip),
    digit: u(size.chip * 0.4),
    padX: u(size.pad),
    padTop: u(size.pad - 1),
    padBottom: u(size.pad - 2),
    rowGap: u(size.rowGap),
    mono: u(size.font * MONO_ADVANCE),
    footer: u(size.font * 1.1),
    cardMin: u(size.cell < 8 ? 52 : 56),
    barWidth: u(26),
    columnGap: u(8),
    columnGapMax: u(step === 'large' ? 64 : 40),
    levelGap: u(13),
    levelGapMax: u(40),
    rail: u(30),
    station: u(20),
  };
}

/** Width of a chip or a station's text box, which grows with long numbers. */
export function chipWidth(number: number, metrics: Metrics): number {
  return Math.max(metrics.chip, 8 * metrics.unit + String(number).length * metrics.digit);
}

export function stationWidth(number: number, metrics: Metrics): number {
  return Math.max(22 * metrics.unit, (12 + String(number).length * 7.2) * metrics.unit);
}

/** Upper estimate of a label's width, for collision checks. */
export function labelWidth(text: string, size: number): number {
  return text.length * size * 0.56;
}
