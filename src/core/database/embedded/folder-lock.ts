import { existsSync, lchownSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type FolderLock = { release(): void }

const SQLITE_BUSY = 5
const fileIn = (folder: string) => join(folder, 'service.lock')

/**
 * Takes the folder for this process, or returns null when another process has it. The lock is the operating
 * system's (Node has no flock, SQLite's locks are real ones): it ends with the process however that dies, and
 * nothing has to be guessed from process ids. Never open the lock file otherwise: closing it drops the lock.
 */
export function lockFolder(folder: string): FolderLock | null {
  // A look by `isFolderLocked` holds it for an instant. In memory, there is no journal file to leave behind.
  const lock = hold(folder, { timeout: 200 }, 'pragma journal_mode = memory; begin exclusive')
  // Root's visit must not shut out the folder's own user.
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) lchownSync(fileIn(folder), uid, gid)
  return lock
}

export function isFolderLocked(folder: string): boolean {
  if (!existsSync(fileIn(folder))) return false
  const look = hold(folder, { timeout: 0 }, 'begin; select 1 from sqlite_master')
  look?.release()
  return look === null
}

function hold(folder: string, options: { timeout: number }, statement: string): FolderLock | null {
  const file = new DatabaseSync(fileIn(folder), options)
  try {
    file.exec(statement)
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}
