/** Texts by index, each stored once. */
export interface TextTable {
  readonly texts: string[];
  add(text: string): number;
}

export function createTextTable(): TextTable {
  const texts: string[] = [];
  const places = new Map<string, number>();
  return {
    texts,
    add(text) {
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, texts.length);
      texts.push(text);
      return texts.length - 1;
    },
  };
}
