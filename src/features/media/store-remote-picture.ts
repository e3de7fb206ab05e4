import type { Config } from '../../core/config/config.ts'
import type { Db } from '../../core/database/db.ts'
import type { UploadedFile } from '../../core/operations/operation.ts'
import type { Log } from '../../core/process/log.ts'
import { createConverter } from './converter.ts'
import { findBySource, storePicture } from './create.ts'
import { pictureDownloader } from './download-picture.ts'
import { storedUrl } from './image.ts'
import { openPictures } from './pictures.ts'

/** `accountId`: whose bytes of the day it counts among. */
type RemotePicture = { storeId: string; url: string; accountId: string | null }

export function pictureStorer({ sql, log, config }: { sql: Db; log: Log; config: Config }) {
  const { inTurn, withPicture, close } = pictureDownloader(config)
  const converter = createConverter()
  const pictures = openPictures({ sql, log, config, converter, drawn: async () => null })

  return {
    /** How many pictures of an account would be fetched at once. */
    free: inTurn.free,

    /**
     * In a turn of the store's owner, until its sizes are made too: a product begins to show it then.
     * @returns the stored picture's address @throws NoReply, NotAPicture, 403, 429
     */
    store(ownerId: string, { storeId, url, accountId }: RemotePicture): Promise<string> {
      const keep = async ({ path, sha256 }: UploadedFile) => {
        const known = await findBySource(sql, storeId, sha256)
        const converted = known ? null : await converter.convert(ownerId, { kind: 'store', path })
        const stored = await sql
          .countedFor(accountId)
          .begin((tx) => storePicture(tx, storeId, sha256, converted))
        return storedUrl(config.publicUrl, storeId, stored)
      }
      return inTurn(ownerId, async () => {
        const address = await withPicture(ownerId, url, keep)
        await pictures.makeSizes(storeId, address)
        return address
      })
    },

    close() {
      close()
      void pictures.close()
      converter.close()
    },
  }
}
