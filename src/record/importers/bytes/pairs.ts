/** Initial number of slots of the hash table. The table doubles when half full. */
const FIRST = 1024;

/** Numbers pairs of 32-bit integers from 0 in order of first use. Typed arrays hold them, so that millions fit in memory. */
export class Pairs {
  count = 0;
  private ones = new Uint32Array(FIRST / 2);
  private others = new Uint32Array(FIRST / 2);
  /** Open addressing: each slot has the number of a pair + 1, at the pair's hash or in the next free slot. 0 = free. */
  private places = new Uint32Array(FIRST);

  /** Returns the pair's number. A new pair gets the next number. */
  of(one: number, other: number): number {
    const { ones, others, places } = this;
    const mask = places.length - 1;
    let place = hashOf(one, other) & mask;
    for (let found = places[place] ?? 0; found !== 0; found = places[place] ?? 0) {
      if (ones[found - 1] === one && others[found - 1] === other) return found - 1;
      place = (place + 1) & mask;
    }
    const number = this.count++;
    ones[number] = one;
    others[number] = other;
    places[place] = number + 1;
    if (this.count === ones.length) this.grow();
    return number;
  }

  private grow(): void {
    const ones = new Uint32Array(this.count * 2);
    const others = new Uint32Array(this.count * 2);
    ones.set(this.ones);
    others.set(this.others);
    const places = new Uint32Array(this.places.length * 2);
    const mask = places.length - 1;
    for (let number = 0; number < this.count; number++) {
      let place = hashOf(ones[number] ?? 0, others[number] ?? 0) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = number + 1;
    }
    this.ones = ones;
    this.others = others;
    this.places = places;
  }
}

function hashOf(one: number, other: number): number {
  const mixed = Math.imul(one, 0x9e37_79b1) ^ Math.imul(other ^ (other >>> 15), 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
