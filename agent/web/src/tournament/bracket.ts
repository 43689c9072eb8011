// Where the debates of a knockout stand in its picture: who wins stands level with whom it meets next.

/** Seats of a field of `size`, a power of two, from top to bottom: the best two meet last (1, 8, 4, 5, 2, 7, 3, 6). */
export function seatOrder(size: number): readonly number[] {
  let order: readonly number[] = [1];
  while (order.length < size) {
    const both = order.length * 2 + 1;
    order = order.flatMap((seat) => [seat, both - seat]);
  }
  return order;
}

interface Seated {
  /** The better of the two seats that a debate is played for, from 1; 0 where it has none. */
  readonly seat: number;
}

/**
 * One column of the picture: `places` from top to bottom, each with its debate, or null where somebody went on without one.
 *
 * Debates whose seat has no place, or one that is taken, come below in their order: nothing is left out.
 */
export function column<Debate extends Seated>(debates: readonly Debate[], places: number): readonly (Debate | null)[] {
  const order = seatOrder(places);
  const found: (Debate | null)[] = order.map(() => null);
  const left: Debate[] = [];
  for (const one of debates) {
    const place = order.indexOf(one.seat);
    if (place >= 0 && found[place] === null) found[place] = one;
    else left.push(one);
  }
  return [...found, ...left];
}

/** Places of the first column, given how many rounds there are: one in the last. */
export function placesOf(round: number, rounds: number): number {
  return 2 ** Math.max(0, rounds - round - 1);
}
