/** What one user of a budget has taken of it. */
export interface Share {
  /** Takes so many bytes more. Whether the budget still holds; what was taken counts either way. */
  take(bytes: number): boolean;
  /** Gives back everything, and takes no more. */
  release(): void;
}

/** Counts the bytes that many hold at once, such as the uploads of a process. */
export function createByteBudget(maxBytes: number): { open(): Share } {
  let taken = 0;
  return {
    open() {
      let mine = 0;
      let isOpen = true;
      return {
        take(bytes) {
          if (!isOpen) return true;
          mine += bytes;
          taken += bytes;
          return taken <= maxBytes;
        },
        release() {
          taken -= mine;
          mine = 0;
          isOpen = false;
        },
      };
    },
  };
}
