import type { CellMetrics } from '../../charts/cells.ts';

/**
 * Sizes of the stage's marks at one size step, in pixels. They are computed, never measured: card text is monospaced or
 * in chips of known width, so the same rows always give the same picture.
 */
export interface Metrics extends CellMetrics {
  /** Name of the step, from which the stylesheet derives font sizes. */
  step: Step;
  /** Pixels per design pixel (rem ÷ 16), enlarged where few jobs fill the stage. */
  unit: number;
  /** Pixels per design pixel of labels, which keep their size when cards are enlarged. */
  text: number;
  chip: number;
  digit: number;
  padX: number;
  padTop: number;
  padBottom: number;
  rowGap: number;
  /** Font size of balance and footer, its character width (monospaced) and line height. */
  font: number;
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
  /** Distance from the rail to the first cards. */
  railGap: number;
  station: number;
}

export type Step = 'large' | 'medium' | 'normal' | 'small' | 'outline' | 'roomy';

interface StepSizes {
  cell: number;
  gap: number;
  chip: number;
  pad: number;
  font: number;
  rowGap: number;
  columnGap: number;
  columnGapMax: number;
  railGap: number;
  station: number;
}

const TIGHT = { columnGap: 8, columnGapMax: 40, railGap: 2, station: 20 };
const SIZES: Record<Step, StepSizes> = {
  large: {
    cell: 16,
    gap: 2.4,
    chip: 24,
    pad: 12.5,
    font: 11.5,
    rowGap: 8,
    columnGap: 40,
    columnGapMax: 40,
    railGap: 32,
    station: 25,
  },
  medium: { cell: 11, gap: 2, chip: 20, pad: 8, font: 11, rowGap: 6, ...TIGHT },
  normal: { cell: 8, gap: 1.5, chip: 18, pad: 7, font: 10, rowGap: 4, ...TIGHT },
  small: { cell: 6.5, gap: 1.25, chip: 17, pad: 6, font: 9.5, rowGap: 4, ...TIGHT },
  roomy: { cell: 10, gap: 1.5, chip: 17, pad: 6, font: 5.5, rowGap: 8, ...TIGHT },
  outline: { cell: 10, gap: 2, chip: 26, pad: 10, font: 11, rowGap: 10, ...TIGHT },
};

/** Largest number of columns of cells before a block wraps. */
const COLUMNS_MAX = 24;

/** Smallest font of a card, in design pixels. Smaller text cannot be read. */
const FONT_MIN = 11;

/** Character width of JetBrains Mono, in em. */
const MONO_ADVANCE = 0.6;

/** All sizes of one step. `zoom` enlarges cards, rail and gaps; `columnsMax`: most columns of cells side by side. */
export function metricsOf(step: Step, rem: number, columnsMax = COLUMNS_MAX, zoom = 1): Metrics {
  const text = rem / 16;
  const unit = text * zoom;
  const size = SIZES[step];
  const u = (v: number): number => v * unit;
  const font = Math.max(u(size.font), FONT_MIN * text);
  return {
    step,
    unit,
    text,
    cell: u(size.cell),
    gap: u(size.gap),
    coinGap: u(size.gap + 1.5),
    columnsMax,
    chip: u(size.chip),
    digit: u(size.chip * 0.4),
    padX: u(size.pad),
    padTop: u(size.pad - 1),
    padBottom: u(size.pad - 2),
    rowGap: u(size.rowGap),
    font,
    mono: font * MONO_ADVANCE,
    footer: font * 1.1,
    cardMin: u(size.cell < 8 ? 52 : step === 'large' ? 70 : 56),
    barWidth: u(26),
    columnGap: u(size.columnGap),
    columnGapMax: u(size.columnGapMax),
    levelGap: u(13),
    levelGapMax: u(40),
    rail: u(Math.max(30, size.station + 6)),
    railGap: u(size.railGap),
    station: u(size.station),
  };
}

/** Left edge of the cells in a row of the outline. */
export function cellsLeft({ step, unit }: Metrics): number {
  return (step === 'roomy' ? 31 : 62) * unit;
}

/** Width of a chip or a station's text box, which grows with long numbers. */
export function chipWidth(number: number, metrics: Metrics): number {
  return Math.max(metrics.chip, 8 * metrics.unit + String(number).length * metrics.digit);
}

export function stationWidth(number: number, { station, unit }: Metrics): number {
  return Math.max(station, 12 * unit + String(number).length * station * 0.36);
}

/** Upper estimate of a label's width, for collision checks. */
export function labelWidth(text: string, size: number): number {
  return text.length * size * 0.56;
}
