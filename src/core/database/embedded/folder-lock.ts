import { existsSync, lchownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type FolderLock = { release(): void }

const SQLITE_BUSY = 5
const fileIn = (folder: string) => join(folder, 'service.lock')
/** Only for error messages: the pid may be another process by now. */
const pidFileIn = (folder: string) => join(folder, 'service.pid')

/**
 * Locks the folder for this process, or returns null when another process has the lock. It is a lock of the operating system,
 * taken through SQLite because Node has no flock: it is released when the process dies, however it dies. Never open the lock
 * file otherwise: closing it drops the lock.
 */
export function lockFolder(folder: string): FolderLock | null {
  // The timeout covers a concurrent `isFolderLocked`, which holds the lock for an instant. The journal in memory leaves no file.
  const lock = acquire(folder, { timeout: 200 }, 'pragma journal_mode = memory; begin exclusive')
  if (lock) writeFileSync(pidFileIn(folder), `${process.pid}\n`)
  // A lock file made by root must not lock out the folder's own user.
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) {
    for (const file of [fileIn(folder), pidFileIn(folder)]) if (existsSync(file)) lchownSync(file, uid, gid)
  }
  if (!lock) return null
  return {
    release() {
      rmSync(pidFileIn(folder), { force: true })
      lock.release()
    },
  }
}

export function lockHolderPid(folder: string): number | null {
  if (!existsSync(pidFileIn(folder))) return null
  return Number.parseInt(readFileSync(pidFileIn(folder), 'utf8'), 10) || null
}

export function isFolderLocked(folder: string): boolean {
  if (!existsSync(fileIn(folder))) return false
  const lock = acquire(folder, { timeout: 0 }, 'begin; select 1 from sqlite_master')
  lock?.release()
  return lock === null
}

function acquire(folder: string, options: { timeout: number }, statement: string): FolderLock | null {
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
