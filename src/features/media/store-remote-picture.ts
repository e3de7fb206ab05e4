import type { Config } from '../../core/config/config.ts'
import type { Db } from '../../core/database/db.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import { createConverter } from './converter.ts'
import { findBySource, storePicture } from './create.ts'
import { pictureDownloader } from './download-picture.ts'
import { storedUrl } from './image.ts'

/** `accountId`: whose bytes of the day it counts among. */
type RemotePicture = { storeId: string; url: string; accountId: string | null }

/** Downloads pictures of other sites and stores them as if they had been uploaded. */
export function pictureStorer(sql: Db, config: Config) {
  const { inTurn, withPicture, close } = pictureDownloader(config)
  const converter = createConverter()

  return {
    /** How many pictures of an account would be fetched at once. */
    free: inTurn.free,

    /** In a turn of the store's owner. @returns the stored picture's address @throws NoReply, NotAPicture, 403, 429 */
    store(ownerId: string, { storeId, url, accountId }: RemotePicture): Promise<string> {
      const keep = async ({ path, sha256 }: UploadedFile) => {
        const known = await findBySource(sql, storeId, sha256)
        const converted = known ? null : await converter.convert(ownerId, { kind: 'store', path })
        const stored = await sql
          .countedFor(accountId)
          .begin((tx) => storePicture(tx, storeId, sha256, converted))
        return storedUrl(config.publicUrl, storeId, stored)
      }
      return inTurn(ownerId, () => withPicture(ownerId, url, keep))
    },

    close() {
      close()
      converter.close()
    },
  }
}
