// Searching in what is in order.

/** How many at the beginning of `all` it holds for, where it holds for none after the first for which it does not. */
export function leading<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(all[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
