import { createRequire } from 'node:module'
import type Sharp from 'sharp'
import type { SharpOptions } from 'sharp'

const load = createRequire(import.meta.url)

/** The picture library, loaded when a picture is first asked for: until then nobody needs the memory it takes. */
export const sharp = (picture: Buffer, options?: SharpOptions) =>
  (load('sharp') as typeof Sharp)(picture, options)
