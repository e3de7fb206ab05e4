export type MemoryBounds = {
  /** The maximum of bytes, in all and of one owner. */
  total: number
  perOwner: number
  /** An owner who holds less is admitted past the total, so that a few who hold it all starve nobody. */
  alwaysPerOwner?: number
}

/** Accounts for bytes that requests hold in memory: without it a few slow clients with large bodies end the process for everybody. */
export function memoryBudget({ total, perOwner, alwaysPerOwner = 0 }: MemoryBounds) {
  const heldOf = new Map<string, number>()
  let held = 0

  return {
    /** False where it would exceed a bound; then nothing is reserved. */
    reserve(owner: string, bytes: number): boolean {
      const before = heldOf.get(owner) ?? 0
      const isFull = held + bytes > total && before >= alwaysPerOwner
      if (before + bytes > perOwner || isFull) return false
      heldOf.set(owner, before + bytes)
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
