import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../core/database/db.ts'
import { createDownloader } from '../core/outgoing/outgoing.ts'
import { createConverter, NotAPicture } from './converter.ts'
import { findBySource, storePicture } from './create.ts'
import { formatOf } from './format.ts'
import { MAX_UPLOAD } from './receive-upload.ts'
import { storedUrl } from './image.ts'

/** Downloads pictures of other sites and stores them as if they had been uploaded. Fetches from public addresses only. */
export function pictureStorer(sql: Db, { dataDir, publicUrl, allowPrivateDestinations }: Config) {
  const { download, close } = createDownloader({ publicOnly: !allowPrivateDestinations })
  const converter = createConverter()
  const folder = join(dataDir, 'uploads')

  return {
    /** @returns the stored picture's address @throws NoReply, NotAPicture, 403 `PLAN_LIMIT_REACHED`, 429 */
    async store(storeId: string, url: string, accountId: string | null): Promise<string> {
      const body = await download(url, MAX_UPLOAD)
      if (!body || !formatOf(body)) throw new NotAPicture()
      const sha256 = createHash('sha256').update(body).digest('hex')
      const known = await findBySource(sql, storeId, sha256)
      const counted = sql.countedFor(accountId)
      const converted = known ? null : await convert(storeId, body)
      return storedUrl(publicUrl, storeId, await storePicture(counted, storeId, sha256, converted))
    },

    close() {
      close()
      converter.close()
    },
  }

  async function convert(storeId: string, body: Buffer) {
    const path = join(folder, randomUUID())
    await mkdir(folder, { recursive: true })
    await writeFile(path, body)
    try {
      return await converter.convert(storeId, { kind: 'store', path })
    } finally {
      await rm(path, { force: true })
    }
  }
}
