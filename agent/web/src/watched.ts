// What views draw again for.

/** Tells whoever watches it that it has changed. */
export class Watched {
  readonly #changed = new Set<() => void>();

  watch(changed: () => void): () => void {
    this.#changed.add(changed);
    return () => this.#changed.delete(changed);
  }

  protected tell(): void {
    for (const changed of [...this.#changed]) changed();
  }

  /** Nobody is told any more. */
  protected unwatch(): void {
    this.#changed.clear();
  }
}
