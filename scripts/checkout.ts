// Checks out another commit into a separate folder and installs its packages.
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

export async function checkOut(commit: string) {
  const parent = await mkdtemp(join(tmpdir(), 'vitrina-commit-'))
  const folder = join(parent, 'checkout')
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  installPackages(folder)

  async function remove() {
    git('worktree', 'remove', '--force', folder)
    await rm(parent, { recursive: true, force: true })
  }

  return { folder, remove }
}

/** Links this checkout's packages where the lock files are equal but for the version of the service. */
function installPackages(folder: string): void {
  const lock = (path: string) =>
    readFileSync(join(path, 'package-lock.json'), 'utf8').replace(
      /(?<="name": "vitrina",\s+"version": )"[^"]+"/g,
      '',
    )
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}
