import type Sharp from 'sharp'
import type { SharpOptions } from 'sharp'
import { lazyImport } from '../core/process/lazy-import.ts'

/** The picture library, loaded when a picture is first asked for. */
export const sharp = (picture: Buffer, options?: SharpOptions) =>
  (lazyImport('sharp') as typeof Sharp)(picture, options)
