import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { hostPauses } from '../../core/outgoing/host-pauses.ts'
import { createDownloader } from '../../core/outgoing/outgoing.ts'
import { NotAPicture } from './converter.ts'
import { formatOf } from './format.ts'
import { receiveFile } from './receive-upload.ts'

/** Each is a file on disk, or a stored picture in memory, until it is converted. */
const TURNS = { running: 24, runningPerOwner: 4, runningSmall: 8, waiting: 256, waitingPerOwner: 64 }

export type PictureConfig = Pick<Config, 'dataDir' | 'allowPrivateDestinations'>

/** Fetches pictures of other sites into files. From public addresses only, unless the operator allows others. */
export function pictureDownloader({ dataDir, allowPrivateDestinations }: PictureConfig) {
  const { download, close } = createDownloader({ publicOnly: !allowPrivateDestinations })
  const viaHost = hostPauses()
  const folder = join(dataDir, 'uploads')

  return { inTurn: fairQueue(TURNS), withPicture, close }

  /** Calls `use` with the file, which is deleted after it; to be called in a turn of the account. @throws NoReply, NotAPicture */
  async function withPicture<T>(
    account: string,
    url: string,
    use: (file: UploadedFile) => Promise<T>,
  ): Promise<T> {
    const file = await viaHost(account, url, () => download(url, (body) => receiveFile(folder, body, '')))
    if (!file) throw new NotAPicture()
    try {
      if (!formatOf(file.head)) throw new NotAPicture()
      return await use(file)
    } finally {
      await rm(file.path, { force: true })
    }
  }
}
