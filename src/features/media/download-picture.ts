import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../core/config/config.ts'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { pauses, queues } from '../../core/concurrency/fairness.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { hostPauses } from '../../core/outgoing/host-pauses.ts'
import { createDownloader } from '../../core/outgoing/outgoing.ts'
import { NotAPicture } from './converter.ts'
import { formatOf } from './format.ts'
import { receiveFile } from './receive-upload.ts'

export type PictureConfig = Pick<Config, 'dataDir' | 'allowPrivateDestinations'>

/** Fetches pictures of other sites into files. From public addresses only, unless the operator allows others. */
export function pictureDownloader({ dataDir, allowPrivateDestinations }: PictureConfig) {
  const { download, close } = createDownloader({ publicOnly: !allowPrivateDestinations })
  const viaHost = hostPauses(pauses.pictures)
  const folder = join(dataDir, 'uploads')

  return { inTurn: fairQueue(queues.downloads), withPicture, close }

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
