/** The part of subset-font that a build uses; its own package of types does not know `keepFeatures`. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** The weights that are kept of a font that varies. */
    variationAxes: { wght: { min: number; max: number } };
    /** Tags of OpenType features; all others go. */
    keepFeatures: readonly string[];
  }
  export default function subsetFont(font: Uint8Array, signs: string, options: Options): Promise<Uint8Array>;
}
