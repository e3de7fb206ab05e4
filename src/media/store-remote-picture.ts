import type { Config } from '../config.ts'
import type { Db } from '../core/database/db.ts'
import type { UploadedFile } from '../core/operations/operation.ts'
import { createConverter } from './converter.ts'
import { findBySource, storePicture } from './create.ts'
import { pictureDownloader } from './download-picture.ts'
import { storedUrl } from './image.ts'

/** Downloads pictures of other sites and stores them as if they had been uploaded. */
export function pictureStorer(sql: Db, config: Config) {
  const { inTurn, withPicture, close } = pictureDownloader(config)
  const converter = createConverter()

  return {
    /** How many pictures of an account would be fetched at once. */
    free: inTurn.free,

    /** @returns the stored picture's address @throws NoReply, NotAPicture, 403 `PLAN_LIMIT_REACHED` */
    store(account: string, storeId: string, url: string): Promise<string> {
      const keep = async ({ path, sha256 }: UploadedFile) => {
        const known = await findBySource(sql, storeId, sha256)
        const converted = known ? null : await converter.convert(account, { kind: 'store', path })
        return storedUrl(config.publicUrl, storeId, await storePicture(sql, storeId, sha256, converted))
      }
      return inTurn(account, () => withPicture(account, url, keep))
    },

    close() {
      close()
      converter.close()
    },
  }
}
