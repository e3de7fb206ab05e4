import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../errors/start-error.ts'

/** Who runs the server when the service is root, which PostgreSQL refuses to run as. */
export type Account = { uid: number; gid: number }

/** Root hands the server to the owner of the folder, so that the same folder also serves that user. */
export async function accountFor(folder: string, directory: string): Promise<Account | undefined> {
  const owner = await fs.stat(directory).catch(() => null)
  const me = process.getuid?.()
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new StartError(
        `${directory} belongs to another user (id ${owner.uid}): start the service as that user or as root`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const account = await unprivileged((await fs.stat(folder)).uid)
  if (owner) await chownTree(directory, account)
  return account
}

export async function chownTree(path: string, { uid, gid }: Account) {
  for (const name of ['', ...(await fs.readdir(path, { recursive: true }))]) {
    await fs.lchown(join(path, name), uid, gid)
  }
}

/** `initdb` wants a user that the system knows by name. */
async function unprivileged(preferred: number): Promise<Account> {
  const lines = (await fs.readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const accounts = lines.map((line) => {
    const [name, , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
  const account =
    accounts.find(({ uid }) => uid === preferred && uid !== 0) ??
    accounts.find(({ name }) => name === 'nobody')
  if (!account) {
    throw new StartError(
      "PostgreSQL can't run as root, and there is no user nobody: start the service as another user",
    )
  }
  return { uid: account.uid, gid: account.gid }
}
