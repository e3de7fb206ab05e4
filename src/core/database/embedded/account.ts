import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../errors/start-error.ts'

/** The account that runs the server when the service is root, because PostgreSQL does not run as root. */
export type Account = { uid: number; gid: number }

/** Ids that neither systemd nor distributions allocate, within the 65,536 of a container. */
const OWN_IDS = { first: 60_706, count: 478 }

/** Where root starts the service, the server runs as the folder's owner, who can then use the same folder. */
export async function prepareAccount(folder: string, directory: string): Promise<Account | undefined> {
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

  const account = await folderAccount(folder)
  if (owner) await chownTree(directory, account)
  return account
}

/** Changes the directory itself last: its owner then shows that the chown was completed. */
export async function chownTree(path: string, { uid, gid }: Account) {
  for (const name of [...(await fs.readdir(path, { recursive: true })), '']) {
    await fs.lchown(join(path, name), uid, gid)
  }
}

/** The folder's owner; for a folder of root's an unused id, because processes of the same id could read the data. */
async function folderAccount(folder: string): Promise<Account> {
  const { uid, gid, dev, ino } = await fs.stat(folder)
  if (uid !== 0) return { uid, gid }
  const taken = new Set((await knownAccounts()).map((account) => account.uid))
  for (let n = 0; n < OWN_IDS.count; n++) {
    const id = OWN_IDS.first + ((dev + ino + n) % OWN_IDS.count)
    if (!taken.has(id)) return { uid: id, gid: id }
  }
  throw new StartError("PostgreSQL can't run as root: start the service as another user")
}

/** `initdb` requires a user with a name. */
export async function namedAccount(account: Account): Promise<Account> {
  const known = await knownAccounts()
  const named = known.find(({ uid }) => uid === account.uid) ?? known.find(({ name }) => name === 'nobody')
  if (!named) {
    throw new StartError(
      "PostgreSQL can't run as root, and there is no user nobody: start the service as another user",
    )
  }
  return { uid: named.uid, gid: named.gid }
}

async function knownAccounts() {
  const lines = (await fs.readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines.map((line) => {
    const [name, , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}
