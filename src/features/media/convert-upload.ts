import { QueueFull } from '../../core/concurrency/fair-queue.ts'
import { invalid, rateLimited, unavailable } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import type { Converted, Job } from './convert.ts'
import { NotAPicture, NotConverted, type Converter } from './converter.ts'

export async function convertUpload(converter: Converter, owner: string, job: Job): Promise<Converted> {
  try {
    return await converter.convert(owner, job)
  } catch (error) {
    if (error instanceof QueueFull) throw rateLimited(5)
    if (error instanceof NotConverted) throw unavailable()
    if (!(error instanceof NotAPicture)) throw error
    throw error.reason === 'pixels' ? tooManyPixels() : unreadable()
  }
}

const tooManyPixels = () =>
  invalid('file', 'maximum', t('La foto tiene demasiados píxeles: el máximo son 50 megapíxeles (16 en AVIF)'))

export const unreadable = () =>
  invalid('file', 'invalid', t('La foto está dañada o no es una foto: prueba con otra'))
