/** The used part of subset-font. Its own types lack `keepFeatures`. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    variationAxes: { wght: { min: number; max: number } };
    keepFeatures: readonly string[];
  }
  export default function subsetFont(font: Uint8Array, signs: string, options: Options): Promise<Uint8Array>;
}
