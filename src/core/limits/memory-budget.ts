type Bounds = {
  /** The maximum of bytes, in all and of one owner. */
  total: number
  perOwner: number
}

/** Counts bytes that requests hold in memory, so that many of them at once are refused before memory ends. */
export function memoryBudget({ total, perOwner }: Bounds) {
  const heldOf = new Map<string, number>()
  let held = 0

  return {
    /** False past a bound: nothing is counted then. */
    reserve(owner: string, bytes: number): boolean {
      const own = (heldOf.get(owner) ?? 0) + bytes
      if (own > perOwner || held + bytes > total) return false
      heldOf.set(owner, own)
      held += bytes
      return true
    },

    release(owner: string, bytes: number): void {
      const own = (heldOf.get(owner) ?? 0) - bytes
      if (own > 0) heldOf.set(owner, own)
      else heldOf.delete(owner)
      held -= bytes
    },
  }
}
