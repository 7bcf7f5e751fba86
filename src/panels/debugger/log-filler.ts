/** Rows of a page of the log. */
export const PAGE = 100;

/** Where the rows of a log are kept, and where they come from. */
interface Source {
  has: (place: number) => boolean;
  /** Fetches the page that begins at a place. */
  fetch: (place: number) => Promise<unknown>;
}

export interface Filler {
  /** The places shown last. */
  readonly wanted: readonly [number, number];
  show: (places: readonly [number, number], source: Source) => void;
}

/** Fetches what places show, one page at a time: who scrolls through a million events has gone on before a page comes. */
export function createFiller(): Filler {
  let wanted: readonly [number, number] = [0, PAGE];
  let from: Source | null = null;
  let busy = false;
  const fill = async (): Promise<void> => {
    busy = true;
    for (let place = missing(wanted, from); place !== null; ) {
      const asked = from;
      // oxlint-disable-next-line no-await-in-loop
      await asked?.fetch(place - (place % PAGE)).catch(() => null);
      const next = missing(wanted, from);
      // Nothing came: there is no such place, or another log is looked at by now.
      if (next === place && asked === from) break;
      place = next;
    }
    busy = false;
  };
  return {
    get wanted() {
      return wanted;
    },
    show(places, source) {
      wanted = places;
      from = source;
      if (!busy) void fill();
    },
  };
}

/**
 * The first of these places that is not there; null = all are. Each is looked at: a page that came while the log still grew
 * is there in part.
 */
function missing([from, to]: readonly [number, number], source: Source | null): number | null {
  for (let place = from; place <= to; place++) if (source?.has(place) === false) return place;
  return null;
}
