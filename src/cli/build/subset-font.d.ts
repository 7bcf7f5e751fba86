/** The used part of subset-font. Its own types lack `keepFeatures`. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** Weights to keep of a variable font. */
    variationAxes: { wght: { min: number; max: number } };
    /** OpenType feature tags to keep; others are removed. */
    keepFeatures: readonly string[];
  }
  export default function subsetFont(font: Uint8Array, signs: string, options: Options): Promise<Uint8Array>;
}
